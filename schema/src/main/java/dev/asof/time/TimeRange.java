package dev.asof.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A period on one of the two axes: closed at the start, open at the end, never empty.
///
/// Bounds are instants in UTC, cut down to whole microseconds, which is what PostgreSQL keeps.
/// Either side may be unbounded; an unbounded side is a missing value and never a far-away date,
/// because to PostgreSQL `[x,infinity)` and `[x,)` are different ranges.
public final class TimeRange {

  /// The earliest instant that can be stored: PostgreSQL's first Julian day.
  public static final Instant EARLIEST = Instant.parse("-4712-01-01T00:00:00Z");

  /// The first instant that is refused as a bound. Look-alikes of infinity such as 9999-12-31 lie
  /// at or after it.
  public static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private static final TimeRange ALWAYS = new TimeRange(null, null);

  private final @Nullable Instant from;
  private final @Nullable Instant to;

  private TimeRange(@Nullable Instant from, @Nullable Instant to) {
    this.from = from;
    this.to = to;
    if (from != null && to != null && !from.isBefore(to)) {
      throw new IllegalArgumentException(
          "the range [" + from + ", " + to + ") is empty: its end has to be after its start");
    }
  }

  /// `[from, to)`.
  public static TimeRange between(Instant from, Instant to) {
    return new TimeRange(micros(from), micros(to));
  }

  /// `[from, unbounded)`.
  public static TimeRange from(Instant from) {
    return new TimeRange(micros(from), null);
  }

  /// `(unbounded, to)`.
  public static TimeRange until(Instant to) {
    return new TimeRange(null, micros(to));
  }

  /// The microsecond of `instant`: the shortest range there is.
  public static TimeRange at(Instant instant) {
    Instant start = micros(instant);
    return new TimeRange(start, start.plus(1, ChronoUnit.MICROS));
  }

  /// Unbounded on both sides.
  public static TimeRange always() {
    return ALWAYS;
  }

  /// Built from optional bounds; a missing bound is unbounded.
  public static TimeRange of(@Nullable Instant from, @Nullable Instant to) {
    return from == null && to == null
        ? ALWAYS
        : new TimeRange(from == null ? null : micros(from), to == null ? null : micros(to));
  }

  /// Cuts `instant` down to the microsecond. The only place where precision is lost; rounding up,
  /// as PostgreSQL does with text, would move a fact into a future in which it was not known.
  public static Instant micros(Instant instant) {
    Instant cut = instant.truncatedTo(ChronoUnit.MICROS);
    if (cut.isBefore(EARLIEST) || !cut.isBefore(LATEST)) {
      throw new IllegalArgumentException(
          "the time "
              + instant
              + " lies outside "
              + EARLIEST
              + " to "
              + LATEST
              + "; leave an open end out instead of writing a far-away date");
    }
    return cut;
  }

  public Optional<Instant> start() {
    return Optional.ofNullable(from);
  }

  public Optional<Instant> end() {
    return Optional.ofNullable(to);
  }

  public @Nullable Instant fromOrNull() {
    return from;
  }

  public @Nullable Instant toOrNull() {
    return to;
  }

  public boolean isEndUnbounded() {
    return to == null;
  }

  public boolean isStartUnbounded() {
    return from == null;
  }

  public boolean contains(Instant point) {
    return (from == null || !point.isBefore(from)) && (to == null || point.isBefore(to));
  }

  public boolean contains(TimeRange other) {
    return startsNoLaterThan(other) && endsNoEarlierThan(other);
  }

  public boolean overlaps(TimeRange other) {
    return startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
  }

  /// This range ends at or before the start of `other`.
  public boolean precedes(TimeRange other) {
    return to != null && other.from != null && !other.from.isBefore(to);
  }

  /// The end of one is the start of the other: SQL:2011's IMMEDIATELY PRECEDES or IMMEDIATELY
  /// SUCCEEDS.
  public boolean meets(TimeRange other) {
    return (to != null && to.equals(other.from)) || (other.to != null && other.to.equals(from));
  }

  public Optional<TimeRange> intersect(TimeRange other) {
    if (!overlaps(other)) {
      return Optional.empty();
    }
    return Optional.of(
        new TimeRange(
            startsNoLaterThan(other) ? other.from : from,
            endsNoEarlierThan(other) ? other.to : to));
  }

  /// The part of this range before `point`, if there is one.
  public Optional<TimeRange> before(Instant point) {
    Instant cut = micros(point);
    if (from != null && !from.isBefore(cut)) {
      return Optional.empty();
    }
    return to != null && !cut.isBefore(to)
        ? Optional.of(this)
        : Optional.of(new TimeRange(from, cut));
  }

  /// The part of this range at and after `point`, if there is one.
  public Optional<TimeRange> onwardFrom(Instant point) {
    Instant cut = micros(point);
    if (to != null && !cut.isBefore(to)) {
      return Optional.empty();
    }
    return from != null && !from.isBefore(cut)
        ? Optional.of(this)
        : Optional.of(new TimeRange(cut, to));
  }

  /// The smallest range that holds both; meant for ranges that meet or overlap.
  public TimeRange span(TimeRange other) {
    return new TimeRange(
        startsNoLaterThan(other) ? from : other.from, endsNoEarlierThan(other) ? to : other.to);
  }

  private boolean startsNoLaterThan(TimeRange other) {
    return from == null || (other.from != null && !other.from.isBefore(from));
  }

  private boolean endsNoEarlierThan(TimeRange other) {
    return to == null || (other.to != null && !to.isBefore(other.to));
  }

  private boolean startsBeforeEndOf(TimeRange other) {
    return from == null || other.to == null || from.isBefore(other.to);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof TimeRange other
        && java.util.Objects.equals(from, other.from)
        && java.util.Objects.equals(to, other.to);
  }

  @Override
  public int hashCode() {
    return java.util.Objects.hash(from, to);
  }

  /// `[2024-01-01T00:00:00Z, 2024-04-01T00:00:00Z)`, with `unbounded` in the place of a missing
  /// bound.
  @Override
  public String toString() {
    return (from == null ? "(unbounded" : "[" + from)
        + ", "
        + (to == null ? "unbounded)" : to + ")");
  }
}
