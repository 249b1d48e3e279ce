package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.Span;
import dev.asof.resolve.AskBack;
import dev.asof.resolve.Axis;
import dev.asof.resolve.Bound;
import dev.asof.resolve.DateRange;
import dev.asof.resolve.Granularity;
import dev.asof.resolve.Period;
import dev.asof.resolve.QuestionKind;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadTime;
import dev.asof.resolve.TextSpan;
import dev.asof.resolve.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A reading of times as every format shows it.
final class ResolvedShown {

  /// One time, as in JSON.
  ///
  /// @param range UTC, the end is not included
  record Time(
      Axis axis,
      String text,
      TextSpan span,
      Bound bound,
      Granularity granularity,
      @Nullable DateRange dates,
      Span range,
      String zone,
      ReadTime.ZoneOrigin zoneOrigin,
      boolean approximate,
      String label,
      List<String> remarks,
      String sentence) {}

  /// One labelled sub-query, as in JSON.
  record Part(String label, @Nullable DateRange dates, Span range) {}

  /// A reading, as in JSON.
  record Resolved(
      QuestionKind kind,
      List<Time> about,
      List<Time> known,
      List<Part> periods,
      List<AskBack> asks,
      List<Unread> unread,
      String sentence) {}

  private ResolvedShown() {}

  static Shown of(QuestionTime reading) {
    Resolved resolved =
        new Resolved(
            reading.kind(),
            reading.about().stream().map(ResolvedShown::time).toList(),
            reading.known().stream().map(ResolvedShown::time).toList(),
            reading.periods().stream().map(ResolvedShown::part).toList(),
            reading.asks(),
            reading.unread(),
            reading.sentence());
    List<Time> times = Stream.concat(resolved.known().stream(), resolved.about().stream()).toList();
    return new Shown(
        resolved,
        List.of(resolved),
        List.of("Kind of question: " + word(reading.kind()) + "."),
        Table.of(
            times,
            column("axis", time -> word(time.axis())),
            column("text", Time::text),
            column("bound", time -> time.bound().word()),
            column("label", Time::label),
            column("range", time -> Times.shown(time.range())),
            column("zone", Time::zone)),
        below(reading));
  }

  private static List<String> below(QuestionTime reading) {
    List<String> lines = new ArrayList<>();
    if (reading.periods().size() > 1) {
      lines.add(
          "Asked one by one: "
              + String.join(", ", reading.periods().stream().map(Period::label).toList())
              + ".");
    }
    lines.add(reading.sentence());
    for (Unread unread : reading.unread()) {
      lines.add("Left as a word: \"" + unread.text() + "\", " + unread.why() + ".");
    }
    return lines;
  }

  private static Time time(ReadTime time) {
    return new Time(
        time.axis(),
        time.text(),
        time.span(),
        time.bound(),
        time.granularity(),
        time.dates(),
        Times.span(time.range()),
        Times.shown(time.zone()),
        time.zoneOrigin(),
        time.approximate(),
        time.label(),
        time.remarks(),
        time.sentence());
  }

  private static Part part(Period period) {
    return new Part(period.label(), period.dates(), Times.span(period.range()));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
