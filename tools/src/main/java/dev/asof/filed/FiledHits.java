package dev.asof.filed;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.ask.Permalinks;
import dev.asof.audit.Terms;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.fault.CallerFault;
import dev.asof.history.AnswerJson;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The passages of a filed answer, found again. Which passages are chosen, and their order, rests
/// on the words of all texts and is not promised; that each was in force and reads as filed is.
final class FiledHits {
  /// A passage that is opened by its permalink is cited from one source, at one instant.
  private static final List<String> NOT_OF_PERMALINKS =
      List.of("also", "remarks", "tier", "period", "score", "factors");

  private final Database database;
  private final TenantId tenant;
  private final Terms terms;
  private final @Nullable String embedder;
  private final Compared compared;

  FiledHits(
      Database database,
      TenantId tenant,
      Terms terms,
      @Nullable String embedder,
      Compared compared) {
    this.database = database;
    this.tenant = tenant;
    this.terms = terms;
    this.embedder = embedder;
    this.compared = compared;
  }

  /// `found` with the passages of `filed` in place of its own; notes each difference.
  Asked in(JsonNode filed, Asked found) {
    JsonNode parts = filed.path("answer").path("parts");
    if (parts.size() != found.parts().size()) {
      compared.difference(
          "/answer/parts",
          Counted.of(parts.size(), "period"),
          Counted.of(found.parts().size(), "period"));
    }
    List<Part> same = new ArrayList<>();
    for (int i = 0; i < Math.min(parts.size(), found.parts().size()); i++) {
      String path = "/answer/parts/" + i;
      Part part = found.parts().get(i);
      compared.parts(path, parts.get(i), json(part));
      same.add(part.with(hits(path + "/results", parts.get(i), part)));
    }
    return new Asked(
        found.question(),
        found.kind(),
        found.times(),
        found.sentence(),
        found.asks(),
        found.known(),
        found.token(),
        same,
        found.notices(),
        found.index());
  }

  private List<Hit> hits(String path, JsonNode filed, Part found) {
    Map<String, Hit> byLink = new LinkedHashMap<>();
    found.results().forEach(hit -> byLink.put(hit.permalink(), hit));
    List<String> order = new ArrayList<>(byLink.keySet());
    List<String> links = new ArrayList<>();
    List<Hit> hits = new ArrayList<>();
    JsonNode results = filed.path("results");
    for (int i = 0; i < results.size(); i++) {
      JsonNode was = results.get(i);
      String link = was.path("permalink").asString("");
      links.add(link);
      Hit hit = byLink.remove(link);
      String at = path + "/" + i;
      if (hit == null) {
        opened(at, was, found).ifPresent(hits::add);
      } else {
        compared.compare(at, was, without(json(hit), List.of("score", "factors")));
        hits.add(hit);
      }
    }
    if (!byLink.isEmpty()) {
      if (results.size() < terms.top() && Objects.equals(embedder, terms.embedder())) {
        byLink.keySet().forEach(link -> compared.difference(path, null, link));
      } else {
        moved();
      }
    } else if (!links.equals(order)) {
      moved();
    }
    return hits;
  }

  private void moved() {
    compared
        .notes()
        .add("other passages are chosen, or in another order, by now: ranking is not covered");
  }

  private Optional<Hit> opened(String path, JsonNode filed, Part found) {
    Permalink link = Permalink.parse(filed.path("permalink").asString(""));
    if (link.token() != found.token()) {
      compared.difference(path + "/permalink", link.toString(), "a link at @" + found.token());
      return Optional.empty();
    }
    try {
      Hit hit = new Permalinks(database).open(tenant, link);
      compared.compare(
          path, without(filed, NOT_OF_PERMALINKS), without(json(hit), NOT_OF_PERMALINKS));
      return Optional.of(hit);
    } catch (CallerFault e) {
      Optional<String> order = erased(link, filed, found.known());
      if (order.isPresent()) {
        compared.orders().add(order.get());
      } else {
        compared.difference(path, link.toString(), e.sentence());
      }
      return Optional.empty();
    }
  }

  private Optional<String> erased(Permalink link, JsonNode filed, Instant known) {
    try {
      return new History(database)
          .timeline(tenant, Filter.document(link.document()), Known.at(known)).results().stream()
              .filter(one -> Objects.equals(one.version(), filed.path("version").asLong(-1)))
              .map(Citation::erased)
              .filter(Objects::nonNull)
              .map(dev.asof.history.Erased::order)
              .findFirst();
    } catch (CallerFault e) {
      return Optional.empty();
    }
  }

  private static JsonNode json(Object value) {
    JsonMapper mapper = AnswerJson.mapper();
    return mapper.readTree(mapper.writeValueAsString(value));
  }

  private static JsonNode without(JsonNode node, List<String> names) {
    ObjectNode copy = (ObjectNode) node.deepCopy();
    copy.remove(names);
    return copy;
  }
}
