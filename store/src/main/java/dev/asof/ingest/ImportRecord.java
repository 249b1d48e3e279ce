package dev.asof.ingest;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One line of an import: a version of a document as one source has it, or that the source has
/// none.
///
/// Fields (JSON names): `source`, `document_key`, `version_label` and `recorded_at` are required;
/// `validity_state` (asserted, observed, unknown) follows from `valid_from` and `observed_at` where
/// it is left out; `valid_from`, `valid_to` are dates or times in `valid_tz`; `body` is empty where
/// `change` is withdrawn or repealed (nothing applies), or begins with absent (a snapshot lacked
/// the document, which states nothing) or with failed (a look that failed, which states nothing
/// either); `sections` are parts with `section_key`, `title`, `body` and dates of their own;
/// `title`, `language`, `url`, `format`, `authority`, `observed_at`, `published_at`, `scope`,
/// `stated`, `provenance` are kept.
public final class ImportRecord {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// What the line shows.
  public enum Shows {
    TEXT,
    WITHDRAWN,
    REPEALED,
    ABSENT,
    FAILED
  }

  /// A part of the text, with what it states about its own validity.
  public record Part(
      String key,
      @Nullable String title,
      String body,
      @Nullable String validFrom,
      @Nullable String validTo) {}

  private final JsonNode node;
  private final String source;
  private final String document;
  private final String label;
  private final ValidityState state;
  private final Shows shows;
  private final String body;
  private final List<Part> parts;

  private ImportRecord(JsonNode node) {
    this.node = node;
    this.source = required("source");
    this.document = required("document_key");
    this.label = required("version_label");
    String given = text("body");
    this.body = given == null ? "" : given;
    this.shows = showsOf(body, text("change"));
    this.state = stateOf();
    this.parts = partsOf();
  }

