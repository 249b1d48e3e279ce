package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.ReadingSettings.Hemisphere;
import dev.asof.resolve.Said.SeasonName;
import dev.asof.resolve.Said.Yr;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/// Seasons of three whole months, as meteorology cuts the year, in the hemisphere that is set.
final class Seasons {

  private final Context context;

  Seasons(Context context) {
    this.context = context;
  }

  /// Throws [Asking] where no hemisphere is set, or a season that spans two years has only one.
  Days resolve(Said.Season said) {
    Hemisphere hemisphere = context.settings().hemisphere();
    String name = said.name().name().toLowerCase(Locale.ROOT);
    if (hemisphere == null) {
      throw new Asking(
          Reason.HEMISPHERE,
          "when " + name + " is depends on the hemisphere, and none is set; set it or name months");
    }
    int month = firstMonth(said.name(), hemisphere);
    Yr written = said.year();
    LocalDate from =
        written == null ? besideNow(said, month, name) : inYear(said, month, name, year(written));
    return Days.of(from, from.plusMonths(3), Granularity.SEASON)
        .labelled(
            name + " " + from.getYear() + (month == 12 ? "/" + (from.getYear() + 1) % 100 : ""))
        .with(
            true,
            List.of(
                "whole months, "
                    + hemisphere.name().toLowerCase(Locale.ROOT)
                    + " hemisphere, as set"));
  }

  private int year(Yr year) {
    return year.form() == Yr.Form.RELATIVE
        ? context.reference().today().getYear() + year.value()
        : year.form() == Yr.Form.FULL ? year.value() : 2000 + year.value();
  }

  private static int firstMonth(SeasonName name, Hemisphere hemisphere) {
    int northern =
        switch (name) {
          case SPRING -> 3;
          case SUMMER -> 6;
          case AUTUMN -> 9;
          case WINTER -> 12;
        };
    return hemisphere == Hemisphere.NORTHERN ? northern : (northern + 5) % 12 + 1;
  }

  private static LocalDate inYear(Said.Season said, int month, String name, int year) {
    Integer next = said.nextYear();
    if (next != null && (month != 12 || next != (year + 1) % 100)) {
      throw new Asking(Reason.CONTRADICTION, "that " + name + " does not lie in these two years");
    }
    if (month == 12 && next == null) {
      throw new Asking(
          Reason.YEAR,
          name + " " + year + " starts or ends in " + year,
          new Choice("starts in " + year, name + " " + year + "/" + two(year + 1)),
          new Choice("ends in " + year, name + " " + (year - 1) + "/" + two(year)));
    }
    return LocalDate.of(year, month, 1);
  }

  private static String two(int year) {
    return String.format(Locale.ROOT, "%02d", year % 100);
  }

  private LocalDate besideNow(Said.Season said, int month, String name) {
    LocalDate today = context.reference().today();
    LocalDate latest = LocalDate.of(today.getYear() + 1, month, 1);
    while (latest.isAfter(today)) {
      latest = latest.minusYears(1);
    }
    boolean within = today.isBefore(latest.plusMonths(3));
    if (said.offset() > 0) {
      return latest.plusYears(1);
    }
    if (said.offset() < 0) {
      return within ? latest.minusYears(1) : latest;
    }
    if (within) {
      return latest;
    }
    LocalDate here = LocalDate.of(today.getYear(), month, 1);
    if (month == 12) {
      throw new Asking(
          Reason.YEAR,
          "which " + name + " is meant is not certain",
          new Choice("the last", "last " + name),
          new Choice("the next", "next " + name));
    }
    return here;
  }
}
