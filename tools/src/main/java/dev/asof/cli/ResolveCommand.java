package dev.asof.cli;

import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.ReadingSettings.FiscalCalendar;
import dev.asof.resolve.ReadingSettings.Hemisphere;
import dev.asof.resolve.ReadingSettings.NumericOrder;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.time.LocalTimes;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.MonthDay;
import java.time.Period;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "resolve",
    description = {
      "Shows how the times in a question are read, without searching.",
      "English and Korean, dates also in German, French, Spanish and Catalan. What is not certain"
          + " is asked back with the choices, and ends with exit code 1. Connects to nothing."
    },
    footer = {
      "  asof resolve \"what did we know on 3 June about the policy of 1 May\"",
      "  asof resolve \"last quarter\" --zone Europe/London --reference 2024-05-15T10:00",
      "  asof resolve \"FY2024\" --fiscal-year-start 10-01 --fiscal-year-named-by end",
      "  asof resolve \"03/04/2024\" --numeric-dates day_first --output json"
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
      names = "--zone",
      order = 2,
      paramLabel = "ZONE",
      description = "Zone of times that name none; default UTC.")
  private @Nullable String zone;

  @Option(
      names = "--fiscal-year-start",
      order = 3,
      paramLabel = "MM-DD",
      description = "First day of fiscal years; default: not set, they are asked back.")
  private @Nullable String fiscalYearStart;

  @Option(
      names = "--fiscal-year-named-by",
      order = 4,
      paramLabel = "START|END",
      description = "Which of its two calendar years names a fiscal year; default end.")
  private FiscalCalendar.NamedBy fiscalYearNamedBy = FiscalCalendar.NamedBy.END;

  @Option(
      names = "--numeric-dates",
      order = 5,
      paramLabel = "ORDER",
      description = "day_first or month_first, for dates such as 03/04/2024; default: asked back.")
  private @Nullable NumericOrder numericDates;

  @Option(
      names = "--hemisphere",
      order = 6,
      paramLabel = "HEMISPHERE",
      description = "northern or southern, for seasons; default: asked back.")
  private @Nullable Hemisphere hemisphere;

  @Option(
      names = "--week-start",
      order = 7,
      paramLabel = "DAY",
      description = "First day of weeks; default monday, as in ISO 8601.")
  private @Nullable DayOfWeek weekStart;

  @Option(
      names = "--recent",
      order = 8,
      paramLabel = "PERIOD",
      description = "How far back \"recent\" reaches, as P90D or P3M; default P3M.")
  private @Nullable String recent;

  @Override
  public Integer call() {
    ReadingSettings settings =
        new ReadingSettings(
            fiscal(), numericDates, hemisphere, weekStart, recentPeriod(), Map.of());
    QuestionTime reading = new TimeReader(settings).read(question, seenFrom());
    print(ResolvedShown.of(reading));
    return reading.isCertain() ? DONE : NO;
  }

  private Reference seenFrom() {
    ZoneId in = LocalTimes.zone(zone == null ? "UTC" : zone);
    Instant now =
        reference == null
            ? edge().clock().instant()
            : LocalTimes.parseAbout(reference, in, zone == null).at(in, zone == null).instant();
    return new Reference(now, in, zone == null);
  }

  private @Nullable FiscalCalendar fiscal() {
    if (fiscalYearStart == null) {
      return null;
    }
    try {
      return new FiscalCalendar(MonthDay.parse("--" + fiscalYearStart), fiscalYearNamedBy);
    } catch (DateTimeException e) {
      throw usage("--fiscal-year-start is a month and a day, such as 10-01");
    }
  }

  private @Nullable Period recentPeriod() {
    if (recent == null) {
      return null;
    }
    try {
      return Period.parse(recent);
    } catch (DateTimeException e) {
      throw usage("--recent is a period, such as P90D or P3M");
    }
  }
}
