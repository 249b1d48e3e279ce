package dev.asof.resolve;

import java.time.DayOfWeek;
import java.time.MonthDay;
import java.time.Period;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a tenant means by words that do not mean the same everywhere. What is not set is asked
/// back, but for weeks, which follow ISO 8601, and "recent", which is three months; both are said
/// in the reading.
///
/// @param fiscal the fiscal calendar
/// @param numericOrder of 03/04/2024
/// @param hemisphere of seasons
/// @param weekStart the first day of a week
/// @param recent how far back "recent" reaches
/// @param terms dates of named terms, by name in lower case: `michaelmas`
public record ReadingSettings(
    @Nullable FiscalCalendar fiscal,
    @Nullable NumericOrder numericOrder,
    @Nullable Hemisphere hemisphere,
    @Nullable DayOfWeek weekStart,
    @Nullable Period recent,
    Map<String, Term> terms) {

  static final Period THREE_MONTHS = Period.ofMonths(3);

  /// In which order the parts of a numeric date stand.
  public enum NumericOrder {
    DAY_FIRST,
    MONTH_FIRST
  }

  /// Where seasons are meant.
  public enum Hemisphere {
    NORTHERN,
    SOUTHERN
  }

  /// When fiscal years start, and which of their two calendar years names them.
  public record FiscalCalendar(MonthDay start, NamedBy namedBy) {

    /// Which calendar year names a fiscal year; they agree where it starts on 1 January.
    public enum NamedBy {
      START,
      END
    }
  }

  /// A term that returns each year, from its first day through its last.
  public record Term(MonthDay first, MonthDay last) {}

  public ReadingSettings {
    Map<String, Term> lower = new java.util.TreeMap<>();
    terms.forEach((name, term) -> lower.put(name.toLowerCase(Locale.ROOT), term));
    terms = Map.copyOf(lower);
  }

  /// Nothing is set.
  public static ReadingSettings none() {
    return new ReadingSettings(null, null, null, null, null, Map.of());
  }
}
