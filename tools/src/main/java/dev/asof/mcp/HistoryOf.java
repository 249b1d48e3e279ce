package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;

import dev.asof.history.Answer;
import dev.asof.history.History;
import dev.asof.history.HistoryLine;
import dev.asof.history.Known;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Everything that was ever believed about a document, as `asof history` shows it.
final class HistoryOf implements Tool {

  private static final String RAW = "raw";

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String title() {
    return "History of a document";
  }

  @Override
  public String description() {
    return "Gives everything that was ever believed about a document, on both axes: what was held,"
        + " for which valid time, since when and until when it was believed, and by which"
        + " transaction, with its reason. Call it to find out why an answer changed.";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters =
        new ArrayList<>(
            List.of(
                Common.document().asRequired(),
                Common.source(),
                Common.scope(),
                Common.knownAt("As known then: nothing later is in it."),
                Common.zone(),
                Parameter.flag(
                    RAW,
                    "Rows as they are stored, without joining adjacent ones; default false.")));
    parameters.addAll(Common.page());
    return parameters;
  }

  @Override
  public Map<String, Object> answerSchema() {
    return Schemas.answer(
        Schemas.citation(
            field("operation", "string"),
            field("opened", "object"),
            field("closed", "object", "null")));
  }

  @Override
  public Result call(Call call) {
    Pages pages = Pages.of(call.arguments());
    History history = call.history();
    Known known = call.known();
    boolean raw = call.arguments().isSet(RAW);
    Answer<HistoryLine> answer =
        history.history(call.tenant(), call.filter(), known, raw, pages.page());
    Result result = Result.answered().answer(answer).read(answer);
    pages.add(
        result, answer, rest -> history.history(call.tenant(), call.filter(), known, raw, rest));
    answer.results().forEach(line -> result.line(line(line)));
    return result;
  }

  private static String line(HistoryLine line) {
    return "- "
        + Said.belief(line.belief())
        + ", believed "
        + Times.shown(line.belief().system())
        + ", by "
        + line.operation()
        + " @"
        + line.opened().transaction()
        + (line.opened().reason() == null ? "" : " (" + line.opened().reason() + ")");
  }
}
