package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.resolve.Period;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.Unread;
import dev.asof.shown.ResolvedValue;
import dev.asof.shown.ResolvedValue.Time;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A reading of times as every format shows it.
final class ResolvedShown {

  private ResolvedShown() {}

  static Shown of(QuestionTime reading) {
    ResolvedValue resolved = ResolvedValue.of(reading);
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

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
