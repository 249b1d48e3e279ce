package dev.asof.rank;

import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What candidates are ranked for.
///
/// @param question as it was asked
/// @param point where it is answered; its `known` is the time of asking in methods that need one
/// @param event the period that the question gave; null: it gave none, and `about` is the present
/// @param zone in which days, months and years are counted
public record Inquiry(
    String question, BitemporalPoint point, @Nullable EventTime event, ZoneId zone) {

  /// From the period that was asked about to `other`; zero where they meet or overlap, so that
  /// `2026` is as near to July as to January.
  Duration distanceTo(TimeRange other) {
    return event == null
        ? Distance.between(point.about(), other)
        : Distance.between(event.during(), other);
  }

  /// From `date` to the period that was asked about; zero where it lies in it or after it, because
  /// nothing is younger than new.
  Duration age(Instant date) {
    Instant start =
        Optional.ofNullable(event).flatMap(asked -> asked.during().start()).orElse(point.about());
    return date.isBefore(start) ? Duration.between(date, start) : Duration.ZERO;
  }
}
