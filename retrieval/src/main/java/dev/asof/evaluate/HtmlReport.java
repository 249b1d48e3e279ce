package dev.asof.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A report as one page that needs nothing else: charts are drawn in the page, nothing is fetched
/// and nothing runs.
public final class HtmlReport {
  private static final int LABEL = 190;
  private static final int CHART = 460;
  private static final int WIDTH = 760;
  private static final int ROW = 22;
  private static final int BAR = 13;
  private static final int AXIS = 26;
  private static final int TICKS = 5;
  private static final double SIGNIFICANT = 0.05;

  private static final List<Measure> COMPARED =
      List.of(Measure.NDCG, Measure.HIT_1, Measure.RECALL, Measure.WRONG_VERSION, Measure.LEAK);

  private static final String STYLE =
      """
      :root{color-scheme:light}
      body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:66rem;background:#fff;color:#1c2330;\
      font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
      h1{font-size:1.7rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
      p{max-width:48rem}.quiet{color:#5b6472;font-size:.9rem}
      .wide{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;\
      font-variant-numeric:tabular-nums}
      th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #e4e8ee;white-space:nowrap}
      th{color:#5b6472;font-weight:600}th:first-child,td:first-child{text-align:left}
      td.best{font-weight:700}td.quiet{font-size:inherit}svg{max-width:100%;height:auto;display:block}
      svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:#1c2330}
      svg text.quiet{fill:#5b6472;font-size:12px}code{font-size:.92em}
      """;

  private final Report report;
  private final StringBuilder page = new StringBuilder();

  private HtmlReport(Report report) {
    this.report = report;
  }

  /// The whole page, UTF-8.
  public static String of(Report report) {
    return new HtmlReport(report).page();
  }

  private String page() {
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(escaped("Version selection on " + report.data()))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n");
    head();
    bars(Measure.NDCG, "Right answers near the top", "#3566b8");
    bars(
        Measure.WRONG_VERSION,
        "Right document, wrong version in first place (less is better)",
        "#c4572e");
    bars(Measure.LEAK, "Something recorded later among the first ten (less is better)", "#9a4f96");
    all();
    grouped(Measure.NDCG);
    grouped(Measure.WRONG_VERSION);
    grouped(Measure.LEAK);
    against();
    order();
    latency();
    words();
    return page.append("</body>\n</html>\n").toString();
  }

  private void head() {
    page.append("<h1>")
        .append(escaped("Version selection on " + report.data()))
        .append("</h1>\n<p class=\"quiet\">")
        .append(
            escaped(
                String.format(
                    Locale.ROOT,
                    "%,d questions, %d systems; baseline %s; seed %d; data %s",
                    report.questions(),
                    report.rows().size(),
                    report.baseline(),
                    report.seed(),
                    report.hash().substring(0, Math.min(16, report.hash().length())))))
        .append("</p>\n");
    report
        .leftOut()
        .forEach(sentence ->
            page.append("<p class=\"quiet\">").append(escaped(sentence)).append("</p>\n"));
    report
        .vectors()
        .ifPresent(sentence ->
            page.append("<p class=\"quiet\">").append(escaped(sentence)).append("</p>\n"));
  }

