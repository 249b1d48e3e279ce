package dev.asof.filed;

import static dev.asof.filed.RecordPage.fact;
import static dev.asof.filed.RecordPage.facts;
import static dev.asof.filed.RecordPage.span;
import static dev.asof.filed.RecordPage.text;

import org.jsoup.nodes.Element;
import tools.jackson.databind.JsonNode;

/// One period of an answer on the page: how its times were read, and its passages.
record PartOfPage(Element body, JsonNode part) {

  /// @param before number of passages on the page so far
  /// @return the number of passages now
  int append(int before) {
    boolean labelled = part.path("label").isString();
    body.appendElement("h2").text("Answer" + (labelled ? " for " + text(part, "label") : ""));
    Element facts = facts(body);
    for (JsonNode zone : part.path("reading").path("about").path("zones")) {
      fact(facts, "About", about(zone));
    }
    if (part.path("during").isObject()) {
      fact(facts, "About", span(part.path("during")));
    }
    fact(facts, "Known", known(part.path("reading").path("known")));
    fact(facts, "Token", "@" + text(part, "token"));
    if (part.path("results").isEmpty()) {
      body.appendElement("p").addClass("nothing").text("Nothing applied.");
      return before;
    }
    body.appendElement("p").text("Passages in force at that time, best first:");
    int number = before;
    for (JsonNode hit : part.path("results")) {
      number++;
      hit(number, hit);
    }
    return number;
  }

  private String about(JsonNode zone) {
    JsonNode about = part.path("reading").path("about");
    if (text(about, "how").equals("defaulted") || !about.path("text").isString()) {
      return text(zone, "instant") + ": the present, as no time was given";
    }
    StringBuilder sources = new StringBuilder();
    zone.path("sources")
        .forEach(
            source -> sources.append(sources.isEmpty() ? " for " : ", ").append(source.asString()));
    return text(zone, "instant")
        + ": "
        + text(about, "text")
        + " in "
        + text(zone, "zone")
        + (zone.path("assumed").asBoolean() ? " (zone assumed)" : "")
        + sources
        + decision(zone);
  }

  private String known(JsonNode known) {
    return text(part, "known")
        + ": "
        + switch (text(known, "how")) {
          case "defaulted" -> "the last transaction, as no time was given";
          case "token" -> "of that token";
          default ->
              (known.path("text").isString() ? text(known, "text") : "as given")
                  + (known.path("zone").isString() ? " in " + text(known, "zone") : "");
        }
        + decision(known);
  }

  private static String decision(JsonNode read) {
    return read.path("decision").isString() ? "; " + text(read, "decision") : "";
  }

  private void hit(int number, JsonNode hit) {
    Element cited = body.appendElement("div").addClass("hit");
    cited
        .appendElement("h3")
        .text(
            "["
                + number
                + "] "
                + text(hit, "document")
                + ", section "
                + text(hit, "section")
                + (hit.path("heading").isString() ? ": " + text(hit, "heading") : ""));
    citation(cited, hit);
    hit.path("also").forEach(also -> citation(cited, also));
    hit.path("remarks")
        .forEach(remark -> cited.appendElement("p").addClass("remark").text(remark.asString()));
    if (hit.path("text").isString()) {
      Element quote = cited.appendElement("blockquote");
      text(hit, "text").strip().lines().forEach(line -> quote.appendElement("p").text(line));
    }
    cited.appendElement("p").addClass("link").text(text(hit, "permalink"));
  }

  private static void citation(Element cited, JsonNode citation) {
    String scope = text(citation, "scope");
    cited
        .appendElement("p")
        .text(
            text(citation, "source")
                + ": "
                + RecordPage.holds(citation)
                + (scope.isEmpty() ? "" : " for " + scope)
                + ", applies "
                + span(citation.path("valid"))
                + ", believed "
                + span(citation.path("system"))
                + ", @"
                + text(citation, "transaction"));
    if (citation.path("sha256").isString()) {
      cited.appendElement("p").addClass("link").text("sha256 " + text(citation, "sha256"));
    }
    String url = text(citation, "url");
    if (url.startsWith("https://") || url.startsWith("http://")) {
      cited.appendElement("p").addClass("link").appendElement("a").attr("href", url).text(url);
    } else if (!url.isEmpty()) {
      cited.appendElement("p").addClass("link").text(url);
    }
  }
}
