package dev.asof.mcp;

import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.History;
import dev.asof.history.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The versions of a document along valid time, as `asof timeline` shows them.
final class ListVersions implements Tool {

  @Override
  public String name() {
    return "list_versions";
  }

  @Override
  public String title() {
    return "List the versions of a document";
  }

  @Override
  public String description() {
    return "Lists which versions of a document applied when, along valid time, as known at"
        + " known_at: one line for each belief, by source in order of authority.";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters =
        new ArrayList<>(
            List.of(
                Common.document().asRequired(),
                Common.source(),
                Common.scope(),
                Common.knownAt("As known then."),
                Common.zone()));
    parameters.addAll(Common.page());
    return parameters;
  }

  @Override
  public Map<String, Object> answerSchema() {
    return Schemas.answer(Schemas.citation());
  }

  @Override
  public Result call(Call call) {
    Pages pages = Pages.of(call.arguments());
    History history = call.history();
    Known known = call.known();
    Answer<Citation> answer = history.timeline(call.tenant(), call.filter(), known, pages.page());
    Result result = Result.answered().answer(answer).read(answer);
    pages.add(result, answer, rest -> history.timeline(call.tenant(), call.filter(), known, rest));
    answer.results().forEach(one -> result.line("- " + Said.belief(one)));
    return result;
  }
}
