package dev.asof.cli;

import dev.asof.history.Known;
import dev.asof.time.LocalTimes;
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
      description = "Zone of times that name none, and of a date in --known; default UTC.")
  private @Nullable String zone;

  boolean isKnownGiven() {
    return known != null;
  }

  Known known() {
    return known == null ? Known.latest() : known(known);
  }

  /// Null where none was given.
  @Nullable Known givenKnown() {
    return known == null ? null : known(known);
  }

  /// Null where none was given.
  @Nullable ZoneId givenZone() {
    return zone == null ? null : LocalTimes.zone(zone);
  }

  /// Reads a further time of this axis as `--known` is read.
  Known known(String text) {
    return text.matches("@\\d{1,18}")
        ? Known.token(Long.parseLong(text.substring(1)))
        : Known.stated(LocalTimes.parseKnown(text, zone(), isZoneAssumed()));
  }

  ZoneId zone() {
    return LocalTimes.zone(zone == null ? "UTC" : zone);
  }

  boolean isZoneAssumed() {
    return zone == null;
  }
}
