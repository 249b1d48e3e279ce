package dev.asof.resolve;

import dev.asof.time.StatedTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a phrase means, before its bound is applied.
sealed interface Meaning {

  Granularity granularity();

  boolean approximate();

  List<String> remarks();

  Meaning with(boolean approximate, List<String> more);

  /// Whole days, `[from, to)`.
  ///
  /// @param label where it has a short name of its own
  record Days(
      LocalDate from,
      LocalDate to,
      Granularity granularity,
      boolean approximate,
      List<String> remarks,
      @Nullable String label)
      implements Meaning {

    static Days of(LocalDate from, LocalDate to, Granularity granularity) {
      return new Days(from, to, granularity, false, List.of(), null);
    }

    static Days day(LocalDate day) {
      return of(day, day.plusDays(1), Granularity.DAY);
    }

    boolean isDay() {
      return from.plusDays(1).equals(to);
    }

    Days labelled(String label) {
      return new Days(from, to, granularity, approximate, remarks, label);
    }

    @Override
    public Days with(boolean more, List<String> added) {
      return new Days(
          from, to, granularity, approximate || more, Meaning.both(remarks, added), label);
    }
  }

  /// A moment.
  record Moment(StatedTime time, Granularity granularity, boolean approximate, List<String> remarks)
      implements Meaning {
    @Override
    public Moment with(boolean more, List<String> added) {
      return new Moment(time, granularity, approximate || more, Meaning.both(remarks, added));
    }
  }

  /// A stretch of hours or less, `[from, to)`.
  record Stretch(
      Instant from, Instant to, Granularity granularity, boolean approximate, List<String> remarks)
      implements Meaning {
    @Override
    public Stretch with(boolean more, List<String> added) {
      return new Stretch(from, to, granularity, approximate || more, Meaning.both(remarks, added));
    }
  }

  private static List<String> both(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    second.stream().filter(remark -> !all.contains(remark)).forEach(all::add);
    return List.copyOf(all);
  }
}
