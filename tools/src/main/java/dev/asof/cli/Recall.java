package dev.asof.cli;

import dev.asof.id.StatementId;
import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "recall",
    description = {
      "Takes back a statement as if it had not been made.",
      "What it displaced applies again. Every receipt and asof history show the ids of "
          + "statements."
    },
    footer = {
      "  asof recall 16777218 --dry-run",
      "  asof recall 16777218 --reason \"entered for the wrong document\""
    })
final class Recall extends WriteCommand {

  @Parameters(paramLabel = "STATEMENT", description = "Id of the statement.")
  private long statement;

  @Override
  String kind() {
    return "recall";
  }

  @Override
  boolean needsReason() {
    return true;
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Recall(new StatementId(statement));
  }
}
