package dev.asof.resolve;

import dev.asof.resolve.ReadTime.ZoneOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A reading on one line, as the table of expressions states it.
final class Rendering {

  private Rendering() {}

  static String of(QuestionTime reading) {
    List<String> parts = new ArrayList<>();
    parts.add(reading.kind().name());
    reading.about().forEach(time -> parts.add("about " + of(time)));
    reading.known().forEach(time -> parts.add("known " + of(time)));
    boolean cut =
        reading.periods().size() != reading.about().size()
            && reading.kind() != QuestionKind.HISTORY;
    if (cut && !reading.periods().isEmpty()) {
      parts.add(
          "periods " + String.join(" | ", reading.periods().stream().map(Period::label).toList()));
    }
    for (AskBack ask : reading.asks()) {
      String choices = String.join(" | ", ask.choices().stream().map(Choice::write).toList());
      parts.add("ask " + ask.reason() + (choices.isEmpty() ? "" : " " + choices));
    }
    return String.join("; ", parts);
  }

  private static String of(ReadTime time) {
    String bound =
        switch (time.bound()) {
          case ON, DURING, BETWEEN -> "";
          default -> time.bound().word() + " ";
        };
    return bound
        + (time.approximate() ? "~" : "")
        + range(time)
        + (time.zoneOrigin() == ZoneOrigin.TEXT ? " @" + time.zone() : "");
  }

  private static String range(ReadTime time) {
    DateRange dates = time.dates();
    if (dates == null) {
      boolean moment =
          (time.bound() == Bound.ON || time.bound() == Bound.AS_OF) && time.granularity().isPoint();
      return moment
          ? time.range().start().orElseThrow().toString()
          : time.range().start().map(Objects::toString).orElse("")
              + ".."
              + time.range().end().map(Objects::toString).orElse("");
    }
    if (dates.onlyDay() != null) {
      return dates.onlyDay().toString();
    }
    return Objects.toString(dates.from(), "") + ".." + Objects.toString(dates.to(), "");
  }
}
