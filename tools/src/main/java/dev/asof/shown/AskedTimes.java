package dev.asof.shown;

import dev.asof.history.Known;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// As known when, and in which zone times are read, as a caller wrote it.
///
/// @param known a time, or a token such as `@12`; null: the last transaction
/// @param zoneName of times that name none; null: UTC, assumed
public record AskedTimes(@Nullable String known, @Nullable String zoneName) {

  public Known knownOrLatest() {
    return known == null ? Known.latest() : known(known);
  }

  /// Null where none was given.
  public @Nullable Known givenKnown() {
    return known == null ? null : known(known);
  }

  /// Null where none was given.
  public @Nullable ZoneId givenZone() {
    return zoneName == null ? null : LocalTimes.zone(zoneName);
  }

  /// Reads a further time of system time, as `known` is read.
  public Known known(String text) {
    return text.matches("@\\d{1,18}")
        ? Known.token(Long.parseLong(text.substring(1)))
        : Known.stated(LocalTimes.parseKnown(text, zone(), isZoneAssumed()));
  }

  /// Reads a time of valid time.
  public TimeInput about(String text) {
    return LocalTimes.parseAbout(text, zone(), isZoneAssumed());
  }

  public ZoneId zone() {
    return LocalTimes.zone(zoneName == null ? "UTC" : zoneName);
  }

  public boolean isZoneAssumed() {
    return zoneName == null;
  }
}
