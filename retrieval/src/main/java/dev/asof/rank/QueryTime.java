package dev.asof.rank;

import dev.asof.time.TimeRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The event time of a question as TimelyRAG reads it: hour before day before month before year,
/// then the leftmost; a day without a year takes the year of asking; words such as before, after
/// and until are ignored, so that every expression becomes a point. Korean and ISO forms; the forms
/// are ours, the rule of choice is the release's. For questions of its benchmark only: those of
/// this store are read by `resolve`.
final class QueryTime {
  private static final String YEAR = "(?<!\\d)(?<year>(?:19|20)\\d{2})";
  private static final String DATE =
      YEAR + "(?:년|[./-]) ?(?<month>\\d{1,2})(?:월|[./-]) ?(?<day>\\d{1,2})(?!\\d)일?";
  private static final String YEARLESS = "(?<!\\d)(?<month>\\d{1,2})월 ?(?<day>\\d{1,2})일";
  private static final String HOUR = "[ T]*(?<half>오전|오후)? ?(?<hour>\\d{1,2})(?:시|:\\d{2})";

  /// Forms of one level; finest level first.
  private record Level(Granularity granularity, List<Pattern> forms) {}

  private static final List<Level> LEVELS =
      List.of(
          new Level(
              Granularity.HOUR,
              List.of(Pattern.compile(DATE + HOUR), Pattern.compile(YEARLESS + HOUR))),
          new Level(Granularity.DAY, List.of(Pattern.compile(DATE), Pattern.compile(YEARLESS))),
          new Level(
              Granularity.MONTH,
              List.of(
                  Pattern.compile(YEAR + "년 ?(?<month>\\d{1,2})월"),
                  Pattern.compile(YEAR + "-(?<month>\\d{2})(?![-\\d])"))),
          new Level(Granularity.YEAR, List.of(Pattern.compile(YEAR + "(?!\\d)"))));

  private QueryTime() {}

  private record Found(int at, EventTime time) {}

  /// Empty where the question holds no such time.
  static Optional<EventTime> read(String question, Instant asked, ZoneId zone) {
    int year = asked.atZone(zone).getYear();
    for (Level level : LEVELS) {
      Found leftmost = null;
      for (Pattern form : level.forms()) {
        for (MatchResult match : form.matcher(question).results().toList()) {
          EventTime time = time(level.granularity(), match, year, zone);
          if (time != null && (leftmost == null || match.start() < leftmost.at())) {
            leftmost = new Found(match.start(), time);
          }
        }
      }
      if (leftmost != null) {
        return Optional.of(leftmost.time());
      }
    }
    return Optional.empty();
  }

  /// Null where there is no such date: 31 February.
  private static @Nullable EventTime time(
      Granularity granularity, MatchResult match, int yearOfAsking, ZoneId zone) {
    try {
      LocalDateTime from =
          LocalDateTime.of(
              number(match, "year", yearOfAsking),
              number(match, "month", 1),
              number(match, "day", 1),
              hour(match),
              0);
      LocalDateTime to =
          switch (granularity) {
            case HOUR -> from.plusHours(1);
            case DAY -> from.plusDays(1);
            case MONTH -> from.plusMonths(1);
            case YEAR -> from.plusYears(1);
          };
      Instant start = from.atZone(zone).toInstant();
      Instant end = to.atZone(zone).toInstant();
      return start.isBefore(end) ? new EventTime(TimeRange.between(start, end), granularity) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int hour(MatchResult match) {
    int hour = number(match, "hour", 0);
    String half = group(match, "half");
    return half == null ? hour : hour % 12 + (half.equals("오후") ? 12 : 0);
  }

  private static int number(MatchResult match, String group, int otherwise) {
    String digits = group(match, group);
    return digits == null ? otherwise : Integer.parseInt(digits);
  }

  private static @Nullable String group(MatchResult match, String name) {
    return match.namedGroups().containsKey(name) ? match.group(name) : null;
  }
}
