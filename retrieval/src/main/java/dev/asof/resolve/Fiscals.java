package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.ReadingSettings.FiscalCalendar;
import dev.asof.resolve.Said.Yr;
import java.time.LocalDate;
import java.util.List;

/// Fiscal years and their parts, in the calendar that is set.
final class Fiscals {

  private final Context context;

  Fiscals(Context context) {
    this.context = context;
  }

  /// Throws [Asking] where no fiscal calendar is set.
  Days resolve(Said.Fiscal said) {
    FiscalCalendar calendar = context.settings().fiscal();
    if (calendar == null) {
      throw new Asking(
          Reason.FISCAL_CALENDAR,
          "when a fiscal year starts is not set here; set the fiscal calendar or name days");
    }
    Yr year = said.year();
    if (year == null && said.part() == Unit.QUARTER && said.index() == 0) {
      return besideNow(calendar, said.offset());
    }
    LocalDate start = year == null ? current(calendar, said.offset()) : start(calendar, said, year);
    int months = said.part() == Unit.QUARTER ? 3 : said.part() == Unit.HALF ? 6 : 12;
    if (said.index() < 1 || said.index() * months > 12) {
      throw new Asking(
          Reason.IMPOSSIBLE, "a fiscal year has no " + said.part().word() + " " + said.index());
    }
    LocalDate from = start.plusMonths((long) months * (said.index() - 1));
    String part = said.part() == Unit.YEAR ? "" : " " + said.part().name().charAt(0) + said.index();
    return days(calendar, from, from.plusMonths(months), start, part, said.part());
  }

  private static Days days(
      FiscalCalendar calendar,
      LocalDate from,
      LocalDate to,
      LocalDate start,
      String part,
      Unit unit) {
    boolean byStart = calendar.namedBy() == FiscalCalendar.NamedBy.START;
    int name = byStart ? start.getYear() : start.plusYears(1).minusDays(1).getYear();
    return Days.of(from, to, unit.granularity())
        .labelled("FY" + name + part)
        .with(
            false,
            List.of(
                "fiscal years start on "
                    + calendar.start().toString().substring(2)
                    + " and are named by the year in which they "
                    + (byStart ? "start" : "end")
                    + ", as set"));
  }

  private LocalDate start(FiscalCalendar calendar, Said.Fiscal said, Yr written) {
    int year =
        written.form() == Yr.Form.RELATIVE
            ? context.reference().today().getYear() + written.value()
            : written.form() == Yr.Form.FULL ? written.value() : 2000 + written.value();
    Integer second = said.secondYear();
    if (second != null) {
      if (second != (year + 1) % 100) {
        throw new Asking(Reason.CONTRADICTION, "the two years do not follow each other");
      }
      return calendar.start().atYear(year);
    }
    LocalDate named = calendar.start().atYear(year);
    boolean byStart =
        calendar.namedBy() == FiscalCalendar.NamedBy.START
            || named.plusYears(1).minusDays(1).getYear() == year;
    return byStart ? named : calendar.start().atYear(year - 1);
  }

  /// The start of the fiscal year that holds the reference, moved by whole years.
  private LocalDate current(FiscalCalendar calendar, int offset) {
    LocalDate today = context.reference().today();
    LocalDate start = calendar.start().atYear(today.getYear());
    return calendar
        .start()
        .atYear((start.isAfter(today) ? today.getYear() - 1 : today.getYear()) + offset);
  }

  private Days besideNow(FiscalCalendar calendar, int offset) {
    LocalDate today = context.reference().today();
    LocalDate start = current(calendar, 0);
    int quarter = 0;
    while (quarter < 3 && !start.plusMonths(3L * (quarter + 1)).isAfter(today)) {
      quarter++;
    }
    LocalDate from = start.plusMonths(3L * (quarter + offset));
    LocalDate year = from.isBefore(start) ? calendar.start().atYear(start.getYear() - 1) : start;
    LocalDate of =
        from.isBefore(calendar.start().atYear(start.getYear() + 1))
            ? year
            : calendar.start().atYear(start.getYear() + 1);
    int index = Math.floorMod(quarter + offset, 4) + 1;
    return days(calendar, from, from.plusMonths(3), of, " Q" + index, Unit.QUARTER);
  }
}
