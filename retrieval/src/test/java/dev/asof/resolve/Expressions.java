package dev.asof.resolve;

import dev.asof.resolve.ReadingSettings.FiscalCalendar;
import dev.asof.resolve.ReadingSettings.FiscalCalendar.NamedBy;
import dev.asof.resolve.ReadingSettings.Hemisphere;
import dev.asof.resolve.ReadingSettings.NumericOrder;
import dev.asof.resolve.ReadingSettings.Term;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.MonthDay;
import java.time.Period;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The table of expressions and their wanted readings.
final class Expressions {

  /// @param expression a phrase or a whole question
  /// @param wanted the reading, as [Rendering] writes it
  record Row(String expression, Reference reference, ReadingSettings settings, String wanted) {

    QuestionTime read() {
      return new TimeReader(settings).read(expression, reference);
    }

    @Override
    public String toString() {
      return expression + " (" + reference.now() + ", " + reference.zone() + ")";
    }
  }

  private Expressions() {}

  static List<Row> rows() {
    try (InputStream in =
        Objects.requireNonNull(Expressions.class.getResourceAsStream("expressions.tsv"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> row(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String[] cells) {
    return new Row(
        cells[0],
        new Reference(Instant.parse(cells[1]), ZoneId.of(cells[2]), false),
        settings(cells[3]),
        cells[4]);
  }

  private static ReadingSettings settings(String written) {
    Map<String, String> set = new HashMap<>();
    Arrays.stream(written.split(" ", -1))
        .filter(one -> one.contains("="))
        .forEach(one ->
            set.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1)));
    Map<String, Term> terms = new HashMap<>();
    set.forEach((name, value) -> {
      if (name.startsWith("term.")) {
        String[] days = value.split("/", -1);
        terms.put(name.substring(5), new Term(day(days[0]), day(days[1])));
      }
    });
    String fiscal = set.get("fiscal");
    String order = set.get("order");
    String hemisphere = set.get("hemisphere");
    String week = set.get("week");
    String recent = set.get("recent");
    return new ReadingSettings(
        fiscal == null ? null : fiscal(fiscal.split("/", -1)),
        order == null ? null : NumericOrder.valueOf(upper(order)),
        hemisphere == null ? null : Hemisphere.valueOf(upper(hemisphere)),
        week == null ? null : DayOfWeek.valueOf(upper(week)),
        recent == null ? null : Period.parse(recent),
        terms);
  }

  private static FiscalCalendar fiscal(String[] parts) {
    return new FiscalCalendar(day(parts[0]), NamedBy.valueOf(upper(parts[1])));
  }

  private static MonthDay day(String monthAndDay) {
    return MonthDay.parse("--" + monthAndDay);
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
