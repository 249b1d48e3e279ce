package dev.asof.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Who writes.
final class ActorOption {

  @Option(
      names = "--actor",
      order = 601,
      paramLabel = "NAME",
      description = "Who; default the user of the operating system.")
  private @Nullable String actor;

  String name(Edge edge) {
    return actor == null ? edge.user() : actor;
  }
}
