package dev.asof.resolve;

import dev.asof.time.TenantSetting;
import java.time.DayOfWeek;
import java.time.MonthDay;
import java.time.Period;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
    Map<String, Term> lower = new TreeMap<>();
    terms.forEach((name, term) -> lower.put(name.toLowerCase(Locale.ROOT), term));
    terms = Map.copyOf(lower);
  }

  /// What the settings of a tenant say, by the names of [TenantSetting]; those that are not about
  /// reading times of questions are passed over. Throws a [dev.asof.fault.CallerFault] where a
  /// value cannot be one.
  public static ReadingSettings of(Map<String, String> settings) {
    Map<String, Term> terms = new TreeMap<>();
    settings.forEach((name, value) -> {
      if (name.startsWith(TenantSetting.TERM)) {
        terms.put(name.substring(TenantSetting.TERM.length()), term(name, value));
      }
    });
    String recent = settings.get(TenantSetting.RECENT);
    return new ReadingSettings(
        fiscal(settings),
        word(settings, TenantSetting.NUMERIC_DATES, NumericOrder.class),
        word(settings, TenantSetting.HEMISPHERE, Hemisphere.class),
        word(settings, TenantSetting.WEEK_START, DayOfWeek.class),
        recent == null ? null : TenantSetting.recent(recent),
        terms);
  }

  private static Term term(String name, String value) {
    List<MonthDay> days = TenantSetting.term(name, value);
    return new Term(days.getFirst(), days.getLast());
  }

  private static @Nullable FiscalCalendar fiscal(Map<String, String> settings) {
    String value = settings.get(TenantSetting.FISCAL_YEAR);
    if (value == null) {
      return null;
    }
    String[] parts = TenantSetting.canonical(TenantSetting.FISCAL_YEAR, value).split(" ", -1);
    return new FiscalCalendar(
        TenantSetting.monthDay(TenantSetting.FISCAL_YEAR, parts[0]),
        FiscalCalendar.NamedBy.valueOf(parts[1].toUpperCase(Locale.ROOT)));
  }

  private static <E extends Enum<E>> @Nullable E word(
      Map<String, String> settings, String name, Class<E> words) {
    String value = settings.get(name);
    return value == null
        ? null
        : Enum.valueOf(words, TenantSetting.canonical(name, value).toUpperCase(Locale.ROOT));
  }

  /// This, but for what `over` sets: for one question that is to be read otherwise.
  public ReadingSettings with(ReadingSettings over) {
    Map<String, Term> both = new TreeMap<>(terms);
    both.putAll(over.terms());
    return new ReadingSettings(
        over.fiscal() == null ? fiscal : over.fiscal(),
        over.numericOrder() == null ? numericOrder : over.numericOrder(),
        over.hemisphere() == null ? hemisphere : over.hemisphere(),
        over.weekStart() == null ? weekStart : over.weekStart(),
        over.recent() == null ? recent : over.recent(),
        both);
  }

  /// Nothing is set.
  public static ReadingSettings none() {
    return new ReadingSettings(null, null, null, null, null, Map.of());
  }
}
