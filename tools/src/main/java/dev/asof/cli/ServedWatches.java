package dev.asof.cli;

import dev.asof.id.TenantId;
import dev.asof.intake.watch.WatchLoop;
import dev.asof.intake.watch.WatchOptions;
import dev.asof.intake.watch.Watcher;
import dev.asof.schema.Database;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.util.ArrayList;
import java.util.List;

/// What looks at watched pages while a server runs: a loop for each tenant.
final class ServedWatches implements AutoCloseable {
  private final List<WatchLoop> loops = new ArrayList<>();
  private final Database database;

  private ServedWatches(Database database) {
    this.database = database;
  }

  /// Faults are said on standard error; looks are logged where every look is.
  ///
  /// @param database closed with the loops
  static ServedWatches start(
      Database database, List<String> tenants, WatchOptions options, Edge edge) {
    ServedWatches watches = new ServedWatches(database);
    try {
      List<TenantId> ids = tenants.stream().map(new Store(database)::tenant).toList();
      for (TenantId tenant : ids) {
        Watcher watcher =
            new Watcher(database, tenant, Intent.of("observe", edge.user()), options, edge.clock());
        watches.loops.add(
            new WatchLoop(
                    watcher, look -> {}, fault -> edge.say("asof: watching: " + fault.sentence()))
                .start());
      }
      return watches;
    } catch (RuntimeException e) {
      watches.close();
      throw e;
    }
  }

  @Override
  public void close() {
    loops.forEach(WatchLoop::close);
    database.close();
  }
}
