package dev.asof.resolve;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a phrase says, before the reference decides what it means. Numbers are as written: whether
/// such a day exists is for [Resolver] to say.
sealed interface Said {

  /// A year that is written out, or counted from the year of the reference.
  record Yr(int value, Form form) {
    enum Form {
      FULL,
      TWO_DIGITS,
      RELATIVE
    }
  }

  record Day(@Nullable Yr year, int month, int day, @Nullable DayOfWeek weekday) implements Said {}

  record Month(@Nullable Yr year, int month) implements Said {}

  record Quarter(@Nullable Yr year, int quarter) implements Said {}

  record Half(@Nullable Yr year, int half) implements Said {}

  record Year(Yr year) implements Said {}

  record Decade(int firstYear, boolean shortened) implements Said {}

  record Century(int number) implements Said {}

  /// @param iso written in the notation of ISO 8601
  record Week(@Nullable Yr year, int week, @Nullable Integer day, boolean iso) implements Said {}

  record WeekOf(Said day) implements Said {}

  /// Seven days from a day on, or up to and including it.
  record WeekFrom(Said day, int direction) implements Said {}

  enum SeasonName {
    SPRING,
    SUMMER,
    AUTUMN,
    WINTER;

    private static final List<SeasonName> ALL = List.of(values());

    /// By its place, as `words.tsv` gives it.
    static SeasonName of(int place) {
      return ALL.get(place);
    }
  }

  /// @param year null: the occurrence at `offset` from the reference
  /// @param nextYear the second of two years, as in winter 2019/20
  record Season(SeasonName name, @Nullable Yr year, @Nullable Integer nextYear, int offset)
      implements Said {}

  record Term(String name, @Nullable Yr year) implements Said {}

  /// @param part `QUARTER`, `HALF`, or `YEAR` for the whole
  /// @param index of the part, 1 for the first; with no year an offset from the current part
  /// @param year null: counted from the current fiscal year by `offset`
  /// @param secondYear the second of its calendar years, where both are written; null: one is
  record Fiscal(Unit part, int index, @Nullable Yr year, int offset, @Nullable Integer secondYear)
      implements Said {}

  /// Last, this or next of a unit.
  record Relative(Unit unit, int offset) implements Said {}

  /// The last or next n of a unit.
  record Counted(int n, Unit unit, int direction) implements Said {}

  /// The last n whole units of the calendar.
  record Completed(int n, Unit unit) implements Said {}

  /// The last of a unit, with the article: it ends today, or where the calendar's last one ended.
  record TheLast(Unit unit) implements Said {}

  /// A month by name, the last, this or next one.
  record MonthBeside(int month, int direction) implements Said {}

  /// The stretch of one unit right before or after a time.
  record Beside(Unit unit, Said time, int direction) implements Said {}

  /// n of a unit before or after the reference.
  record Ago(int n, Unit unit, int direction) implements Said {}

  /// @param week the week it is in, counted from this one; null: not said
  /// @param direction -1 for last, 1 for next, 0 where the word says nothing
  record Weekday(DayOfWeek day, @Nullable Integer week, int direction) implements Said {}

  /// The reference itself.
  record Now() implements Said {}

  record SameTime(Unit unit, int offset) implements Said {}

  /// A time named before it in the question, or the unit around that time, moved by `offset`.
  record That(@Nullable Unit unit, int offset) implements Said {}

  enum Portion {
    EARLY,
    MID,
    LATE,
    FIRST_DAY,
    LAST_DAY,
    FIRST_TEN_DAYS,
    SECOND_TEN_DAYS,
    LAST_TEN_DAYS,
    FIRST_HALF,
    SECOND_HALF
  }

  record Part(Portion portion, Said of) implements Said {}

  record Shift(Said from, int n, Unit unit, int direction) implements Said {}

  /// @param n 1 for the first, -1 for the last
  record Nth(int n, Unit unit, @Nullable DayOfWeek weekday, Said within) implements Said {}

  /// @param endOfDay written as 24:00
  record At(Said day, LocalTime time, @Nullable ZoneId zone, Unit precision, boolean endOfDay)
      implements Said {}

  /// An instant or local time in the notation of ISO 8601.
  record Iso(String text) implements Said {}

  record InZone(Said time, ZoneId zone) implements Said {}

  /// A date in numbers whose order is not said by its form.
  record Numeric(int first, int second, int year, int yearDigits) implements Said {}

  record Recent(int direction) implements Said {}

  record Approximate(Said time) implements Said {}

  record Event(String name) implements Said {}

  /// A reason for asking that the words alone give.
  record Unclear(Reason reason, String sentence) implements Said {}
}
