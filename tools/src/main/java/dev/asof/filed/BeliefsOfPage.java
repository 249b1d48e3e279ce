package dev.asof.filed;

import static dev.asof.filed.RecordPage.holds;
import static dev.asof.filed.RecordPage.row;
import static dev.asof.filed.RecordPage.span;
import static dev.asof.filed.RecordPage.table;
import static dev.asof.filed.RecordPage.text;

import org.jsoup.nodes.Element;
import tools.jackson.databind.JsonNode;

/// What was believed around the answer, on the page: before, then, after, and what corrected it.
record BeliefsOfPage(Element body, JsonNode record) {

  void append() {
    body.appendElement("h2").text("Believed about that time, before and after");
    if (record.path("beliefs").isEmpty()) {
      body.appendElement("p").text("No document was cited.");
    }
    for (JsonNode belief : record.path("beliefs")) {
      body.appendElement("h3").text(text(belief, "document") + period(belief));
      Element table = table(body, "", "Believed", "Known during", "Transaction");
      learned(table, "before", belief.path("before"), belief.path("earlier").asInt());
      learned(table, "then", belief.path("at"), 1);
      learned(table, "after", belief.path("after"), belief.path("later").asInt());
      Element timeline = table(body, "Applies, as known then", "Source", "Believed");
      for (JsonNode each : belief.path("timeline")) {
        row(timeline, span(each.path("valid")), by(each), holds(each));
      }
    }
    if (!record.path("corrections").isEmpty()) {
      body.appendElement("h2").text("Corrected since, and how long the old belief was the answer");
      record.path("corrections").forEach(this::correction);
    }
  }

  private static String period(JsonNode belief) {
    return belief.path("period").isString() ? ", " + text(belief, "period") : "";
  }

  private static String by(JsonNode citation) {
    return text(citation, "source")
        + (citation.path("section").isString() ? ", section " + text(citation, "section") : "");
  }

  private static void learned(Element table, String when, JsonNode learned, int count) {
    if (!learned.isObject()) {
      row(table, when, "nothing else", "", "");
      return;
    }
    StringBuilder said = new StringBuilder();
    for (JsonNode each : learned.path("results")) {
      said.append(said.isEmpty() ? "" : "; ").append(by(each)).append(": ").append(holds(each));
    }
    row(
        table,
        when + (count > 1 ? " (nearest of " + count + ")" : ""),
        said.isEmpty() ? "nothing" : said.toString(),
        span(learned.path("known")),
        "@" + text(learned.path("recorded"), "transaction"));
  }

  private void correction(JsonNode correction) {
    body.appendElement("h3").text(text(correction, "document") + period(correction));
    RecordPage.proof(body, correction.path("recorded"));
    if (!correction.path("exposures").isEmpty()) {
      Element table = table(body, "Given up", "Source", "Applying", "Was the answer", "For");
      for (JsonNode exposure : correction.path("exposures")) {
        row(
            table,
            holds(exposure),
            by(exposure),
            span(exposure.path("valid")),
            span(exposure.path("system")),
            text(exposure, "served"));
      }
    }
  }
}
