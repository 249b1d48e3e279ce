package dev.asof.resolve;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;

/// Names of days and months in sentences.
final class Words {

  private Words() {}

  static String of(DayOfWeek day) {
    return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  static String of(Month month) {
    return month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  /// `3 April 2024`.
  static String of(LocalDate day) {
    return day.getDayOfMonth() + " " + of(day.getMonth()) + " " + day.getYear();
  }

  /// A short label: `2023`, `Q3 2023`, `2023-07`, `2023-07-01`, else both ends.
  static String label(Meaning meaning) {
    return switch (meaning) {
      case Meaning.Days days -> {
        String own = days.label();
        yield own == null ? label(days) : own;
      }
      case Meaning.Moment moment -> moment.time().instant().toString();
      case Meaning.Stretch stretch -> stretch.from() + " to " + stretch.to();
    };
  }

  private static String label(Meaning.Days days) {
    LocalDate from = days.from();
    boolean whole = from.getDayOfMonth() == 1;
    int year = from.getYear();
    int month = from.getMonthValue();
    if (days.isDay()) {
      return from.toString();
    }
    if (whole && from.plusMonths(1).equals(days.to())) {
      return from.toString().substring(0, from.toString().length() - 3);
    }
    if (whole && month % 3 == 1 && from.plusMonths(3).equals(days.to())) {
      return "Q" + (month + 2) / 3 + " " + year;
    }
    if (whole && month % 6 == 1 && from.plusMonths(6).equals(days.to())) {
      return "H" + (month + 5) / 6 + " " + year;
    }
    if (whole && month == 1 && from.plusYears(1).equals(days.to())) {
      return Integer.toString(year);
    }
    return from + " to " + days.to().minusDays(1);
  }
}
