package dev.asof.resolve;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/// From where a question looks.
///
/// @param now the instant that "now" means
/// @param zone where its local times are read unless it names another
/// @param zoneAssumed nobody named that zone
public record Reference(Instant now, ZoneId zone, boolean zoneAssumed) {

  LocalDate today() {
    return now.atZone(zone).toLocalDate();
  }
}
