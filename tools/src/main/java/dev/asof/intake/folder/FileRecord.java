package dev.asof.intake.folder;

import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.ExtractedJson;
import dev.asof.ledger.Hash;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.write.Change;
import dev.asof.write.HeldRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One file as a record: what `asof.csv` states of it, before what it states of itself, before what
/// the user said of all.
///
/// @param path in the folder
/// @param hash SHA-256 of the file
/// @param stated highest precedence first
record FileRecord(Path file, String path, Hash hash, List<Stated> stated, FolderOptions options) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LABEL_DIGITS = 12;
  private static final String BASIS = "valid_from_is";
  private static final String OPTION = "--valid-from";

  FileRecord {
    stated = List.copyOf(stated);
  }

  private record Found(String value, String where) {}

  private Optional<Found> find(Stated.Field field) {
    return stated.stream()
        .flatMap(one -> one.value(field).map(value -> new Found(value, one.where())).stream())
        .findFirst();
  }

  private @Nullable String value(Stated.Field field) {
    return find(field).map(Found::value).orElse(null);
  }

  boolean namesDocument() {
    return find(Stated.Field.DOCUMENT).isPresent();
  }

  /// The key that is stated, or the path without its ending.
  String document() {
    String named = value(Stated.Field.DOCUMENT);
    return named != null ? named : options.prefix() + withoutEnding();
  }

  private String withoutEnding() {
    int dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
  }

  private String source() {
    return find(Stated.Field.SOURCE).map(Found::value).orElse(options.source());
  }

  private String scope() {
    return find(Stated.Field.SCOPE).map(Found::value).orElse("");
  }

  Change.Place place() {
    return new Change.Place(document(), source(), scope());
  }

  /// The label that is stated, or the first digits of the hash of the file.
  String label() {
    return find(Stated.Field.LABEL).map(Found::value).orElse(hash.hex().substring(0, LABEL_DIGITS));
  }

  /// The start of validity: stated, or what the user chose for files that state none.
  private Optional<Found> validFrom() throws IOException {
    Optional<Found> found = find(Stated.Field.VALID_FROM);
    if (found.isPresent()) {
      return found;
    }
    if (options.fileDate()) {
      return Optional.of(
          new Found(
              Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().toString(),
              "the date of the file, chosen with " + OPTION + " file-date"));
    }
    return Optional.ofNullable(options.validFrom()).map(given -> new Found(given, OPTION));
  }

  /// What the dates that are stated of the file differ in from those that were when it was
  /// imported. Empty where they are the same, or where none is stated. The date of a file is taken
  /// only where none was stated before: a file that was copied has not come into force again.
  ///
  /// Throws a [dev.asof.fault.CallerFault] where a date cannot be read.
  Optional<Redated> redated(HeldRecords.Held held) throws IOException {
    Optional<Found> from = validFrom();
    if (held.erased() || from.isEmpty() || (isFileDate() && held.stated() != null)) {
      return Optional.empty();
    }
    String start = from.get().value();
    String end = value(Stated.Field.VALID_TO);
    String zone = or(value(Stated.Field.ZONE), options.zone());
    HeldRecords.Dates stated = held.stated();
    boolean isSaid =
        (stated != null && Redated.isSame(stated, start, end, zone))
            || held.live().stream().anyMatch(live -> Redated.isSame(live, start, end, zone));
    return isSaid
        ? Optional.empty()
        : Optional.of(
            new Redated(
                path, place(), held.version(), start, end, zone, from.get().where(), stated));
  }

  private boolean isFileDate() {
    return options.fileDate() && find(Stated.Field.VALID_FROM).isEmpty();
  }

  /// Neither the file says since when it applies, nor the table beside it, nor the user.
  boolean statesNoStart() {
    return !options.fileDate()
        && options.validFrom() == null
        && find(Stated.Field.VALID_FROM).isEmpty();
  }

  /// Whether the file, or the table beside it, stated a start when it was imported and does not any
  /// more.
  boolean isUndated(HeldRecords.Held held) {
    String kept = held.provenance();
    return !held.erased()
        && held.stated() != null
        && statesNoStart()
        && kept != null
        && !JSON.readTree(kept).path("provenance").path(BASIS).asString("").contains(OPTION);
  }

  /// The record as JSON.
  ///
  /// @param body the text, without front matter
  String json(Extracted text, String body) throws IOException {
    ObjectNode record = JSON.createObjectNode();
    record.put("document_key", document());
    record.put("source", source());
    record.put("scope", scope());
    record.put("version_label", label());
    put(record, "title", or(value(Stated.Field.TITLE), text.title()));
    put(
        record,
        "language",
        or(value(Stated.Field.LANGUAGE), or(text.language(), options.language())));
    put(record, "url", value(Stated.Field.URL));
    put(record, "change", value(Stated.Field.CHANGE));
    put(record, "published_at", value(Stated.Field.PUBLISHED));
    Optional<Found> from = validFrom();
    put(record, "valid_from", from.map(Found::value).orElse(null));
    put(record, "valid_to", from.isEmpty() ? null : value(Stated.Field.VALID_TO));
    put(record, "valid_tz", or(value(Stated.Field.ZONE), options.zone()));
    record.put("recorded_at", options.looked().toString());
    record.put("recorded_basis", "when the folder was read");
    record.put("format", text.format() == Format.MARKDOWN ? "markdown" : "text");
    record.put("body", body);
    sections(record, text);
    provenance(record, text, from);
    return JSON.writeValueAsString(record);
  }

  private static void put(ObjectNode record, String field, @Nullable String value) {
    if (value != null) {
      record.put(field, value);
    }
  }

  private static @Nullable String or(@Nullable String first, @Nullable String second) {
    return first != null ? first : second;
  }

  private static void sections(ObjectNode record, Extracted text) {
    for (GivenSection section : text.sections()) {
      ObjectNode part = record.withArray("sections").addObject();
      part.put("section_key", section.key());
      part.put("title", section.title());
      part.put("body", section.body());
    }
  }

  private void provenance(ObjectNode record, Extracted text, Optional<Found> from) {
    ObjectNode kept = record.putObject("provenance");
    kept.put("way_in", "folder");
    kept.put("folder", options.name());
    kept.put("file", path);
    kept.put("file_sha256", hash.hex());
    ExtractedJson.put(kept, text);
    from.ifPresent(found -> kept.put(BASIS, found.where()));
    String to = value(Stated.Field.VALID_TO);
    if (from.isEmpty() && to != null) {
      kept.put("valid_to_without_start", to);
    }
  }
}
