package dev.asof.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The valid range that a change is about.
final class RangeOptions {

  @Option(
      names = "--from",
      order = 20,
      paramLabel = "TIME",
      description = "Start, included; a date is midnight in the source's zone.")
  private @Nullable String from;

  @Option(
      names = "--to",
      order = 21,
      paramLabel = "TIME",
      description = "End, not included; default none.")
  private @Nullable String to;

  @Option(
      names = "--zone",
      order = 22,
      paramLabel = "ZONE",
      description = "Zone of --from and --to in place of the source's, such as Europe/London.")
  private @Nullable String zone;

  @Nullable String from() {
    return from;
  }

  /// The start, for commands that need one.
  String requiredFrom(AsofCommand command) {
    if (from == null) {
      throw command.usage("Missing required option: '--from=TIME'");
    }
    return from;
  }

  @Nullable String to() {
    return to;
  }

  @Nullable String zone() {
    return zone;
  }
}
