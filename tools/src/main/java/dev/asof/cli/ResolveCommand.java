package dev.asof.cli;

import dev.asof.history.History;
import dev.asof.history.TenantSettings;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.ReadingSettings.FiscalCalendar;
import dev.asof.resolve.ReadingSettings.Hemisphere;
import dev.asof.resolve.ReadingSettings.NumericOrder;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.time.TenantSetting;
import dev.asof.write.Store;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "resolve",
    description = {
      "Shows how the times in a question are read, without searching.",
      "English and Korean, dates also in German, French, Spanish and Catalan. What is not certain"
          + " is asked back with the choices, and ends with exit code 1. Connects to nothing,"
          + " unless a tenant is named: then its settings count, and a flag before them."
    },
    footer = {
      "  asof resolve \"what did we know on 3 June about the policy of 1 May\"",
      "  asof resolve \"last quarter\" --zone Europe/London --reference 2024-05-15T10:00",
      "  asof resolve \"FY2024\" --fiscal-year-start 10-01 --fiscal-year-named-by end",
      "  asof resolve \"03/04/2024\" --numeric-dates day_first --output json",
      "  asof resolve \"FY2024\" --tenant acme --known 2024-03-01"
    })
final class ResolveCommand extends AsofCommand {

  @Parameters(paramLabel = "QUESTION", description = "A question or a phrase.")
  private String question = "";

  @Option(
      names = "--reference",
      order = 1,
      paramLabel = "TIME",
      description = "From where \"now\" and \"last year\" are seen; default: now.")
  private @Nullable String reference;

  @Option(
      names = "--fiscal-year-start",
      order = 2,
      paramLabel = "MM-DD",
      description = "First day of fiscal years; default: not set, they are asked back.")
  private @Nullable String fiscalYearStart;

  @Option(
      names = "--fiscal-year-named-by",
      order = 3,
      paramLabel = "START|END",
      description = "Which of its two calendar years names a fiscal year; default end.")
  private FiscalCalendar.NamedBy fiscalYearNamedBy = FiscalCalendar.NamedBy.END;

  @Option(
      names = "--numeric-dates",
      order = 4,
      paramLabel = "ORDER",
      description = "day_first or month_first, for dates such as 03/04/2024; default: asked back.")
  private @Nullable NumericOrder numericDates;

  @Option(
      names = "--hemisphere",
      order = 5,
      paramLabel = "HEMISPHERE",
      description = "northern or southern, for seasons; default: asked back.")
  private @Nullable Hemisphere hemisphere;

  @Option(
      names = "--week-start",
      order = 6,
      paramLabel = "DAY",
      description = "First day of weeks; default monday, as in ISO 8601.")
  private @Nullable DayOfWeek weekStart;

  @Option(
      names = "--recent",
      order = 7,
      paramLabel = "PERIOD",
      description = "How far back \"recent\" reaches, as P90D or P3M; default P3M.")
  private @Nullable String recent;

  @Option(
      names = "--term",
      order = 8,
      paramLabel = "NAME=MM-DD..MM-DD",
      description = "First and last day of a term, each year; repeatable.")
  private Map<String, String> terms = new TreeMap<>();

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final TimeOptions times = new TimeOptions();

  @Override
  public Integer call() {
    if (times.isKnownGiven() && !tenant.isGiven()) {
      throw usage("--known says as of when a tenant's settings count; name one with --tenant");
    }
    ReadingSettings flags = flags();
    TenantSettings set = tenant.isGiven() ? ofTenant() : new TenantSettings(Map.of());
    QuestionTime reading =
        new TimeReader(ReadingSettings.of(set.values()).with(flags)).read(question, seenFrom(set));
    print(ResolvedShown.of(reading));
    return reading.isCertain() ? DONE : NO;
  }

  private TenantSettings ofTenant() {
    try (Database database = open()) {
      return new History(database)
          .reader()
          .snapshot(
              new Store(database).tenant(tenant.name(edge())), times.known(), TenantSettings::in);
    }
  }

  private Reference seenFrom(TenantSettings set) {
    Optional<ZoneId> ofTenant = set.questionZone();
    ZoneId in = times.isZoneAssumed() ? ofTenant.orElse(times.zone()) : times.zone();
    boolean assumed = times.isZoneAssumed() && ofTenant.isEmpty();
    Instant now =
        reference == null
            ? edge().clock().instant()
            : LocalTimes.parseAbout(reference, in, assumed).at(in, assumed).instant();
    return new Reference(now, in, assumed);
  }

  private ReadingSettings flags() {
    Map<String, String> set = new TreeMap<>();
    terms.forEach((name, days) -> {
      String key = TenantSetting.TERM + name.strip().toLowerCase(Locale.ROOT);
      set.put(key, TenantSetting.canonical(key, days));
    });
    return new ReadingSettings(
        fiscal(),
        numericDates,
        hemisphere,
        weekStart,
        recent == null ? null : TenantSetting.recent(recent.toUpperCase(Locale.ROOT)),
        ReadingSettings.of(set).terms());
  }

  private @Nullable FiscalCalendar fiscal() {
    return fiscalYearStart == null
        ? null
        : new FiscalCalendar(
            TenantSetting.monthDay("--fiscal-year-start", fiscalYearStart), fiscalYearNamedBy);
  }
}
