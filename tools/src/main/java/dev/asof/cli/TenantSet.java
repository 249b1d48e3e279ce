package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.shown.WantedSettings;
import dev.asof.time.TenantSetting;
import dev.asof.write.Change;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "set",
    description = {
      "Sets how times are read for a tenant, from now on.",
      "What is not named stays as it is, an empty value unsets. All of it is one transaction; an"
          + " answer as known before reads the times as they were set then."
    },
    footer = {
      "  asof tenant set --tenant acme --zone Europe/London",
      "  asof tenant set --fiscal-year-start 10-01 --fiscal-year-named-by end --numeric-dates"
          + " day_first",
      "  asof tenant set --hemisphere northern --week-start monday --recent P90D",
      "  asof tenant set --term michaelmas=10-01..12-17 --term hilary=",
      "  asof tenant set --tenant acme --zone \"\""
    })
final class TenantSet extends TransactionCommand {

  @Option(
      names = "--zone",
      order = 1,
      paramLabel = "ZONE",
      description = "Zone of the dates of sources that have none, such as Europe/London.")
  private @Nullable String zone;

  @Option(
      names = "--question-zone",
      order = 2,
      paramLabel = "ZONE",
      description = "Zone of the times of questions that name none.")
  private @Nullable String questionZone;

  @Option(
      names = "--fiscal-year-start",
      order = 3,
      paramLabel = "MM-DD",
      description = "First day of fiscal years, such as 10-01; needs --fiscal-year-named-by.")
  private @Nullable String fiscalYearStart;

  @Option(
      names = "--fiscal-year-named-by",
      order = 4,
      paramLabel = "START|END",
      description = "Which of its two calendar years names a fiscal year.")
  private @Nullable String fiscalYearNamedBy;

  @Option(
      names = "--numeric-dates",
      order = 5,
      paramLabel = "ORDER",
      description = "day_first or month_first, for dates such as 03/04/2024.")
  private @Nullable String numericDates;

  @Option(
      names = "--hemisphere",
      order = 6,
      paramLabel = "HEMISPHERE",
      description = "northern or southern, for seasons.")
  private @Nullable String hemisphere;

  @Option(
      names = "--week-start",
      order = 7,
      paramLabel = "DAY",
      description = "First day of weeks; where it is not set, monday.")
  private @Nullable String weekStart;

  @Option(
      names = "--recent",
      order = 8,
      paramLabel = "PERIOD",
      description = "How far back \"recent\" reaches, as P90D or P3M; where it is not set, P3M.")
  private @Nullable String recent;

  @Option(
      names = "--term",
      order = 9,
      paramLabel = "NAME=MM-DD..MM-DD",
      description = "First and last day of a term, each year; repeatable.")
  private Map<String, String> terms = new TreeMap<>();

  @Override
  String kind() {
    return "set";
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, List<Change>> changes() {
    if (fiscalYearStart == null || !fiscalYearStart.isBlank()) {
      requireBothOfFiscalYear();
    }
    WantedSettings wanted =
        new WantedSettings()
            .set(TenantSetting.ZONE, zone)
            .set(TenantSetting.QUESTION_ZONE, questionZone)
            .fiscalYear(fiscalYearStart, fiscalYearNamedBy)
            .set(TenantSetting.NUMERIC_DATES, numericDates)
            .set(TenantSetting.HEMISPHERE, hemisphere)
            .set(TenantSetting.WEEK_START, weekStart)
            .set(TenantSetting.RECENT, recent);
    terms.forEach(wanted::term);
    List<Change> changes = wanted.changes();
    if (changes.isEmpty()) {
      throw usage("Name what to set, such as --zone Europe/London");
    }
    return times -> changes;
  }

  private void requireBothOfFiscalYear() {
    if ((fiscalYearStart == null) != (fiscalYearNamedBy == null)) {
      throw usage(
          "Give --fiscal-year-start and --fiscal-year-named-by together: FY2024 may be named by the"
              + " calendar year in which it starts, or by that in which it ends");
    }
  }
}
