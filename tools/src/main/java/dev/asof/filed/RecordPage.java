package dev.asof.filed;

import dev.asof.history.AnswerJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.io.IOUtils;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import tools.jackson.databind.JsonNode;

/// A record as one page to read and to print. Made from the JSON alone, so that a page can be
/// compared with the JSON in it.
final class RecordPage {
  static final String SCRIPT = "asof-audit";

  private static final Map<String, String> TERMS = new LinkedHashMap<>();

  static {
    TERMS.put("document", "Only document");
    TERMS.put("source", "Only source");
    TERMS.put("scope", "Only scope");
    TERMS.put("zone", "Zone");
    TERMS.put("now", "Seen from");
  }

  private final JsonNode record;
  private final Document page = Document.createShell("");

  private RecordPage(FiledRecord record) {
    this.record = record.json();
  }

  /// The whole file, with the JSON in it.
  static String of(FiledRecord record) {
    RecordPage made = new RecordPage(record);
    Document page = made.page();
    page.body()
        .appendElement("script")
        .attr("type", "application/json")
        .attr("id", SCRIPT)
        .appendChild(new DataNode(AnswerJson.line(record.json()).replace("<", "\\u003c")));
    page.outputSettings().prettyPrint(false).charset(StandardCharsets.UTF_8);
    return "<!doctype html>\n" + page.outerHtml() + "\n";
  }

  /// The page without its JSON.
  static Document document(FiledRecord record) {
    return new RecordPage(record).page();
  }

  private Document page() {
    Objects.requireNonNull(page.selectFirst("html")).attr("lang", "en");
    page.head().appendElement("meta").attr("charset", "utf-8");
    page.title("Audit: " + oneLine(text(record, "question")));
    page.head()
        .appendElement("meta")
        .attr("name", "viewport")
        .attr("content", "width=device-width, initial-scale=1");
    page.head().appendElement("style").appendChild(new DataNode(style()));
    Element body = page.body();
    body.appendElement("h1").text("Audit");
    question(body);
    JsonNode answer = record.path("answer");
    int number = 0;
    for (JsonNode part : answer.path("parts")) {
      number = new PartOfPage(body, part).append(number);
    }
    list(body, "Asked back: nothing was searched for", answer.path("asks"));
    notices(body, answer);
    certainty(body);
    new BeliefsOfPage(body, record).append();
    ledger(body);
    body.appendElement("p")
        .addClass("small")
        .text(
            "Not legal advice. What was never recorded cannot be reconstructed. Ranges are [from,"
                + " to), times UTC. The choice and the order of passages rest on the words of all"
                + " texts and may move as texts come; all else repeats at these two tokens.");
    return page;
  }

