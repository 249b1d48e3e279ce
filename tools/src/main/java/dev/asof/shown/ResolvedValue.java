package dev.asof.shown;

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
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A reading of times as JSON has it.
public record ResolvedValue(
    QuestionKind kind,
    List<Time> about,
    List<Time> known,
    List<Part> periods,
    List<AskBack> asks,
    List<Unread> unread,
    String sentence) {

  /// One time, as in JSON.
  ///
  /// @param range UTC, the end is not included
  public record Time(
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
  public record Part(String label, @Nullable DateRange dates, Span range) {}

  public static ResolvedValue of(QuestionTime reading) {
    return new ResolvedValue(
        reading.kind(),
        reading.about().stream().map(ResolvedValue::time).toList(),
        reading.known().stream().map(ResolvedValue::time).toList(),
        reading.periods().stream().map(ResolvedValue::part).toList(),
        reading.asks(),
        reading.unread(),
        reading.sentence());
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
}
