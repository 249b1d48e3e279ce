package dev.asof.mcp;

import static dev.asof.mcp.Schemas.field;
import static dev.asof.mcp.Schemas.list;
import static dev.asof.mcp.Schemas.object;

import dev.asof.history.BeliefChange;
import dev.asof.history.Compared;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What came to be believed differently, as `asof changes` shows it.
final class WhatChanged implements Tool {

  private static final String SINCE = "since";

  @Override
  public String name() {
    return "what_changed";
  }

  @Override
  public String title() {
    return "What came to be believed differently";
  }

  @Override
  public String description() {
    return "Compares two times of knowing: what did we believe at since, and what do we believe at"
        + " known_at, for which valid time, with the transactions and reasons between. It"
        + " shows corrections, also of the far past. To compare what applied at two valid"
        + " times call diff.";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters =
        new ArrayList<>(
            List.of(
                Parameter.text(
                        SINCE,
                        Common.LONGEST_TIME,
                        "The earlier time of knowing, written like known_at.",
                        "2023-05-15",
                        "@12")
                    .asRequired(),
                Common.knownAt("The later time of knowing."),
                Common.document(),
                Common.source(),
                Common.scope(),
                Common.zone()));
    parameters.addAll(Common.page());
    return parameters;
  }

  @Override
  public Map<String, Object> answerSchema() {
    return Schemas.answer(
        object(
            "For a part of valid time a source has something else",
            field("document", "string"),
            field("source", "string"),
            field("scope", "string"),
            field("section", "string", "null"),
            field("valid", Schemas.span()),
            field("before", "object", "null"),
            field("after", "object", "null"),
            field("recorded", list(object("A transaction", field("transaction", "integer"))))));
  }

  @Override
  public Result call(Call call) {
    Pages pages = Pages.of(call.arguments());
    History history = call.history();
    Known earlier = call.times().known(call.arguments().required(SINCE));
    Known later = call.known();
    Compared<BeliefChange> answer =
        history.changes(call.tenant(), call.filter(), earlier, later, pages.page());
    Result result = Result.answered().answer(answer).read(answer);
    pages.add(
        result,
        answer,
        (rest, each) ->
            history.changes(
                call.tenant(), call.filter(), earlier, later, rest, head -> {}, each::accept));
    answer.results().forEach(change -> result.line(line(change)));
    return result;
  }

  private static String line(BeliefChange change) {
    return "- "
        + change.document()
        + (change.section() == null ? "" : " # " + change.section())
        + " by "
        + change.source()
        + (change.scope().isEmpty() ? "" : " for " + change.scope())
        + ", valid "
        + Times.shown(change.valid())
        + ": "
        + Said.holds(change.before())
        + " -> "
        + Said.holds(change.after())
        + ", by "
        + change.recorded().stream()
            .map(one ->
                one.kind()
                    + " @"
                    + one.transaction()
                    + (one.reason() == null ? "" : " (" + one.reason() + ")"))
            .collect(Collectors.joining(", "));
  }
}
