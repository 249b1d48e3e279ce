package dev.asof.write;

import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How an import is to be read.
///
/// @param kind what new sources are; null: archive where all of a source's records carry one
///   recorded instant, else page
/// @param systemTime where system time comes from
/// @param carriedField the field that holds the carried system time
/// @param skipBad leave lines out that cannot be read or are recorded too late, instead of stopping
/// @param zones zones in which sources that are new to the tenant write their dates, by source name
///   before anything is written
public record ImportOptions(
    @Nullable SourceKind kind,
    SystemTime systemTime,
    String carriedField,
    boolean skipBad,
    Map<String, ZoneId> zones) {
  public ImportOptions {
    zones = Map.copyOf(zones);
  }

  /// Where the system time of a record comes from.
  public enum SystemTime {
    /// The clock, at the time of the import; what the record says is kept as provenance.
    NOW,
    /// The record itself: carried over from an older system.
    CARRIED
  }

  public static final ImportOptions NOW =
      new ImportOptions(null, SystemTime.NOW, "recorded_at", false, Map.of());

  /// System times carried from `recorded_at`.
  public static final ImportOptions CARRIED =
      new ImportOptions(null, SystemTime.CARRIED, "recorded_at", false, Map.of());

  public ImportOptions carriedBy(String field) {
    return new ImportOptions(kind, SystemTime.CARRIED, field, skipBad, zones);
  }

  public ImportOptions as(@Nullable SourceKind wanted) {
    return new ImportOptions(wanted, systemTime, carriedField, skipBad, zones);
  }

  public ImportOptions skippingBad(boolean skip) {
    return new ImportOptions(kind, systemTime, carriedField, skip, zones);
  }

  /// Zones in which sources that are new to the tenant write their dates, by source name.
  public ImportOptions inZones(Map<String, ZoneId> bySource) {
    return new ImportOptions(kind, systemTime, carriedField, skipBad, bySource);
  }
}