  /// One bar for each system, with its 95 % interval.
  private void bars(Measure measure, String title, String colour) {
    List<Report.Row> rows =
        report.rows().stream().filter(row -> row.figure(Report.ALL, measure).isPresent()).toList();
    if (rows.isEmpty()) {
      return;
    }
    int height = AXIS + rows.size() * ROW;
    page.append("<h2>")
        .append(escaped(title))
        .append("</h2>\n<p class=\"quiet\">")
        .append(measure.word())
        .append(", mean and bootstrap 95 % interval</p>\n")
        .append(
            String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH,
                height,
                WIDTH,
                escaped(measure.word() + " by system")));
    for (int tick = 0; tick <= TICKS; tick++) {
      double x = LABEL + (double) CHART * tick / TICKS;
      page.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" y1=\"18\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e4e8ee\"/><text"
                  + " class=\"quiet\" x=\"%.1f\" y=\"12\" text-anchor=\"middle\">%.1f</text>\n",
              x,
              x,
              height,
              x,
              (double) tick / TICKS));
    }
    int y = AXIS;
    for (Report.Row row : rows) {
      Statistics.Estimate estimate = row.figure(Report.ALL, measure).orElseThrow();
      double middle = y + BAR / 2.0;
      page.append(
          String.format(
              Locale.ROOT,
              "<g><title>%s: %s</title><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>"
                  + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>"
                  + "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#1c2330\""
                  + " stroke-width=\"1.5\"/>"
                  + "<text x=\"%.1f\" y=\"%.1f\">%s</text></g>\n",
              escaped(row.system()),
              escaped(row.says()),
              LABEL - 8,
              middle + 4,
              escaped(row.system()),
              LABEL,
              y,
              CHART * estimate.mean(),
              BAR,
              colour,
              LABEL + CHART * estimate.low(),
              middle,
              LABEL + CHART * estimate.high(),
              middle,
              LABEL + CHART * estimate.high() + 8,
              middle + 4,
              figure(estimate.mean())));
      y += ROW;
    }
    page.append("</svg>\n");
  }

  private void all() {
    List<Measure> measures = shown(Report.ALL);
    List<String> names = new ArrayList<>(List.of("system"));
    measures.forEach(measure -> names.add(measure.word()));
    title("Every measure, all questions");
    open(names);
    for (Report.Row row : report.rows()) {
      page.append("<tr><td>").append(escaped(row.system())).append("</td>");
      measures.forEach(measure -> cell(row, Report.ALL, measure));
      page.append("</tr>\n");
    }
    close();
  }

  private void grouped(Measure measure) {
    List<String> groups = report.groupsWith(measure);
    if (groups.size() < 2) {
      return;
    }
    title(measure.word() + " by kind");
    List<String> names = new ArrayList<>(List.of("system"));
    groups.forEach(group -> names.add(group + " (" + report.groups().get(group) + ")"));
    open(names);
    for (Report.Row row : report.rows()) {
      page.append("<tr><td>").append(escaped(row.system())).append("</td>");
      groups.forEach(group -> cell(row, group, measure));
      page.append("</tr>\n");
    }
    close();
  }

  /// Shaded by its value, bold where no system is better.
  private void cell(Report.Row row, String group, Measure measure) {
    Optional<Statistics.Estimate> estimate = row.figure(group, measure);
    if (estimate.isEmpty()) {
      page.append("<td></td>");
      return;
    }
    double mean = estimate.get().mean();
    double good = measure.moreIsBetter() ? mean : 1 - mean;
    boolean best = report.rows().stream().noneMatch(other -> isBetter(other, group, measure, mean));
    page.append(
        String.format(
            Locale.ROOT,
            "<td%s style=\"background:hsl(%.0f 55%% %.0f%%)\" title=\"%s to %s\">%s</td>",
            best ? " class=\"best\"" : "",
            20 + 110 * good,
            97 - 5 * Math.abs(2 * good - 1),
            figure(estimate.get().low()),
            figure(estimate.get().high()),
            figure(mean)));
  }

  private static boolean isBetter(Report.Row other, String group, Measure measure, double than) {
    return other
        .figure(group, measure)
        .map(Statistics.Estimate::mean)
        .filter(mean -> measure.moreIsBetter() ? mean > than : mean < than)
        .isPresent();
  }

  private void against() {
    List<Measure> measures =
        COMPARED.stream()
            .filter(measure ->
                report.rows().stream()
                    .anyMatch(row -> row.compared(Report.ALL, measure).isPresent()))
            .toList();
    if (measures.isEmpty()) {
      return;
    }
    title("Difference from " + report.baseline());
    page.append(
        "<p class=\"quiet\">All questions; p of the paired randomisation test, two-sided, 10,000"
            + " assignments; bold where it is below 0.05.</p>\n");
    List<String> names = new ArrayList<>(List.of("system"));
    for (Measure measure : measures) {
      names.add(measure.word());
      names.add("p");
    }
    open(names);
    for (Report.Row row : report.rows()) {
      if (row.system().equals(report.baseline())) {
        continue;
      }
      page.append("<tr><td>").append(escaped(row.system())).append("</td>");
      measures.forEach(measure -> compared(row, measure));
      page.append("</tr>\n");
    }
    close();
  }

  private void compared(Report.Row row, Measure measure) {
    Optional<Statistics.Comparison> compared = row.compared(Report.ALL, measure);
    if (compared.isEmpty()) {
      page.append("<td></td><td></td>");
      return;
    }
    page.append(
        String.format(
            Locale.ROOT,
            "<td%s>%+.3f</td><td class=\"quiet\">%.4f</td>",
            compared.get().p() < SIGNIFICANT ? " class=\"best\"" : "",
            compared.get().difference(),
            compared.get().p()));
  }

  private void order() {
    if (report.timeless().isEmpty()) {
      return;
    }
    title("Order without time");
    page.append("<p class=\"quiet\">").append(escaped(report.timeless().get())).append("</p>\n");
    open(List.of("system", "search without time", "unchanged"));
    for (Report.Row row : report.rows()) {
      Report.Order order = row.order();
      if (order != null) {
        page.append("<tr><td>")
            .append(escaped(row.system()))
            .append("</td><td>")
            .append(escaped(order.than()))
            .append("</td><td>")
            .append(figure(order.unchanged()))
            .append("</td></tr>\n");
      }
    }
    close();
  }

  private void latency() {
    List<String> groups = List.copyOf(report.groups().keySet());
    title("Latency of searching and ranking, milliseconds");
    page.append(
        "<p class=\"quiet\">Median and 95th percentile; hover for the 95 % intervals.</p>\n");
    List<String> names = new ArrayList<>(List.of("system"));
    for (String group : groups) {
      names.add(group + " p50");
      names.add("p95");
    }
    open(names);
    report.rows().stream()
        .sorted(Comparator.comparingDouble(row -> row.latency().p50().mean()))
        .forEach(row -> {
          page.append("<tr><td>").append(escaped(row.system())).append("</td>");
          for (String group : groups) {
            Report.Latency of = Objects.requireNonNull(row.latencies().get(group));
            millis(of.p50());
            millis(of.p95());
          }
          page.append("</tr>\n");
        });
    close();
  }

  private void millis(Statistics.Estimate quantile) {
    page.append(
        String.format(
            Locale.ROOT,
            "<td title=\"%.1f to %.1f\">%.1f</td>",
            quantile.low(),
            quantile.high(),
            quantile.mean()));
  }

  private void words() {
    title("The systems");
    open(List.of("system", "what it does"));
    for (Report.Row row : report.rows()) {
      page.append("<tr><td>")
          .append(escaped(row.system()))
          .append("</td><td style=\"text-align:left\">")
          .append(escaped(row.says()))
          .append("</td></tr>\n");
    }
    close();
  }

  private List<Measure> shown(String group) {
    return java.util.Arrays.stream(Measure.values())
        .filter(measure ->
            report.rows().stream().anyMatch(row -> row.figure(group, measure).isPresent()))
        .toList();
  }

  private void title(String title) {
    page.append("<h2>").append(escaped(title)).append("</h2>\n");
  }

  private void open(List<String> columns) {
    page.append("<div class=\"wide\"><table>\n<tr>");
    columns.forEach(column -> page.append("<th>").append(escaped(column)).append("</th>"));
    page.append("</tr>\n");
  }

  private void close() {
    page.append("</table></div>\n");
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String escaped(String text) {
    String escaped = text;
    for (Map.Entry<String, String> one :
        List.of(
            Map.entry("&", "&amp;"),
            Map.entry("<", "&lt;"),
            Map.entry(">", "&gt;"),
            Map.entry("\"", "&quot;"))) {
      escaped = escaped.replace(one.getKey(), one.getValue());
    }
    return escaped;
  }
}
