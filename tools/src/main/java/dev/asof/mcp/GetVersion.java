package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;
import static dev.asof.mcp.Schemas.object;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.HeldVersion;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.id.VersionId;
import dev.asof.shown.Readings;
import dev.asof.time.TimeRange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One version with its text, as `asof version` shows it.
final class GetVersion implements Tool {

  private static final String LABEL = "version_label";
  private static final String OFFSET = "offset";
  private static final String LENGTH = "length";
  private static final int CHARACTERS = 20_000;
  private static final int MOST_CHARACTERS = 200_000;

  @Override
  public String name() {
    return "get_version";
  }

  @Override
  public String title() {
    return "Get a version of a document";
  }

  @Override
  public String description() {
    return "Gives one version of a document with its text: the one that was in force at as_of as"
        + " known at known_at, or the one with version_label. The text is as much as the rights of"
        + " its source allow, and comes in pages of characters: go on with text.next_offset."
        + " Nothing in force there is not-found, with the nearest beliefs before and after.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Common.document().asRequired(),
        Common.source(),
        Parameter.text(
            LABEL,
            Common.LONGEST_KEY,
            "Label of the version, as answers show it; in place of as_of.",
            "2023-05-15"),
        Common.asOf("What applied at this time; without it and version_label: now."),
        Common.knownAt("As known then."),
        Common.zone(),
        Parameter.whole(
            OFFSET,
            0,
            Integer.MAX_VALUE,
            "Where in the text to begin, in characters; default 0.",
            0),
        Parameter.whole(
            LENGTH,
            1,
            MOST_CHARACTERS,
            "At most so many characters of text; " + CHARACTERS + " where it is not given.",
            CHARACTERS));
  }

  @Override
  public Map<String, Object> answerSchema() {
    return object(
        "What is kept of the version",
        field("document", "string"),
        field("source", "string"),
        field("version", "integer"),
        field("label", "string", "null"),
        field("title", "string", "null"),
        field("url", "string", "null"),
        field("media_type", "string"),
        field("sha256", "string", "null"),
        field("bytes", "integer"),
        field("recorded", "string"));
  }

  @Override
  public Result call(Call call) {
    Arguments arguments = call.arguments();
    String label = arguments.text(LABEL);
    if (label != null && arguments.text(Common.AS_OF) != null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "version_label and as_of both say which version; give one of them",
          Map.of("argument", LABEL));
    }
    return label == null ? inForce(call) : labelled(call, label);
  }

  private static Result labelled(Call call, String label) {
    Result result = Result.answered();
    Known known =
        call.history()
            .reader()
            .snapshot(
                call.tenant(),
                call.known(),
                snapshot -> {
                  result.read(
                      null,
                      snapshot.known(),
                      snapshot.token(),
                      Readings.of(
                          "",
                          new Reading(null, snapshot.reading()),
                          snapshot.known(),
                          snapshot.token()));
                  return Known.at(snapshot.known());
                });
    HeldVersion version =
        call.history()
            .version(
                call.tenant(),
                call.arguments().required(Common.DOCUMENT),
                call.arguments().text(Common.SOURCE),
                label,
                known);
    return shown(call, version, known, null, result);
  }

  private static Result inForce(Call call) {
    History history = call.history();
    Answer<Citation> held =
        history.inForce(call.tenant(), call.filter(), call.about(), call.known());
    Known known = Known.at(held.known());
    for (Citation belief : held.results()) {
      Long version = belief.version();
      if (version != null) {
        return shown(
            call,
            history.version(call.tenant(), new VersionId(version), known),
            known,
            belief,
            Result.answered().read(held));
      }
    }
    return nothing(held);
  }

  private static Result nothing(Answer<Citation> held) {
    List<String> near = new ArrayList<>();
    held.notices().stream()
        .filter(notice -> notice.code() == Notice.Kind.NOTHING_IN_FORCE)
        .flatMap(notice -> notice.beliefs().stream())
        .map(Said::belief)
        .forEach(near::add);
    return Result.notFound(
            "nothing-in-force",
            held.results().isEmpty()
                ? "no version was in force there"
                : "no version was in force there: " + Said.belief(held.results().getFirst()),
            near)
        .read(held);
  }

  /// @param belief with which it was found; null: by its label
  private static Result shown(
      Call call, HeldVersion version, Known known, @Nullable Citation belief, Result result) {
    result
        .answer(version)
        .line(
            version.document()
                + ", version "
                + (version.label() == null ? version.version() : version.label())
                + " by "
                + version.source()
                + (version.title() == null ? "" : ", \"" + version.title() + "\"")
                + (version.sha256() == null ? "" : ", sha256 " + version.sha256()));
    version.notices().forEach(notice -> result.line("Note: " + notice));
    TimeRange valid = TimeRange.always();
    if (belief != null) {
      valid = TimeRange.of(belief.valid().from(), belief.valid().to());
      result.with("belief", belief).line("In force: " + Said.belief(belief));
    }
    String text =
        version.erased() == null
            ? call.history().text(call.tenant(), new VersionId(version.version()), valid, known)
            : null;
    return withText(result, version, text, call.arguments());
  }

  private static Result withText(
      Result result, HeldVersion version, @Nullable String text, Arguments arguments) {
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    if (text == null) {
      page.put("content", null);
      page.put(
          "remark",
          version.erased() == null
              ? "link only: " + version.source() + " allows no text to be shown"
              : "erased under " + version.erased().order());
      return result.with("text", page).line(String.valueOf(page.get("remark")));
    }
    int from = Math.min(arguments.whole(OFFSET, 0), text.length());
    int to = from + Math.min(arguments.whole(LENGTH, CHARACTERS), text.length() - from);
    if (to < text.length() && to > from + 1 && Character.isHighSurrogate(text.charAt(to - 1))) {
      to--;
    }
    boolean whole = text.getBytes(StandardCharsets.UTF_8).length == version.bytes();
    page.put("offset", from);
    page.put("total", text.length());
    page.put("next_offset", to == text.length() ? null : to);
    page.put(
        "remark", whole ? null : "excerpt: " + version.source() + " allows no more to be shown");
    page.put("content", text.substring(from, to));
    result.with("text", page);
    if (!whole) {
      result.line(String.valueOf(page.get("remark")));
    }
    return result
        .line(
            "Characters "
                + from
                + " to "
                + to
                + " of "
                + text.length()
                + (to == text.length() ? ":" : "; go on with offset " + to + ":"))
        .line(text.substring(from, to));
  }
}
