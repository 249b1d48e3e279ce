package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.evaluate.Measure;
import dev.asof.evaluate.Report;
import dev.asof.history.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The report of an evaluation as every format shows it.
final class EvaluatedShown {
  private static final int NAME = 26;
  private static final int CELL = 8;

  private EvaluatedShown() {}

  static Shown of(Report report, long reused) {
    return new Shown(
        report,
        report.rows(),
        List.of(
            String.format(
                Locale.ROOT,
                "%,d questions of %s; mean, and bootstrap 95 %% interval of ndcg@10; p of the"
                    + " paired test against %s; latency in ms.",
                report.questions(),
                report.data(),
                report.baseline())),
        Table.of(
            report.rows(),
            column("system", Report.Row::system),
            column("ndcg@10", row -> mean(row, Measure.NDCG)),
            column("95 %", row -> interval(row)),
            column("hit@1", row -> mean(row, Measure.HIT_1)),
            column("rec@10", row -> mean(row, Measure.RECALL)),
            column("map@10", row -> mean(row, Measure.MAP)),
            column("wrong@1", row -> mean(row, Measure.WRONG_VERSION)),
            column("inelig@1", row -> mean(row, Measure.INELIGIBLE)),
            column("leak@10", row -> mean(row, Measure.LEAK)),
            column("p", EvaluatedShown::p),
            column("p50", row -> millis(row.latency().p50().mean())),
            column("p95", row -> millis(row.latency().p95().mean()))),
        byGroup(report),
        below(report, reused));
  }

  private static List<String> byGroup(Report report) {
    List<String> lines = new ArrayList<>();
    for (Measure measure : List.of(Measure.NDCG, Measure.WRONG_VERSION, Measure.LEAK)) {
      List<String> groups = report.groupsWith(measure);
      if (groups.size() < 2) {
        continue;
      }
      lines.add("");
      lines.add(measure.word() + " by kind, with the number of questions:");
      for (int i = 0; i < groups.size(); i++) {
        lines.add("  " + (i + 1) + " " + groups.get(i) + " " + report.groups().get(groups.get(i)));
      }
      StringBuilder head = new StringBuilder(padded("", NAME));
      for (int i = 0; i < groups.size(); i++) {
        head.append(padded(Integer.toString(i + 1), CELL));
      }
      lines.add(head.toString().stripTrailing());
      for (Report.Row row : report.rows()) {
        StringBuilder line = new StringBuilder(padded(row.system(), NAME));
        for (String group : groups) {
          line.append(
              padded(row.figure(group, measure).map(f -> figure(f.mean())).orElse(""), CELL));
        }
        lines.add(line.toString().stripTrailing());
      }
    }
    return lines;
  }

  private static List<String> below(Report report, long reused) {
    List<String> lines = new ArrayList<>();
    report
        .timeless()
        .ifPresent(sentence -> {
          lines.add(sentence);
          for (Report.Row row : report.rows()) {
            Report.Order order = row.order();
            if (order != null) {
              lines.add(
                  padded(row.system(), NAME)
                      + padded(figure(order.unchanged()), CELL)
                      + order.than());
            }
          }
        });
    report.vectors().ifPresent(lines::add);
    lines.addAll(report.leftOut());
    if (reused > 0) {
      lines.add("Taken from the run's folder: " + Counted.of(reused, "answer") + ".");
    }
    return lines;
  }

  private static @Nullable String mean(Report.Row row, Measure measure) {
    return row.figure(Report.ALL, measure).map(f -> figure(f.mean())).orElse(null);
  }

  private static @Nullable String interval(Report.Row row) {
    return row.figure(Report.ALL, Measure.NDCG)
        .map(f -> figure(f.low()) + "-" + figure(f.high()))
        .orElse(null);
  }

  private static @Nullable String p(Report.Row row) {
    return row.compared(Report.ALL, Measure.NDCG)
        .map(compared -> String.format(Locale.ROOT, "%.4f", compared.p()))
        .orElse(null);
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }
}
