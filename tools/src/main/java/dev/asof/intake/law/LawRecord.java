package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Hash;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A version that a document states, as a record.
///
/// @param file where it stands
/// @param hash SHA-256 of the file
/// @param left what the document states about times and was not used
/// @param made number of keys of sections that had to be made
record LawRecord(
    LawDocument document,
    LawVersion version,
    String file,
    Hash hash,
    List<String> left,
    long made,
    LawOptions options) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LABEL_DIGITS = 12;
  private static final int MOST_EVENTS = 200;
  private static final String MAIN = "/!main";

  LawRecord {
    left = List.copyOf(left);
  }

  /// The key of the document: the URI of the work, of the component where it is not the main one.
  static String key(LawDocument document, LawOptions options) {
    String exported = document.meta().exported.get("document");
    if (exported != null) {
      return exported;
    }
    String named = document.meta().work.named();
    if (named == null || named.isBlank()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "its "
              + document.structure()
              + " has no FRBRWork with FRBRthis or FRBRuri, so that nothing says which document it"
              + " is");
    }
    String key = withoutMain(named.strip());
    String language = document.meta().expression.values.get("FRBRlanguage");
    return options.languagesApart() && language != null ? key + "/" + language : key;
  }

  private static String withoutMain(String uri) {
    return uri.endsWith(MAIN) ? uri.substring(0, uri.length() - MAIN.length()) : uri;
  }

  /// The expression without what its work is called, as in `eng@2004-07-21`.
  private String label() {
    String exported = document.meta().exported.get("label");
    String label = exported == null ? expression() : exported;
    return version.slice() == null ? label : label + "#" + version.slice();
  }

  private String expression() {
    Meta meta = document.meta();
    String named = meta.expression.named();
    if (named != null) {
      String plain = withoutMain(named.strip());
      for (String work : works(meta)) {
        if (plain.startsWith(work) && plain.length() > work.length()) {
          String rest =
              plain.substring(work.length()).replaceFirst("^/+", "").replaceFirst("/+$", "");
          if (!rest.isBlank()) {
            return rest;
          }
        }
      }
    }
    String number = meta.expression.values.get("FRBRversionNumber");
    if (number != null) {
      return number;
    }
    return meta.expression.dates.stream()
        .findFirst()
        .map(Meta.Named::date)
        .orElseGet(() -> hash.hex().substring(0, LABEL_DIGITS));
  }

  private static Set<String> works(Meta meta) {
    Set<String> works = new LinkedHashSet<>();
    for (String uri : new @Nullable String[] {meta.work.own, meta.work.uri}) {
      if (uri != null && !uri.isBlank()) {
        works.add(withoutMain(uri.strip()));
      }
    }
    return works;
  }

  /// Number of sections with times of their own.
  long dated() {
    return version.sections().stream()
        .filter(section -> !section.times().isEmpty() || section.removed())
        .count();
  }

  boolean isDated() {
    return version.range() != null;
  }

  String json() {
    Meta meta = document.meta();
    ObjectNode record = JSON.createObjectNode();
    record.put("document_key", key(document, options));
    record.put("source", Objects.requireNonNullElse(meta.exported.get("source"), options.source()));
    record.put("scope", Objects.requireNonNullElse(meta.exported.get("scope"), ""));
    record.put("version_label", label());
    put(record, "title", title());
    put(record, "language", language());
    put(record, "url", url());
    put(record, "published_at", meta.published);
    validity(record);
    put(record, "valid_tz", options.zone());
    recorded(record);
    record.put("format", "text/markdown".equals(meta.exported.get("media")) ? "markdown" : "text");
    String whole = meta.exported.get("text");
    record.put("body", whole == null ? version.body() : whole);
    sections(record);
    provenance(record);
    return JSON.writeValueAsString(record);
  }

  private static void put(ObjectNode record, String field, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      record.put(field, value);
    }
  }

  private @Nullable String title() {
    Meta meta = document.meta();
    for (String title :
        new @Nullable String[] {
          meta.exported.get("title"),
          document.title(),
          document.heading(),
          meta.work.values.get("FRBRalias:shortTitle"),
          meta.work.values.get("FRBRalias:title"),
          meta.exported.isEmpty() ? meta.work.values.get("FRBRname") : null
        }) {
      if (title != null && !title.isBlank()) {
        return title;
      }
    }
    return null;
  }

  private @Nullable String language() {
    Meta meta = document.meta();
    String exported = meta.exported.get("language");
    return exported == null ? Languages.tag(meta.expression.values.get("FRBRlanguage")) : exported;
  }

  private @Nullable String url() {
    Meta meta = document.meta();
    for (String uri :
        new @Nullable String[] {
          meta.exported.get("url"), meta.manifestation.uri, meta.expression.uri, meta.work.uri
        }) {
      if (uri != null && uri.startsWith("http")) {
        return uri;
      }
    }
    return null;
  }

  private void validity(ObjectNode record) {
    String seen = document.meta().exported.get("seen");
    if (seen != null) {
      record.put("validity_state", "observed");
      record.put("observed_at", seen);
      return;
    }
    Stated range = version.range();
    record.put("validity_state", range == null ? "unknown" : "asserted");
    if (range != null) {
      put(record, "valid_from", range.from());
      put(record, "valid_to", range.to());
    }
  }

  private void recorded(ObjectNode record) {
    FrbrDate system = options.system();
    if (system == null) {
      record.put("recorded_at", options.looked().toString());
      record.put("recorded_basis", "when the file was read");
      return;
    }
    String date =
        Versions.date(document.meta(), system)
            .orElseThrow(() ->
                new CallerFault(
                    Code.BAD_RECORD,
                    "it has no "
                        + system
                        + ", which is to say since when it is known; import it with --system-time"
                        + " now"));
    record.put("recorded_at", EventTime.written(date));
    record.put("recorded_basis", system + ", chosen with --system-time");
  }

  private void sections(ObjectNode record) {
    ZoneId zone = options.comparing();
    Stated range = version.range();
    Instant start = range == null ? null : range.start(zone);
    List<LawSection> sections = version.sections();
    for (int i = 0; i < sections.size(); i++) {
      LawSection section = sections.get(i);
      ObjectNode part = record.withArray("sections").addObject();
      part.put("section_key", section.key());
      put(part, "title", section.title());
      part.put("body", section.separated(i + 1 == sections.size()));
      Stated times = section.times().isEmpty() ? null : section.times().getFirst();
      if (section.removed()) {
        // Its text stays in the version, and is not in force from then on.
        if (range != null && start != null) {
          Instant since = times == null ? null : times.start(zone);
          part.put(
              "valid_to",
              since != null && since.isAfter(start) && times != null ? times.from() : range.from());
        }
      } else if (times != null) {
        put(part, "valid_from", times.from());
        put(part, "valid_to", times.to());
      }
    }
  }

  private void provenance(ObjectNode record) {
    Meta meta = document.meta();
    ObjectNode kept = record.putObject("provenance");
    kept.put("way_in", "law");
    kept.put("format", "Akoma Ntoso");
    kept.put("namespace", document.namespace());
    kept.put("file", file);
    kept.put("file_sha256", hash.hex());
    kept.put("structure", document.structure());
    put(kept, "name", document.name());
    put(kept, "contains", document.contains());
    Stated range = version.range();
    if (range != null) {
      kept.put("valid_from_is", range.basis());
      kept.put("intervals", options.which().toString());
      kept.put("end_is", options.end().toString());
    }
    ObjectNode frbr = kept.putObject("frbr");
    level(frbr.putObject("work"), meta.work);
    level(frbr.putObject("expression"), meta.expression);
    level(frbr.putObject("manifestation"), meta.manifestation);
    meta.events.stream()
        .limit(MOST_EVENTS)
        .forEach(event -> {
          ObjectNode one = kept.withArray("events").addObject();
          one.put("date", event.date());
          put(one, "type", event.type());
          put(one, "refers_to", event.refersTo());
        });
    for (LawSection section : version.sections()) {
      if (section.removed()) {
        kept.withArray("removed").add(section.key());
      }
    }
    left.forEach(one -> kept.withArray("not_used").add(one));
    if (made > 0) {
      kept.put("keys_made", made);
    }
    if (document.deleted() > 0) {
      kept.put("deleted_passages_left_out", document.deleted());
    }
    for (String name : List.of("known", "token")) {
      put(kept, "exported_" + name, meta.exported.get(name));
    }
  }

  private static void level(ObjectNode into, Meta.Frbr level) {
    put(into, "this", level.own);
    put(into, "uri", level.uri);
    level.values.forEach((name, value) -> put(into, name, value));
    level.dates.forEach(date -> {
      ObjectNode one = into.withArray("dates").addObject();
      put(one, "name", date.name());
      one.put("date", date.date());
    });
  }
}
