package dev.asof.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which tenant a command works on.
final class TenantOption {
  @Option(
      names = "--tenant",
      order = 700,
      paramLabel = "TENANT",
      description = "Tenant; default: the variable ASOF_TENANT, else default.")
  private @Nullable String tenant;

  /// Whether it is named on the command line.
  boolean isGiven() {
    return tenant != null;
  }

  String name(Edge edge) {
    if (tenant != null) {
      return tenant;
    }
    String set = edge.environment().getOrDefault("ASOF_TENANT", "");
    return set.isBlank() ? "default" : set;
  }
}