  /// Reads one line and checks all of it. Throws a [CallerFault] that names the field and the mend.
  public static ImportRecord parse(String line) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "this is no JSON: " + e.getOriginalMessage().lines().findFirst().orElse("unreadable"),
          e);
    }
    if (!node.isObject()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "a record is a JSON object, not " + node.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    ImportRecord record = new ImportRecord(node);
    record.check();
    return record;
  }

  private static Shows showsOf(String body, @Nullable String change) {
    if (!body.isBlank()) {
      return Shows.TEXT;
    }
    return switch (change) {
      case "withdrawn" -> Shows.WITHDRAWN;
      case "repealed" -> Shows.REPEALED;
      case null -> throw emptyBody("no change");
      default -> {
        if (change.startsWith("absent")) {
          yield Shows.ABSENT;
        }
        if (change.startsWith("failed")) {
          yield Shows.FAILED;
        }
        throw emptyBody("change " + change);
      }
    };
  }

  private static CallerFault emptyBody(String change) {
    return new CallerFault(
        Code.BAD_RECORD,
        "the body is empty and the record has "
            + change
            + "; an empty body needs change withdrawn, repealed, absent... or failed...");
  }

  private ValidityState stateOf() {
    String word = text("validity_state");
    if (word == null) {
      return text("valid_from") != null
          ? ValidityState.ASSERTED
          : text("observed_at") != null ? ValidityState.OBSERVED : ValidityState.UNKNOWN;
    }
    return switch (word) {
      case "asserted" -> ValidityState.ASSERTED;
      case "observed" -> ValidityState.OBSERVED;
      case "unknown" -> ValidityState.UNKNOWN;
      default ->
          throw new CallerFault(
              Code.BAD_RECORD,
              "validity_state is " + word + "; it may be asserted, observed or unknown");
    };
  }

  private List<Part> partsOf() {
    List<Part> found = new ArrayList<>();
    for (JsonNode part : node.path("sections")) {
      String key = text(part, "section_key");
      String partBody = text(part, "body");
      if (key == null || partBody == null) {
        throw new CallerFault(Code.BAD_RECORD, "a section needs section_key and body");
      }
      found.add(
          new Part(
              key,
              text(part, "title"),
              partBody,
              text(part, "valid_from"),
              text(part, "valid_to")));
    }
    return found;
  }

  private void check() {
    if (shows == Shows.TEXT && state == ValidityState.ASSERTED && text("valid_from") == null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the record is asserted but states no valid_from; make it unknown or state the start");
    }
    if (state == ValidityState.OBSERVED && text("observed_at") == null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the record is observed but has no observed_at; make it unknown or say when it was seen");
    }
    ZoneId zone = zoneOr(ZoneId.of("UTC"));
    boolean assumed = text("valid_tz") == null;
    checkRange("", validFrom(zone, assumed), validTo(zone, assumed));
    for (Part part : parts) {
      checkRange(
          "section " + part.key() + ": ",
          stated(part.validFrom(), zone, assumed),
          stated(part.validTo(), zone, assumed));
    }
    recorded("recorded_at", zone);
    looked(zone);
  }

  private static void checkRange(String where, @Nullable StatedTime from, @Nullable StatedTime to) {
    if (from != null && to != null && !from.instant().isBefore(to.instant())) {
      throw new CallerFault(
          Code.BAD_RECORD,
          where
              + "valid_to "
              + to.text()
              + " is not after valid_from "
              + from.text()
              + "; a range is [from, to) and its end has to be later");
    }
  }

  public String source() {
    return source;
  }

  public String document() {
    return document;
  }

  public String label() {
    return label;
  }

  public ValidityState state() {
    return state;
  }

  public Shows shows() {
    return shows;
  }

  public String body() {
    return body;
  }

  public List<Part> parts() {
    return parts;
  }

  public String scope() {
    String scope = text("scope");
    return scope == null ? "" : scope;
  }

  /// A text field; null where it is missing or null.
  public @Nullable String text(String field) {
    return text(node, field);
  }

  /// The zone in which the record's dates are meant, or `otherwise`.
  public ZoneId zoneOr(ZoneId otherwise) {
    String zone = text("valid_tz");
    return zone == null ? otherwise : LocalTimes.zone(zone);
  }

  public boolean namesZone() {
    return text("valid_tz") != null;
  }

  public @Nullable StatedTime validFrom(ZoneId zone, boolean assumed) {
    return stated(text("valid_from"), zone, assumed);
  }

  public @Nullable StatedTime validTo(ZoneId zone, boolean assumed) {
    return stated(text("valid_to"), zone, assumed);
  }

  public static @Nullable StatedTime stated(
      @Nullable String written, ZoneId zone, boolean assumed) {
    return written == null ? null : LocalTimes.parseStated(written, zone, assumed);
  }

  /// When the source was looked at: `observed_at`, else when the record was made.
  public Instant looked(ZoneId zone) {
    return text("observed_at") != null
        ? recorded("observed_at", zone)
        : recorded("recorded_at", zone);
  }

  /// The instant in a field that is required.
  public Instant recorded(String field, ZoneId zone) {
    return LocalTimes.parseStated(required(field), zone, false).instant();
  }

  /// What is kept of where the record comes from and what it stated, as JSON.
  public String provenanceJson() {
    Map<String, Object> kept = new LinkedHashMap<>();
    for (String field :
        List.of(
            "authority",
            "recorded_at",
            "recorded_basis",
            "observed_at",
            "published_at",
            "seq",
            "stated",
            "provenance")) {
      JsonNode value = node.get(field);
      if (value != null && !value.isNull()) {
        kept.put(field, value);
      }
    }
    return JSON.writeValueAsString(kept);
  }

  private String required(String field) {
    String value = text(field);
    if (value == null || value.isBlank()) {
      throw new CallerFault(Code.BAD_RECORD, "the record has no " + field + ", which is required");
    }
    return value;
  }

  private static @Nullable String text(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          field + " is " + value.getNodeType().name().toLowerCase(Locale.ROOT) + ", not a text");
    }
    return value.stringValue();
  }
}
