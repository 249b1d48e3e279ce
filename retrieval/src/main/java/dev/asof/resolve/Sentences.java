package dev.asof.resolve;

import dev.asof.resolve.ReadTime.ZoneOrigin;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says how times were read, in words a person can check.
final class Sentences {

  private static final int LONGEST = 200;

  private Sentences() {}

  /// `"last quarter" is read as valid time Q1 2024: from 2024-01-01 to 2024-04-01 (not included),
  /// in each source's own zone, seen from Europe/London`.
  static String reading(
      Axis axis,
      String text,
      String label,
      Binder.Bounded bounded,
      ZoneId zone,
      ZoneOrigin origin,
      boolean approximate,
      List<String> remarks) {
    List<String> parts = new ArrayList<>();
    String range = range(bounded.dates(), bounded.range(), zone);
    parts.add(
        quoted(text)
            + " is read as "
            + (axis == Axis.ABOUT ? "valid time " : "system time ")
            + (approximate ? "about " : "")
            + (range.endsWith(label) || range.contains(label + " ") ? range : label + ": " + range)
            + ", "
            + (axis == Axis.ABOUT && bounded.dates() != null && origin != ZoneOrigin.TEXT
                ? "in each source's own zone, seen from "
                : "")
            + zone(zone)
            + (origin == ZoneOrigin.ASSUMED ? " (zone assumed)" : ""));
    parts.addAll(remarks);
    return String.join("; ", parts);
  }

  private static String range(@Nullable DateRange dates, TimeRange range, ZoneId zone) {
    LocalDate day = dates == null ? null : dates.onlyDay();
    if (day != null) {
      return "the day " + day;
    }
    String from = dates == null ? local(range.fromOrNull(), zone) : text(dates.from());
    String to = dates == null ? local(range.toOrNull(), zone) : text(dates.to());
    if (from.isEmpty()) {
      return "before " + to + " (not included)";
    }
    return to.isEmpty() ? "from " + from + " on" : "from " + from + " to " + to + " (not included)";
  }

  private static String text(@Nullable LocalDate day) {
    return day == null ? "" : day.toString();
  }

  private static String local(@Nullable Instant instant, ZoneId zone) {
    return instant == null ? "" : instant.atZone(zone).toOffsetDateTime().toString();
  }

  static String zone(ZoneId zone) {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }

  /// `"03/04/2024" is not certain: the day or the month can come first. 3 April 2024: write
  /// 2024-04-03. 4 March 2024: write 2024-03-04.`.
  static String asking(String text, String why, List<Choice> choices) {
    StringBuilder sentence =
        new StringBuilder(quoted(text)).append(" is not certain: ").append(why);
    for (Choice choice : choices) {
      sentence.append(". ").append(choice.label()).append(": write ").append(choice.write());
    }
    return sentence.toString();
  }

  /// Hostile input stays short and on one line.
  static String quoted(String text) {
    String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
  }
}
