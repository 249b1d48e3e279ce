package dev.asof.cli;

import dev.asof.history.Known;
import dev.asof.shown.AskedTimes;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// As known when, and in which zone times are read.
final class TimeOptions {

  @Option(
      names = "--known",
      order = 501,
      paramLabel = "TIME",
      description =
          "As known at this time, or at a token such as @12; a date is the end of that day."
              + " Default: the last transaction.")
  private @Nullable String known;

  @Option(
      names = "--zone",
      order = 502,
      paramLabel = "ZONE",
      description =
          "Zone of a time of day that names none, of a date in --known, and from which words such"
              + " as today are seen; it does not move a date of valid time, which is midnight in"
              + " its source's own zone. Default: UTC.")
  private @Nullable String zone;

  boolean isKnownGiven() {
    return known != null;
  }

  Known known() {
    return asked().knownOrLatest();
  }

  /// Null where none was given.
  @Nullable Known givenKnown() {
    return asked().givenKnown();
  }

  /// Null where none was given.
  @Nullable ZoneId givenZone() {
    return asked().givenZone();
  }

  /// Reads a further time of this axis as `--known` is read.
  Known known(String text) {
    return asked().known(text);
  }

  ZoneId zone() {
    return asked().zone();
  }

  boolean isZoneAssumed() {
    return asked().isZoneAssumed();
  }

  private AskedTimes asked() {
    return new AskedTimes(known, zone);
  }
}
