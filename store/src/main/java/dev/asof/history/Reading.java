package dev.asof.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How an answer read the times it was asked about. `about` is null for answers about all of valid
/// time.
public record Reading(@Nullable About about, KnownReading known) {

  /// @param text as written; null where nothing was given
  /// @param how given, or defaulted to the present of the database's clock
  /// @param zones one for each zone in which it was read; a time that needs no zone has one
  public record About(@Nullable String text, KnownReading.How how, List<InZone> zones) {
    public About {
      zones = List.copyOf(zones);
    }
  }

  /// @param assumed nobody named the zone: it is the tenant's, or UTC
  /// @param instant what the text was read as; UTC, microseconds
  /// @param decision what was decided where the zone's clocks skipped or repeated the time
  /// @param sources the sources read in this zone; empty where the zone is not theirs
  public record InZone(
      String zone,
      boolean assumed,
      Instant instant,
      @Nullable String decision,
      List<String> sources) {
    public InZone {
      sources = List.copyOf(sources);
    }
  }

  /// The times a caller has to be told, as `about` in an answer: the instant, or, where a date is
  /// not the same instant everywhere, the date; null where the answer is about all of valid time.
  @Nullable String aboutShown() {
    About asked = about;
    if (asked == null) {
      return null;
    }
    Map<Instant, List<InZone>> distinct =
        asked.zones().stream().collect(Collectors.groupingBy(InZone::instant));
    return distinct.size() == 1 ? distinct.keySet().iterator().next().toString() : asked.text();
  }
}
