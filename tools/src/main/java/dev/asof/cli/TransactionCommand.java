package dev.asof.cli;

import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Sources;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/// A command that is one transaction and prints its receipt.
abstract class TransactionCommand extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final WriteOptions write = new WriteOptions();

  /// What the ledger calls it.
  abstract String kind();

  /// The source whose zone its times are in; null where the command has no times.
  abstract @Nullable String timesOf();

  /// Whether it gives up or rewrites what was believed, which needs a reason.
  boolean needsReason() {
    return false;
  }

  /// The zone asked for; null: the source's.
  @Nullable String zone() {
    return null;
  }

  /// Checks the options and reads the text, before any database is opened; the rest once the zone
  /// is known.
  abstract Function<StatedTimes, List<Change>> changes();

  @Override
  public final Integer call() {
    if (needsReason() && write.lacksReason()) {
      throw usage("Give a reason with --reason; the ledger keeps it (a --dry-run needs none)");
    }
    Function<StatedTimes, List<Change>> prepared = changes();
    try (Database database = open()) {
      Store store = new Store(database);
      TenantId id = store.tenant(tenant.name(edge()));
      StatedTimes times = times(database, id);
      List<Change> changes = prepared.apply(times);
      Receipt receipt = store.write(id, write.intent(kind(), edge()), changes);
      print(ReceiptShown.of(receipt, times.read()));
      return DONE;
    }
  }

  private StatedTimes times(Database database, TenantId id) {
    String zone = zone();
    String source = timesOf();
    if (zone != null || source == null) {
      return StatedTimes.in(zone == null ? "UTC" : zone);
    }
    return new History(database)
        .reader()
        .snapshot(id, Known.latest(), snapshot -> StatedTimes.of(source, Sources.in(snapshot)));
  }
}
