package dev.asof.time;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Local times in, instants out: the one place where that happens. PostgreSQL is never asked,
/// because the two disagree: it reads Berlin's 2026-10-25 02:30 an hour later than Java does.
///
/// Accepted are `2024-03-01`, `2024-03-01T10:00`, `2024-03-01T10:00:30`, a fraction of a second
/// (cut to microseconds, never rounded), then `Z`, an offset, or a zone such as `[Europe/London]`.
/// Nothing else is guessed at: everything else is a [CallerFault] with [Code#BAD_TIME] that names
/// the value and these forms. Nothing here reads the machine's zone.
public final class LocalTimes {

  /// An instant, and what had to be decided to get it; `decision` is null where there was nothing
  /// to decide.
  public record Decided(Instant instant, @Nullable String decision) {}

  private static final Pattern POINT =
      Pattern.compile(
          "(?<date>\\d{4}-\\d\\d-\\d\\d)"
              + "(?:T(?<hour>\\d\\d):(?<minute>\\d\\d)"
              + "(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{1,18}))?)?"
              + "(?<offset>Z|[+-]\\d\\d:\\d\\d(?::\\d\\d)?)?(?:\\[(?<zone>[^\\[\\]]+)])?)?");
  private static final Pattern YEAR_OR_MONTH = Pattern.compile("(\\d{4})(?:-(\\d\\d))?");
  private static final String FORMS =
      "write 2024-03-01, 2024-03-01T10:00, 2024-03-01T10:00:30Z, 2024-03-01T10:00+01:00 or"
          + " 2024-03-01T10:00[Europe/London]";
  private static final int SHOWN = 60;
  private static final DateTimeFormatter WITH_OFFSET =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendOffset("+HH:MM:ss", "+00:00")
          .toFormatter(Locale.ROOT);

  private LocalTimes() {}

  /// The first instant of `day` in `zone`. Where the clocks skip local midnight this is the first
  /// instant after the gap; where they repeat it, the earlier of the two; both with the decision.
  /// Throws a [CallerFault] where the zone skipped the whole day, as Pacific/Apia did with
  /// 2011-12-30.
  public static Decided startOfDay(LocalDate day, ZoneId zone) {
    return startOfDay(day, zone, day.toString());
  }

  /// The first instant after `day` in `zone`, which is the start of the next day that exists there.
  /// Throws as [#startOfDay] does.
  public static Decided endOfDay(LocalDate day, ZoneId zone) {
    refuseSkippedDay(day, zone, day.toString());
    LocalDate next = day.plusDays(1);
    return skipOf(next, zone)
        .map(skip ->
            new Decided(
                skip.getInstant(),
                zone
                    + " skipped "
                    + next
                    + "; "
                    + day
                    + " ends where "
                    + skip.getDateTimeAfter().toLocalDate()
                    + " starts"))
        .orElseGet(() -> startOfDay(next, zone, day.toString()));
  }

  /// Reads an `about`. A date stays a date, because it is local midnight in each source's own zone;
  /// a local time is read in `zone`. A local time that the clocks of `zone` skip or repeat is a
  /// [CallerFault] with [Code#AMBIGUOUS_TIME] that names the two times to choose from: whoever
  /// writes a command can say which one is meant.
  public static TimeInput parseAbout(String text, ZoneId zone, boolean zoneAssumed) {
    Parsed parsed = parse(text);
    return parsed.time == null
        ? new TimeInput.Day(parsed.date)
        : new TimeInput.Moment(moment(parsed, zone, zoneAssumed, LocalTimes::refuseUnclear));
  }

  /// Reads a `known`. A date is the end of that day in `zone`: its last microsecond, which the
  /// caller cuts to the present. A local time is read as by [#parseAbout].
  public static StatedTime parseKnown(String text, ZoneId zone, boolean zoneAssumed) {
    Parsed parsed = parse(text);
    if (parsed.time != null) {
      return moment(parsed, zone, zoneAssumed, LocalTimes::refuseUnclear);
    }
    Decided end = endOfDay(parsed.date, zone);
    return new StatedTime(
        text,
        zone,
        zoneAssumed,
        Precision.DAY,
        end.instant().minus(1, ChronoUnit.MICROS),
        end.decision());
  }

  /// Reads a time that a source states, in that source's zone. A date is the start of its day.
  /// Nobody can be asked any more, so a local time that occurs twice is the earlier one and a
  /// skipped one is the first instant after the gap, both with the decision.
  public static StatedTime parseStated(String text, ZoneId zone, boolean zoneAssumed) {
    Parsed parsed = parse(text);
    if (parsed.time != null) {
      return moment(parsed, zone, zoneAssumed, LocalTimes::decide);
    }
    Decided start = startOfDay(parsed.date, zone);
    return new StatedTime(
        text, zone, zoneAssumed, Precision.DAY, start.instant(), start.decision());
  }

