package dev.asof.ask;

import dev.asof.cite.RangeVerifier;
import dev.asof.cite.Verification;
import dev.asof.cite.Verifier;
import dev.asof.eligible.Eligibility;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.id.SourceId;
import dev.asof.rank.EventTime;
import dev.asof.rank.Granularity;
import dev.asof.rank.Inquiry;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The time of a sub-query as every step needs it.
///
/// @param points the instant asked of each source; none for a range
/// @param about as [Part#about]
/// @param during as [Part#during]
/// @param eligible what the index is asked
/// @param inquiry what rankers are told
/// @param notices about how the time was read
record When(
    Verification verification,
    Map<SourceId, Instant> points,
    Reading reading,
    @Nullable String about,
    @Nullable TimeRange during,
    List<Eligibility.At> eligible,
    Inquiry inquiry,
    List<Notice> notices) {
  When {
    eligible = List.copyOf(eligible);
    notices = List.copyOf(notices);
  }

  private static final Duration DAYS = Duration.ofDays(2);
  private static final Duration MONTHS = Duration.ofDays(93);

  static When of(Subquery.Time time, String question, Snapshot snapshot) {
    return switch (time) {
      case Subquery.At at -> at(at.about(), null, question, snapshot);
      case Subquery.AtKnown then ->
          at(
              moment(snapshot.known()),
              "the question names no valid time: this is what was believed at "
                  + snapshot.known()
                  + " to apply then",
              question,
              snapshot);
      case Subquery.During during -> during(during, question, snapshot);
      case Subquery.History history -> during(history.during(), question, snapshot);
    };
  }

  /// @param chosen how the time was chosen, where nobody gave it; null: it was given, or is the
  ///   present
  private static When at(
      @Nullable TimeInput about, @Nullable String chosen, String question, Snapshot snapshot) {
    Verifier verifier = new Verifier(snapshot, about);
    Answer<Citation> head = verifier.head();
    Instant instant =
        Objects.requireNonNull(head.reading().about(), "asked about a point")
            .zones()
            .getFirst()
            .instant();
    String why =
        about == null
            ? "no time was given: this is what is in effect now, "
                + instant
                + ", as known at "
                + snapshot.known()
            : chosen;
    List<Notice> notices = new ArrayList<>();
    if (why != null) {
      notices.add(new Notice(Notice.Kind.NO_TIME_GIVEN, why, null, List.of()));
    }
    notices.addAll(head.notices());
    EventTime event =
        switch (about) {
          case null -> null;
          case TimeInput.Day day ->
              new EventTime(
                  TimeRange.between(instant, instant.plus(1, ChronoUnit.DAYS)), Granularity.DAY);
          case TimeInput.Moment moment ->
              new EventTime(
                  TimeRange.at(instant),
                  moment.time().precision() == Precision.DAY ? Granularity.DAY : Granularity.HOUR);
        };
    return new When(
        verifier,
        verifier.times(),
        head.reading(),
        head.about(),
        null,
        points(verifier.times(), snapshot),
        new Inquiry(
            question, new BitemporalPoint(instant, snapshot.known()), event, ZoneOffset.UTC),
        notices);
  }

  /// One point for each instant, with the sources that are asked about it.
  private static List<Eligibility.At> points(Map<SourceId, Instant> times, Snapshot snapshot) {
    Map<Instant, Set<SourceId>> byInstant = new LinkedHashMap<>();
    times.forEach(
        (source, at) -> byInstant.computeIfAbsent(at, none -> new HashSet<>()).add(source));
    if (byInstant.size() < 2) {
      // Where nothing was recorded yet, any point will do.
      Instant only = byInstant.isEmpty() ? snapshot.known() : byInstant.keySet().iterator().next();
      return List.of(new Eligibility.At(new BitemporalPoint(only, snapshot.known()), Set.of()));
    }
    List<Eligibility.At> points = new ArrayList<>();
    byInstant.forEach((at, sources) ->
        points.add(new Eligibility.At(new BitemporalPoint(at, snapshot.known()), sources)));
    return points;
  }

  private static When during(Subquery.During asked, String question, Snapshot snapshot) {
    Sources sources = Sources.about(snapshot, moment(anyOf(asked.range(), snapshot)));
    Map<SourceId, TimeRange> bySource = new LinkedHashMap<>();
    Map<TimeRange, Set<SourceId>> byRange = new LinkedHashMap<>();
    List<String> assumed = new ArrayList<>();
    for (SourceAt source : sources.all()) {
      TimeRange range = asked.in(source.zone());
      bySource.put(source.id(), range);
      byRange.computeIfAbsent(range, none -> new HashSet<>()).add(source.id());
      if (source.zoneAssumed() && asked.dates() != null) {
        assumed.add(source.name());
      }
    }
    List<Notice> notices = new ArrayList<>();
    if (!assumed.isEmpty()) {
      notices.add(
          new Notice(
              Notice.Kind.ZONE_ASSUMED,
              "zone assumed: the days were read in "
                  + sources.tenantZone().getId()
                  + " for "
                  + String.join(", ", assumed)
                  + ", whose own zone is not set",
              null,
              List.of()));
    }
    if (snapshot.pinned()) {
      notices.addAll(new Verifier(snapshot, null).head().notices());
    }
    List<Eligibility.At> eligible = new ArrayList<>();
    byRange.forEach((range, ofSources) ->
        eligible.add(
            new Eligibility.At(
                range, snapshot.known(), byRange.size() == 1 ? Set.of() : ofSources)));
    if (eligible.isEmpty()) {
      eligible.add(new Eligibility.At(asked.range(), snapshot.known(), Set.of()));
    }
    TimeRange whole = bySource.values().stream().reduce(TimeRange::span).orElse(asked.range());
    return new When(
        new RangeVerifier(snapshot, bySource, whole),
        Map.of(),
        new Reading(null, snapshot.reading()),
        null,
        whole,
        eligible,
        new Inquiry(
            question,
            new BitemporalPoint(anyOf(asked.range(), snapshot), snapshot.known()),
            new EventTime(asked.range(), granularity(asked.range())),
            ZoneOffset.UTC),
        notices);
  }

  /// An instant of the range: its first, else its last, else the present.
  private static Instant anyOf(TimeRange range, Snapshot snapshot) {
    return range
        .start()
        .orElseGet(() ->
            range
                .end()
                .map(end -> end.minus(1, ChronoUnit.MICROS))
                .orElse(TimeRange.micros(snapshot.clock())));
  }

  /// The level of TimelyRAG that fits the length of a range best.
  private static Granularity granularity(TimeRange range) {
    Instant from = range.fromOrNull();
    Instant to = range.toOrNull();
    if (from == null || to == null) {
      return Granularity.YEAR;
    }
    Duration length = Duration.between(from, to);
    return length.compareTo(DAYS) < 0
        ? Granularity.DAY
        : length.compareTo(MONTHS) <= 0 ? Granularity.MONTH : Granularity.YEAR;
  }

  static TimeInput moment(Instant instant) {
    return new TimeInput.Moment(StatedTime.of(instant));
  }
}
