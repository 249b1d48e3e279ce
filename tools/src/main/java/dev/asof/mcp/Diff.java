package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;
import static dev.asof.mcp.Schemas.list;
import static dev.asof.mcp.Schemas.object;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Compared;
import dev.asof.history.DocumentDiff;
import dev.asof.history.DocumentDiff.Nature;
import dev.asof.history.History;
import dev.asof.history.History.Asked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What differs between two points, as `asof diff` shows it.
final class Diff implements Tool {

  private static final String BEFORE_AS_OF = "before_as_of";
  private static final String BEFORE_KNOWN_AT = "before_known_at";
  private static final String ONLY = "only";

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public String title() {
    return "Compare two points";
  }

  @Override
  public String description() {
    return "Compares what was in force at two points: documents, sections, words. The second point"
        + " is as_of and known_at; of the first (before_as_of, before_known_at) what is not"
        + " given is as in the second. Two valid times show how a text changed; two times of"
        + " knowing show what a correction did. No results means that nothing differs.";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters =
        new ArrayList<>(
            List.of(
                Parameter.text(
                    BEFORE_AS_OF,
                    Common.LONGEST_TIME,
                    "Valid time of the first point, written like as_of.",
                    "2022-06-01"),
                Parameter.text(
                    BEFORE_KNOWN_AT,
                    Common.LONGEST_TIME,
                    "System time of the first point, written like known_at.",
                    "2023-05-15",
                    "@12"),
                Common.asOf("Valid time of the second point; without it: now."),
                Common.knownAt("System time of the second point."),
                Common.document(),
                Common.source(),
                Common.scope(),
                Common.zone(),
                Parameter.choice(
                    ONLY,
                    Arrays.stream(Nature.values()).map(Diff::word).toList(),
                    "Only differences of this nature; without it all. substantive: the meaning may"
                        + " have changed; typographic: white space, quotation marks and the like;"
                        + " technical: the extractor changed.")));
    parameters.addAll(Common.page());
    return parameters;
  }

  private static String word(Nature nature) {
    return nature.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Map<String, Object> answerSchema() {
    return Schemas.answer(
        object(
            "How what one source has of a document differs",
            field("document", "string"),
            field("source", "string"),
            field("scope", "string"),
            field("change", "string"),
            field("nature", "string"),
            field("before", "object", "null"),
            field("after", "object", "null"),
            field(
                "sections",
                list(
                    object(
                        "A section that differs",
                        field("section", "string"),
                        field("change", "string"),
                        field("words", "array"))))));
  }

  @Override
  public Result call(Call call) {
    Pages pages = Pages.of(call.arguments());
    History history = call.history();
    String beforeAsOf = call.arguments().text(BEFORE_AS_OF);
    String beforeKnown = call.arguments().text(BEFORE_KNOWN_AT);
    if (beforeAsOf == null && beforeKnown == null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the first point is missing; give before_as_of, before_known_at or both",
          Map.of("argument", BEFORE_AS_OF));
    }
    Asked after = new Asked(call.about(), call.known());
    Asked before =
        new Asked(
            beforeAsOf == null ? after.about() : call.about(beforeAsOf),
            beforeKnown == null ? after.known() : call.times().known(beforeKnown));
    Nature only = only(call.arguments().text(ONLY));
    Compared<DocumentDiff> answer =
        history.diff(call.tenant(), call.filter(), before, after, only, pages.page());
    Result result = Result.answered().answer(answer).read(answer);
    pages.add(
        result,
        answer,
        (rest, each) ->
            history.diff(
                call.tenant(), call.filter(), before, after, only, rest, head -> {}, each::accept));
    answer.results().forEach(diff -> result.lines(Said.diff(diff)));
    return result;
  }

  private static @Nullable Nature only(@Nullable String word) {
    return word == null ? null : Nature.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