  /// The zone with this name or offset. Throws a [CallerFault] with [Code#BAD_INPUT] where there is
  /// none.
  public static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the zone "
              + quoted(name)
              + " is unknown; write a name such as Europe/London or an offset such as +01:00",
          e);
    }
  }

  private static Decided startOfDay(LocalDate day, ZoneId zone, String text) {
    refuseSkippedDay(day, zone, text);
    LocalDateTime midnight = day.atStartOfDay();
    ZoneOffsetTransition change = zone.getRules().getTransition(midnight);
    if (change == null) {
      return new Decided(midnight.atZone(zone).toInstant(), null);
    }
    if (change.isGap()) {
      return new Decided(
          change.getInstant(),
          "local midnight "
              + day
              + " does not exist in "
              + zone
              + "; the day starts at "
              + change.getDateTimeAfter().toLocalTime());
    }
    return new Decided(
        midnight.toInstant(change.getOffsetBefore()),
        "local midnight "
            + day
            + " occurs twice in "
            + zone
            + "; the earlier offset "
            + change.getOffsetBefore()
            + " was taken");
  }

  private static void refuseSkippedDay(LocalDate day, ZoneId zone, String text) {
    skipOf(day, zone)
        .ifPresent(skip -> {
          throw bad(
              text,
              "the day "
                  + day
                  + " does not exist in "
                  + zone
                  + ", where "
                  + skip.getDateTimeAfter().toLocalDate()
                  + " followed "
                  + skip.getDateTimeBefore().minusNanos(1).toLocalDate()
                  + "; write one of these two");
        });
  }

  /// The gap that swallows all of `day`, if there is one.
  private static Optional<ZoneOffsetTransition> skipOf(LocalDate day, ZoneId zone) {
    return Optional.ofNullable(zone.getRules().getTransition(day.atStartOfDay()))
        .filter(ZoneOffsetTransition::isGap)
        .filter(gap -> gap.getDateTimeAfter().toLocalDate().isAfter(day));
  }

  private static StatedTime moment(
      Parsed parsed, ZoneId zone, boolean zoneAssumed, Unclear unclear) {
    LocalDateTime local = LocalDateTime.of(parsed.date, parsed.timeOrMidnight());
    if (parsed.zone == null && parsed.offset != null) {
      return parsed.as(parsed.offset, false, new Decided(local.toInstant(parsed.offset), null));
    }
    ZoneId in = parsed.zone == null ? zone : parsed.zone;
    boolean assumed = parsed.zone == null && zoneAssumed;
    ZoneRules rules = in.getRules();
    if (parsed.offset != null) {
      if (!rules.isValidOffset(local, parsed.offset)) {
        throw bad(
            parsed.text,
            quoted(parsed.text)
                + " contradicts itself: at that local time "
                + in
                + " has "
                + offsets(rules.getValidOffsets(local))
                + "; leave the offset or the zone out, or correct it");
      }
      return parsed.as(in, assumed, new Decided(local.toInstant(parsed.offset), null));
    }
    ZoneOffsetTransition change = rules.getTransition(local);
    if (change == null) {
      return parsed.as(in, assumed, new Decided(local.atZone(in).toInstant(), null));
    }
    refuseSkippedDay(parsed.date, in, parsed.text);
    return parsed.as(in, assumed, unclear.settle(parsed.text, local, in, change));
  }

  /// What happens to a local time that the clocks skip or repeat.
  private interface Unclear {
    Decided settle(String text, LocalDateTime local, ZoneId zone, ZoneOffsetTransition change);
  }

  private static Decided decide(
      String text, LocalDateTime local, ZoneId zone, ZoneOffsetTransition change) {
    return change.isGap()
        ? new Decided(
            change.getInstant(),
            local.toLocalTime()
                + " on "
                + local.toLocalDate()
                + " does not exist in "
                + zone
                + "; the first instant after the gap, "
                + change.getDateTimeAfter().toLocalTime()
                + ", was taken")
        : new Decided(
            local.toInstant(change.getOffsetBefore()),
            local.toLocalTime()
                + " on "
                + local.toLocalDate()
                + " occurs twice in "
                + zone
                + "; the earlier offset "
                + change.getOffsetBefore()
                + " was taken");
  }

  private static Decided refuseUnclear(
      String text, LocalDateTime local, ZoneId zone, ZoneOffsetTransition change) {
    boolean gap = change.isGap();
    LocalDateTime lastBefore = change.getDateTimeBefore().minus(1, ChronoUnit.MICROS);
    String first =
        WITH_OFFSET.format((gap ? lastBefore : local).atOffset(change.getOffsetBefore()));
    String second =
        WITH_OFFSET.format(
            (gap ? change.getDateTimeAfter() : local).atOffset(change.getOffsetAfter()));
    throw new CallerFault(
        Code.AMBIGUOUS_TIME,
        local.toLocalTime()
            + " on "
            + local.toLocalDate()
            + (gap ? " does not exist in " : " occurs twice in ")
            + zone
            + (gap
                ? ": write "
                    + first
                    + " for the last moment before the gap or "
                    + second
                    + " for the first after it"
                : ": write " + first + " for the earlier or " + second + " for the later"),
        Map.of("value", text, "zone", zone.getId(), "before", first, "after", second));
  }

  private static String offsets(List<ZoneOffset> offsets) {
    return switch (offsets.size()) {
      case 0 -> "no time at all";
      case 1 -> "the offset " + offsets.getFirst();
      default -> "the offsets " + offsets.getFirst() + " and " + offsets.getLast();
    };
  }

  /// A text taken apart; `time` is null for a date, `offset` and `zone` where the text has none.
  private record Parsed(
      String text,
      LocalDate date,
      @Nullable LocalTime time,
      @Nullable ZoneOffset offset,
      @Nullable ZoneId zone,
      Precision precision) {

    LocalTime timeOrMidnight() {
      return time == null ? LocalTime.MIDNIGHT : time;
    }

    StatedTime as(ZoneId in, boolean assumed, Decided decided) {
      return new StatedTime(text, in, assumed, precision, decided.instant(), decided.decision());
    }
  }

  private static Parsed parse(String text) {
    Matcher m = POINT.matcher(text);
    if (!m.matches()) {
      throw notAPoint(text);
    }
    String hour = m.group("hour");
    String second = m.group("second");
    String fraction = m.group("fraction");
    String offset = m.group("offset");
    String zone = m.group("zone");
    LocalDate date;
    LocalTime time;
    ZoneOffset at;
    try {
      date = LocalDate.parse(m.group("date"));
      time = hour == null ? null : time(hour, m.group("minute"), second, fraction);
      at = offset == null ? null : ZoneOffset.of(offset);
    } catch (DateTimeException e) {
      throw new CallerFault(
          Code.BAD_TIME,
          quoted(text)
              + " is no time that exists"
              + ("24".equals(hour) ? " (midnight at the end of a day is 00:00 of the next)" : "")
              + "; "
              + FORMS,
          e);
    }
    if (date.getYear() == 0) {
      throw bad(text, quoted(text) + " lies in the year 0, which does not exist; " + FORMS);
    }
    if (date.getYear() == 9999) {
      throw bad(
          text, quoted(text) + " looks like a stand-in for an open end; leave an open end out");
    }
    return new Parsed(
        text,
        date,
        time,
        at,
        zone == null ? null : zone(zone),
        time == null
            ? Precision.DAY
            : second == null
                ? Precision.MINUTE
                : fraction == null ? Precision.SECOND : Precision.INSTANT);
  }

  private static LocalTime time(
      String hour, @Nullable String minute, @Nullable String second, @Nullable String fraction) {
    // Digits beyond the sixth are dropped: rounding could carry a fact into a later second.
    String micros = ((fraction == null ? "" : fraction) + "000000").substring(0, 6);
    return LocalTime.of(
        Integer.parseInt(hour),
        minute == null ? 0 : Integer.parseInt(minute),
        second == null ? 0 : Integer.parseInt(second),
        Integer.parseInt(micros) * 1000);
  }

  private static CallerFault notAPoint(String text) {
    Matcher range = YEAR_OR_MONTH.matcher(text);
    if (!range.matches()) {
      return bad(text, quoted(text) + " is not a time this store reads; " + FORMS);
    }
    String month = range.group(2);
    String year = range.group(1);
    if (month == null) {
      return bad(
          text,
          quoted(text)
              + " is a year, which is a range and no point; write one of its days, such as "
              + year
              + "-01-01");
    }
    try {
      return bad(
          text,
          quoted(text)
              + " is a month, which is a range and no point; write one of its days, such as "
              + YearMonth.parse(text).atDay(1));
    } catch (DateTimeException e) {
      return bad(text, quoted(text) + " is no month that exists; " + FORMS);
    }
  }

  private static CallerFault bad(String text, String sentence) {
    return new CallerFault(Code.BAD_TIME, sentence, Map.of("value", shown(text)));
  }

  static String quoted(String text) {
    return '"' + shown(text) + '"';
  }

  /// Hostile input stays short and on one line in a message.
  private static String shown(String text) {
    String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    return cut.replaceAll("\\p{Cntrl}", "?");
  }
}
