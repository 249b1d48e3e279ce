package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// Which phrases lack a year, and which give theirs to others.
final class Years {

  private Years() {}

  static boolean isMissing(Said said) {
    return switch (said) {
      case Said.Day day -> day.year() == null;
      case Said.Month month -> month.year() == null;
      case Said.Quarter quarter -> quarter.year() == null;
      case Said.Half half -> half.year() == null;
      default -> {
        Said inner = inner(said);
        yield inner != null && isMissing(inner);
      }
    };
  }

  /// The year that a fuller date gives; null where it has none to give.
  static @Nullable Integer of(Said said) {
    return switch (said) {
      case Said.Day day -> full(day.year());
      case Said.Month month -> full(month.year());
      case Said.Quarter quarter -> full(quarter.year());
      case Said.Half half -> full(half.year());
      case Said.Iso iso -> Integer.valueOf(iso.text().substring(0, 4));
      case Said.Numeric numeric -> numeric.yearDigits() == 4 ? numeric.year() : null;
      default -> {
        Said inner = inner(said);
        yield inner == null ? null : of(inner);
      }
    };
  }

  private static @Nullable Integer full(Said.@Nullable Yr year) {
    return year != null && year.form() == Said.Yr.Form.FULL ? year.value() : null;
  }

  private static @Nullable Said inner(Said said) {
    return switch (said) {
      case Said.Part part -> part.of();
      case Said.At at -> at.day();
      case Said.InZone in -> in.time();
      case Said.Approximate about -> about.time();
      case Said.Shift shift -> shift.from();
      case Said.Beside beside -> beside.time();
      case Said.WeekOf week -> week.day();
      case Said.WeekFrom week -> week.day();
      case Said.Nth nth -> nth.within();
      default -> null;
    };
  }
}
