package dev.asof.resolve;

import dev.asof.fault.CallerFault;
import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Meaning.Moment;
import dev.asof.resolve.Meaning.Stretch;
import dev.asof.resolve.ReadTime.ZoneOrigin;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Applies a bound to what a phrase means: days and moments in, a half-open range out.
final class Binder {

  /// One side of a range; both null where it is unbounded, `day` null where it is finer than a day.
  private record Edge(@Nullable LocalDate day, @Nullable Instant instant) {
    static final Edge OPEN = new Edge(null, null);
  }

  /// A range with its days, where they are whole.
  record Bounded(@Nullable DateRange dates, TimeRange range, List<String> decisions) {}

  private final ZoneId zone;
  private final List<String> decisions = new ArrayList<>();

  Binder(ZoneId zone) {
    this.zone = zone;
  }

  /// Throws [Asking].
  Bounded bind(Bound bound, Meaning first, @Nullable Meaning second, boolean endExcluded) {
    return switch (bound) {
      case ON, AS_OF, DURING -> range(start(first), end(first));
      case BEFORE, UNTIL -> range(Edge.OPEN, start(first));
      case AFTER -> range(first instanceof Moment ? start(first) : end(first), Edge.OPEN);
      case THROUGH, BY -> range(Edge.OPEN, end(first));
      case SINCE, FROM -> range(start(first), Edge.OPEN);
      case BETWEEN -> {
        Meaning last = second == null ? first : second;
        boolean open =
            endExcluded
                || (last instanceof Moment moment && moment.granularity() == Granularity.INSTANT);
        yield range(start(first), open ? start(last) : end(last));
      }
    };
  }

  private Edge start(Meaning meaning) {
    return switch (meaning) {
      case Days days -> new Edge(days.from(), startOf(days));
      case Moment moment -> new Edge(null, moment.time().instant());
      case Stretch stretch -> new Edge(null, stretch.from());
    };
  }

  private Edge end(Meaning meaning) {
    return switch (meaning) {
      case Days days -> new Edge(days.to(), endOf(days));
      case Moment moment -> new Edge(null, after(moment));
      case Stretch stretch -> new Edge(null, stretch.to());
    };
  }

  private static Instant after(Moment moment) {
    Instant at = moment.time().instant();
    return switch (moment.granularity()) {
      case HOUR -> at.plus(1, ChronoUnit.HOURS);
      case MINUTE -> at.plus(1, ChronoUnit.MINUTES);
      case SECOND -> at.plusSeconds(1);
      default -> at.plus(1, ChronoUnit.MICROS);
    };
  }

  /// A day that the zone skipped is asked back where it is meant alone; a longer time starts with
  /// the next day that exists.
  private Instant startOf(Days days) {
    try {
      return decided(LocalTimes.startOfDay(days.from(), zone));
    } catch (CallerFault fault) {
      if (days.isDay()) {
        throw Resolver.asking(fault);
      }
      return decided(LocalTimes.endOfDay(days.from().minusDays(1), zone));
    }
  }

  private Instant endOf(Days days) {
    LocalDate last = days.to().minusDays(1);
    try {
      return decided(LocalTimes.endOfDay(last, zone));
    } catch (CallerFault fault) {
      if (days.isDay()) {
        throw Resolver.asking(fault);
      }
      return decided(LocalTimes.endOfDay(last.minusDays(1), zone));
    }
  }

  private Instant decided(LocalTimes.Decided decided) {
    String decision = decided.decision();
    if (decision != null && !decisions.contains(decision)) {
      decisions.add(decision);
    }
    return decided.instant();
  }

  private Bounded range(Edge from, Edge to) {
    Instant start = from.instant();
    Instant end = to.instant();
    if (start != null && end != null && !start.isBefore(end)) {
      throw new Asking(Reason.CONTRADICTION, "it ends before it starts");
    }
    boolean whole = (start == null || from.day() != null) && (end == null || to.day() != null);
    return new Bounded(
        whole ? new DateRange(from.day(), to.day()) : null,
        TimeRange.of(start, end),
        List.copyOf(decisions));
  }

  /// The zone that a phrase names; null where it names none.
  static @Nullable ZoneId zoneOf(Said said, Meaning meaning) {
    return switch (said) {
      case Said.InZone in -> in.zone();
      case Said.At at when at.zone() != null -> at.zone();
      case Said.At at -> zoneOf(at.day(), meaning);
      case Said.Iso iso when meaning instanceof Moment moment && namesZone(iso.text()) ->
          moment.time().zone();
      case Said.Approximate about -> zoneOf(about.time(), meaning);
      case Said.Part part -> zoneOf(part.of(), meaning);
      case Said.Shift shift -> zoneOf(shift.from(), meaning);
      default -> null;
    };
  }

  private static boolean namesZone(String iso) {
    String time = iso.substring(iso.indexOf('T'));
    return time.endsWith("Z") || time.contains("+") || time.contains("-") || time.contains("[");
  }

  static ZoneOrigin origin(@Nullable ZoneId named, Reference reference) {
    return named != null
        ? ZoneOrigin.TEXT
        : reference.zoneAssumed() ? ZoneOrigin.ASSUMED : ZoneOrigin.GIVEN;
  }
}
