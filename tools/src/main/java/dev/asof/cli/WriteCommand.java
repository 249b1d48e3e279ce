package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.List;
import java.util.function.Function;

/// A command that is one change in one transaction and prints its receipt.
abstract class WriteCommand extends TransactionCommand {

  /// Checks the options and reads the text, before any database is opened; the rest once the zone
  /// is known.
  abstract Function<StatedTimes, Change> prepare();

  @Override
  final Function<StatedTimes, List<Change>> changes() {
    Function<StatedTimes, Change> prepared = prepare();
    return times -> List.of(prepared.apply(times));
  }
}
