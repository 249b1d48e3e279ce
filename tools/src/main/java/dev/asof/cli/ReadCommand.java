package dev.asof.cli;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import picocli.CommandLine.Mixin;

/// A command that asks one question of one tenant as known at a time.
abstract class ReadCommand extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final TimeOptions times = new TimeOptions();

  final TimeOptions times() {
    return times;
  }

  final String tenantName() {
    return tenant.name(edge());
  }

  /// Checks what picocli cannot, before any database is opened.
  void check() {}

  /// Asks, prints, and returns the exit code.
  abstract int answer(Database database, TenantId tenant);

  /// As [#answer(Database, TenantId)], of the tenant that was named.
  int answer(Database database) {
    return answer(database, new Store(database).tenant(tenant.name(edge())));
  }

  @Override
  public final Integer call() {
    check();
    try (Database database = open()) {
      return answer(database);
    }
  }
}