  private static String style() {
    try {
      return IOUtils.resourceToString("/dev/asof/filed/record.css", StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void question(Element body) {
    Element facts = facts(body);
    fact(facts, "Question", oneLine(text(record, "question")));
    fact(facts, "Read", text(record.path("answer"), "sentence"));
    fact(facts, "Tenant", text(record, "tenant"));
    TERMS.forEach((name, shown) -> {
      if (record.path("terms").path(name).isString()) {
        fact(facts, shown, text(record.path("terms"), name));
      }
    });
    fact(facts, "Token", "@" + text(record.path("answer"), "token") + " repeats this answer");
    fact(
        facts,
        "Learned up to",
        text(record, "learned_up_to") + ", @" + text(record, "learned_token"));
    fact(facts, "Seal", text(record, "seal"));
  }

  private static void list(Element body, String heading, JsonNode sentences) {
    if (!sentences.isEmpty()) {
      body.appendElement("h2").text(heading);
      Element list = body.appendElement("ul");
      sentences.forEach(each -> list.appendElement("li").text(text(each, "sentence")));
    }
  }

  private static void notices(Element body, JsonNode answer) {
    Element list = new Element("ul");
    Set<String> said = new LinkedHashSet<>();
    answer
        .path("parts")
        .forEach(part -> part.path("notices").forEach(one -> said.add(text(one, "sentence"))));
    answer.path("notices").forEach(one -> said.add(text(one, "sentence")));
    said.forEach(sentence -> list.appendElement("li").text(sentence));
    if (!said.isEmpty()) {
      body.appendElement("h2").text("Notices");
      body.appendChild(list);
    }
  }

  private void certainty(Element body) {
    body.appendElement("h2").text("How certain");
    StringBuilder cited = new StringBuilder();
    for (Map.Entry<String, JsonNode> state : record.path("states").properties()) {
      cited.append(cited.isEmpty() ? "" : ", ").append(state.getValue().asString());
      cited.append(' ').append(state.getKey());
    }
    body.appendElement("p")
        .text(cited.isEmpty() ? "No passage was cited." : "Passages cited: " + cited + ".");
    if (!record.path("sights").isEmpty()) {
      Element table =
          table(
              body, "Document", "Source", "Looks", "First", "Last", "Longest gap", "Presumed for");
      for (JsonNode sights : record.path("sights")) {
        row(
            table,
            text(sights, "document"),
            text(sights, "source"),
            text(sights, "looks"),
            text(sights, "first"),
            text(sights, "last"),
            text(sights, "longest_gap"),
            text(sights, "presumed"));
      }
    }
  }

  private void ledger(Element body) {
    body.appendElement("h2").text("Ledger");
    record.path("proofs").forEach(proof -> proof(body, proof));
    if (!record.path("head").isEmpty()) {
      body.appendElement("p").text("The last entry up to that time; its hash seals all before it:");
      record.path("head").forEach(proof -> proof(body, proof));
    }
    body.appendElement("p")
        .text(
            "Check the ledger with: asof verify. Ask this again with: asof audit --recheck FILE.");
  }

  static void proof(Element body, JsonNode proof) {
    Element facts = facts(body);
    fact(facts, "Transaction", "@" + text(proof, "sequence") + ", " + text(proof, "kind"));
    fact(
        facts,
        "System time",
        text(proof, "system_time") + (proof.path("carried").asBoolean() ? " (carried)" : ""));
    if (proof.path("actor").isString()) {
      fact(facts, "By", text(proof, "actor"));
    }
    if (proof.path("reason").isString()) {
      fact(facts, "Reason", text(proof, "reason"));
    }
    fact(facts, "Hash", text(proof, "hash"));
    fact(facts, "Previous", text(proof, "previous"));
  }

  static Element facts(Element parent) {
    return parent.appendElement("table").addClass("facts").appendElement("tbody");
  }

  static void fact(Element facts, String name, String value) {
    Element row = facts.appendElement("tr");
    row.appendElement("th").attr("scope", "row").text(name);
    row.appendElement("td").text(value);
  }

  static Element table(Element parent, String... columns) {
    Element table = parent.appendElement("table");
    Element names = table.appendElement("thead").appendElement("tr");
    for (String column : columns) {
      names.appendElement("th").attr("scope", "col").text(column);
    }
    return table.appendElement("tbody");
  }

  static void row(Element table, String... cells) {
    Element row = table.appendElement("tr");
    for (String cell : cells) {
      row.appendElement("td").text(cell);
    }
  }

  static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }

  /// `[2024-03-01T00:00:00Z, unbounded)`.
  static String span(JsonNode span) {
    return "[" + bound(span.path("from")) + ", " + bound(span.path("to")) + ")";
  }

  private static String bound(JsonNode at) {
    return at.isString() ? at.asString() : "unbounded";
  }

  /// What a belief holds: `asserted v2`, or why nothing.
  static String holds(JsonNode citation) {
    return citation.path("why").isString()
        ? text(citation, "why")
        : citation.path("erased").isObject()
            ? "erased under " + text(citation.path("erased"), "order")
            : text(citation, "state") + " " + text(citation, "label");
  }

  static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
