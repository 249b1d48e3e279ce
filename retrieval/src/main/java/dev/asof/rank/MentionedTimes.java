package dev.asof.rank;

import dev.asof.time.TimeRange;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The times that a text speaks of, which say nothing about when it applies: years from 1000 to
/// 2099, months and days with a year (English names, ISO forms), and stretches between two of them.
/// Days, months and years are those of UTC. A candidate carries them; a boost for dates that are
/// merely mentioned is all they are good for.
public final class MentionedTimes {
  private static final String MONTH =
      "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
  private static final Pattern TIME =
      Pattern.compile(
          "(?<![\\w.,/-])(?:(?<iso>(?<isoYear>1\\d{3}|20\\d{2})-(?<isoMonth>\\d{2})(?:-(?<isoDay>\\d{2}))?)|(?:(?<day>\\d{1,2})(?:st|nd|rd|th)?"
              + " (?:of )?)?(?<month>"
              + MONTH
              + ")(?: (?<usDay>\\d{1,2})(?:st|nd|rd|th)?)?(?: ?,)? (?<monthYear>1\\d{3}|20\\d{2})"
              + "|(?<year>1\\d{3}|20\\d{2})(?<decade>s)?)(?![\\w/]|[.,]\\d)",
          Pattern.CASE_INSENSITIVE);

  /// What joins two times to one stretch.
  private static final Pattern JOINT =
      Pattern.compile(
          "\\s*(?:to|until|till|through|and|[-–—])(?: the)?(?: early| late| mid)?\\s*",
          Pattern.CASE_INSENSITIVE);

  /// The second year of `1916–20`.
  private static final Pattern SHORT_YEAR =
      Pattern.compile("\\s?[-–—]\\s?(?<last>\\d{2})(?![\\w])");

  private static final int MOST = 64;
  private static final int DECADE = 10;
  private static final int CENTURY = 100;

  private MentionedTimes() {}

  /// Distinct, in the order of the text, at most 64.
  public static List<TimeRange> of(String text) {
    Set<TimeRange> times = new LinkedHashSet<>();
    Matcher matcher = TIME.matcher(text);
    @Nullable TimeRange before = null;
    int end = 0;
    while (times.size() < MOST && matcher.find()) {
      TimeRange time = read(matcher, text);
      if (time == null) {
        continue;
      }
      TimeRange first = before;
      if (first != null
          && first.precedes(time)
          && JOINT.matcher(text.substring(end, matcher.start())).matches()) {
        times.remove(first);
        time = first.span(time);
      }
      times.add(time);
      before = time;
      end = matcher.end();
    }
    return new ArrayList<>(times);
  }

  /// Null where there is no such day.
  private static @Nullable TimeRange read(Matcher found, String text) {
    try {
      if (found.group("iso") != null) {
        return month(
            Integer.parseInt(found.group("isoYear")),
            Integer.parseInt(found.group("isoMonth")),
            found.group("isoDay"));
      }
      if (found.group("month") != null) {
        String day = found.group("day") == null ? found.group("usDay") : found.group("day");
        return month(Integer.parseInt(found.group("monthYear")), number(found.group("month")), day);
      }
      int year = Integer.parseInt(found.group("year"));
      int last = found.group("decade") == null ? year : year + DECADE - 1;
      Matcher shortYear = SHORT_YEAR.matcher(text).region(found.end(), text.length());
      if (shortYear.lookingAt()) {
        int shortened = year / CENTURY * CENTURY + Integer.parseInt(shortYear.group("last"));
        last = shortened > year ? shortened : last;
      }
      return range(LocalDate.of(year, 1, 1), LocalDate.of(last + 1, 1, 1));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static TimeRange month(int year, int month, @Nullable String day) {
    if (day == null) {
      YearMonth of = YearMonth.of(year, month);
      return range(of.atDay(1), of.plusMonths(1).atDay(1));
    }
    LocalDate of = LocalDate.of(year, month, Integer.parseInt(day));
    return range(of, of.plusDays(1));
  }

  private static int number(String month) {
    String start = month.substring(0, 3).toLowerCase(Locale.ROOT);
    return "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(start) / start.length() + 1;
  }

  private static TimeRange range(LocalDate from, LocalDate to) {
    return TimeRange.between(
        from.atStartOfDay(ZoneOffset.UTC).toInstant(), to.atStartOfDay(ZoneOffset.UTC).toInstant());
  }
}
