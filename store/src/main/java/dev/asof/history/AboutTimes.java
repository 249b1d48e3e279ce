package dev.asof.history;

import dev.asof.id.SourceId;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What `about` means for each source: a date is local midnight in the source's own zone, anything
/// finer is one instant.
final class AboutTimes {

  private final @Nullable TimeInput asked;
  private final Map<SourceId, StatedTime> bySource = new LinkedHashMap<>();
  private final Map<SourceId, TimeRange> days = new LinkedHashMap<>();
  private final StatedTime elsewhere;
  private final Sources sources;

  private AboutTimes(@Nullable TimeInput asked, StatedTime elsewhere, Sources sources) {
    this.asked = asked;
    this.elsewhere = elsewhere;
    this.sources = sources;
  }

  /// @param asked null: the present by the database's clock
  static AboutTimes of(@Nullable TimeInput asked, Snapshot snapshot, Sources sources) {
    if (asked == null) {
      Instant present = TimeRange.micros(snapshot.clock());
      StatedTime now = StatedTime.of(present);
      AboutTimes defaulted = new AboutTimes(null, now, sources);
      sources.all().forEach(source -> defaulted.bySource.put(source.id(), now));
      return defaulted;
    }
    AboutTimes times = new AboutTimes(asked, asked.at(sources.tenantZone(), true), sources);
    for (SourceAt source : sources.all()) {
      StatedTime at = asked.at(source.zone(), source.zoneAssumed());
      times.bySource.put(source.id(), at);
      if (asked instanceof TimeInput.Day day) {
        times.days.put(
            source.id(),
            TimeRange.between(
                at.instant(), LocalTimes.endOfDay(day.date(), source.zone()).instant()));
      }
    }
    return times;
  }

  /// Whether a date was asked about, which each source reads in its own zone.
  boolean isDay() {
    return asked instanceof TimeInput.Day;
  }

  Instant at(SourceId source) {
    return Objects.requireNonNull(bySource.get(source)).instant();
  }

  /// The day asked about in a source's zone; null where an instant was asked about.
  @Nullable TimeRange dayOf(SourceId source) {
    return days.get(source);
  }

  /// Holds what [#window] holds, whatever zones the sources have.
  static TimeRange widest(@Nullable TimeInput asked, Snapshot snapshot) {
    return switch (asked) {
      case null -> TimeRange.at(snapshot.clock());
      case TimeInput.Moment moment -> TimeRange.at(moment.time().instant());
      case TimeInput.Day day -> {
        Instant midnight = day.date().atStartOfDay(ZoneOffset.UTC).toInstant();
        // A zone is at most 18 hours away, and may skip some hours at midnight.
        yield TimeRange.between(
            midnight.minus(1, ChronoUnit.DAYS), midnight.plus(2, ChronoUnit.DAYS));
      }
    };
  }

  /// Holds every instant and every day asked about.
  TimeRange window() {
    TimeRange window = TimeRange.at(elsewhere.instant());
    for (StatedTime time : bySource.values()) {
      window = window.span(TimeRange.at(time.instant()));
    }
    for (TimeRange day : days.values()) {
      window = window.span(day);
    }
    return window;
  }

  /// How it was read, for the sources that an answer speaks of.
  Reading.About reading(Collection<SourceId> spoken) {
    if (asked == null) {
      return new Reading.About(
          null, KnownReading.How.DEFAULTED, List.of(inZone(elsewhere, List.of())));
    }
    Map<StatedTime, List<String>> zones = new LinkedHashMap<>();
    if (isDay()) {
      for (SourceAt source : sources.all()) {
        if (spoken.contains(source.id())) {
          zones
              .computeIfAbsent(
                  Objects.requireNonNull(bySource.get(source.id())), time -> new ArrayList<>())
              .add(source.name());
        }
      }
    }
    if (zones.isEmpty()) {
      zones.put(elsewhere, List.of());
    }
    List<Reading.InZone> read = new ArrayList<>();
    zones.forEach((time, names) -> read.add(inZone(time, names)));
    return new Reading.About(elsewhere.text(), KnownReading.How.GIVEN, read);
  }

  private static Reading.InZone inZone(StatedTime time, List<String> names) {
    return new Reading.InZone(
        time.zone().getId(), time.zoneAssumed(), time.instant(), time.decision(), names);
  }

  /// Says where a zone was assumed, if it was.
  static List<Notice> notices(Reading.About reading) {
    List<Notice> notices = new ArrayList<>();
    for (Reading.InZone zone : reading.zones()) {
      if (zone.assumed()) {
        notices.add(
            new Notice(
                Notice.Kind.ZONE_ASSUMED,
                "zone assumed: "
                    + reading.text()
                    + " was read in "
                    + zone.zone()
                    + (zone.sources().isEmpty()
                        ? ""
                        : " for "
                            + String.join(", ", zone.sources())
                            + ", whose own zone is not set"),
                null,
                List.of()));
      }
    }
    return notices;
  }
}
