package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;
import static dev.asof.mcp.Schemas.list;
import static dev.asof.mcp.Schemas.object;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Models;
import dev.asof.ask.Part;
import dev.asof.ask.Request;
import dev.asof.cite.Hit;
import dev.asof.embed.Embedder;
import dev.asof.history.Counted;
import dev.asof.history.Notice;
import dev.asof.index.PassageIndex;
import dev.asof.shown.Readings;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Passages that answer a question, as `asof ask` finds them.
final class Search implements Tool {

  private static final String QUERY = "query";
  private static final String K = "k";
  private static final int PASSAGES = 5;
  private static final int MOST_PASSAGES = 100;
  private static final int LONGEST_QUERY = 10_000;
  private static final int MOST_NAMES = 50;

  @Override
  public String name() {
    return "search";
  }

  @Override
  public String title() {
    return "Search what was in force";
  }

  @Override
  public String description() {
    return "Finds the passages that answer a question, only among texts that were in force at as_of"
        + " as known at known_at. Times in the words of the question (\"last quarter\", \"in 2022"
        + " compared with 2023\", \"what did we know on 3 June\") are read where as_of and known_at"
        + " are not given; several periods give several labelled parts. Every passage was verified"
        + " and has a permalink: quote it with its source, dates and permalink. Nothing found is"
        + " not-found, with the nearest texts before and after in the notes.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.text(
                QUERY,
                LONGEST_QUERY,
                "The question, in words.",
                "may I scrape public profiles",
                "how much notice did they give in 2022 compared with 2023")
            .asRequired(),
        Common.asOf(
            "What applied at this time, whatever the words say; without it as they say,"
                + " else now."),
        Common.knownAt("As known then, whatever the words say."),
        Common.zone(),
        ResolveTime.now(),
        Parameter.texts(
            "documents", MOST_NAMES, "Only these documents, by their keys.", List.of("act/12")),
        Parameter.texts("sources", MOST_NAMES, "Only what these say.", List.of("gazette")),
        Parameter.whole(
            K,
            1,
            MOST_PASSAGES,
            "At most so many passages for each period; " + PASSAGES + " where it is not given.",
            PASSAGES));
  }

  @Override
  public Map<String, Object> answerSchema() {
    return object(
        "One part for each period",
        field("question", "string"),
        field("times", "array"),
        field("sentence", "string"),
        field("asks", "array"),
        field("known", "string"),
        field("token", "integer"),
        field(
            "parts",
            list(
                object(
                    "The passages of one period, best first",
                    field("label", "string", "null"),
                    field("about", "string", "null"),
                    field("known", "string"),
                    field("token", "integer"),
                    field(
                        "results",
                        list(
                            Schemas.citation(
                                field("passage", "integer", "null"),
                                field("heading", "string", "null"),
                                field("text", "string", "null"),
                                field("score", "number"),
                                field("permalink", "string")))),
                    field("notices", "array")))),
        field("notices", "array"));
  }

  @Override
  public Result call(Call call) {
    Arguments arguments = call.arguments();
    Request request =
        Request.of(arguments.required(QUERY))
            .about(call.about())
            .known(call.times().givenKnown())
            .inZone(call.times().givenZone())
            .seenFrom(ResolveTime.seenFrom(call))
            .top(arguments.whole(K, PASSAGES))
            .among(new Request.Among(arguments.texts("documents"), arguments.texts("sources")));
    try (Embedder embedder = call.means().embedder().orElse(null);
        PassageIndex index = call.means().index(call.database())) {
      Ask ask = new Ask(call.database(), index, Models.of(embedder), call.means().answers());
      Asked asked = ask.ask(call.tenant(), request);
      while (asked.isAskedBack()) {
        Optional<String> mended =
            call.questions().mended(request.question(), asked.asks().getFirst());
        if (mended.isEmpty()) {
          return said(Result.askedBack(asked.asks()), asked);
        }
        request = request.inWords(mended.get());
        asked = ask.ask(call.tenant(), request);
      }
      return shown(asked, request.k());
    }
  }

  private static Result said(Result result, Asked asked) {
    return result.answer(asked).read(null, asked.known(), asked.token(), List.of(asked.sentence()));
  }

  private static Result shown(Asked asked, int k) {
    List<Hit> hits = asked.results();
    Result result =
        hits.isEmpty()
            ? Result.notFound(
                "no-passage", "no passage answers among the texts that were in force", List.of())
            : Result.answered();
    if (!asked.times().isEmpty()) {
      result.line("Read: " + asked.sentence());
    }
    Part only = asked.parts().size() == 1 ? asked.parts().getFirst() : null;
    result
        .answer(asked)
        .read(
            only == null ? null : only.about(),
            asked.known(),
            asked.token(),
            asked.parts().stream().flatMap(part -> readings(part).stream()).toList());
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("results", hits.size());
    page.put("total", hits.size());
    page.put("exact", asked.parts().stream().allMatch(part -> part.results().size() < k));
    page.put("next", null);
    result.with("page", page);
    for (int i = 0; i < hits.size(); i++) {
      result.lines(Said.hit(i + 1, hits.get(i)));
    }
    if (!Boolean.TRUE.equals(page.get("exact"))) {
      result.line("At least " + Counted.of(hits.size(), "passage") + "; a greater k shows more.");
    }
    List<Notice> notices = asked.allNotices();
    return result.notices(notices);
  }

  private static List<String> readings(Part part) {
    String label = part.label() == null ? "" : part.label() + ": ";
    List<String> lines =
        new ArrayList<>(Readings.of(label, part.reading(), part.known(), part.token()));
    if (part.during() != null) {
      lines.addFirst(label + "about " + Times.shown(part.during()));
    }
    return lines;
  }
}
