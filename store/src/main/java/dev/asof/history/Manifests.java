package dev.asof.history;

import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What versions consist of. Statements on `version`, `section` and `section_text`.
final class Manifests {
  private static final int LOOKUP = 1_000;

  private final Snapshot snapshot;

  Manifests(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /// One stored text; `body` is null once it was erased.
  record Text(@Nullable String title, @Nullable String body) {}

  /// The version recorded up to T. Throws a [CallerFault] with [Code#UNKNOWN_VERSION] where there
  /// is none.
  VersionRecord version(VersionId id) {
    VersionRecord found = versions(Set.of(id)).get(id);
    if (found == null) {
      throw new CallerFault(
          Code.UNKNOWN_VERSION,
          "no version "
              + id.value()
              + " was known at "
              + snapshot.known()
              + "; asof history shows them");
    }
    return found;
  }

  Map<VersionId, VersionRecord> versions(Collection<VersionId> ids) {
    Map<VersionId, VersionRecord> found = new HashMap<>();
    snapshot
        .sql()
        .selectFrom(VERSION)
        .where(
            VERSION.TENANT.eq(snapshot.tenant()),
            VERSION.VERSION_ID.in(ids),
            VERSION.SYSTEM_FROM.le(snapshot.known()))
        .forEach(row -> found.put(row.getVersionId(), row));
    return found;
  }

  Map<Long, Text> texts(Collection<Long> ids) {
    Map<Long, Text> found = new HashMap<>();
    List<TextId> wanted =
        new ArrayList<>(new LinkedHashSet<>(ids)).stream().map(TextId::new).toList();
    for (int from = 0; from < wanted.size(); from += LOOKUP) {
      snapshot
          .sql()
          .select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.TITLE, SECTION_TEXT.BODY)
          .from(SECTION_TEXT)
          .where(
              SECTION_TEXT.TENANT.eq(snapshot.tenant()),
              SECTION_TEXT.TEXT_ID.in(wanted.subList(from, Math.min(from + LOOKUP, wanted.size()))))
          .forEach(row -> found.put(row.value1().value(), new Text(row.value2(), row.value3())));
    }
    return found;
  }

  Map<Long, String> sectionKeys(Collection<Long> ids) {
    Map<Long, String> keys = new HashMap<>();
    List<SectionId> wanted = ids.stream().distinct().map(SectionId::new).toList();
    for (int from = 0; from < wanted.size(); from += LOOKUP) {
      snapshot
          .sql()
          .select(SECTION.SECTION_ID, SECTION.KEY)
          .from(SECTION)
          .where(
              SECTION.TENANT.eq(snapshot.tenant()),
              SECTION.SECTION_ID.in(wanted.subList(from, Math.min(from + LOOKUP, wanted.size()))))
          .forEach(row -> keys.put(row.value1().value(), row.value2()));
    }
    return keys;
  }

  /// The exact text of a version: its sections one after the other, or, where they are no exact
  /// cut, its body.
  ///
  /// Throws a [CallerFault] where the text was erased.
  String exact(VersionRecord version) {
    TextId whole = version.getBodyText();
    List<Long> ids = whole == null ? Arrays.asList(version.getTexts()) : List.of(whole.value());
    Map<Long, Text> texts = texts(ids);
    StringBuilder text = new StringBuilder();
    for (Long id : ids) {
      Text part = texts.get(id);
      String body = part == null ? null : part.body();
      if (body == null) {
        throw erased(version);
      }
      text.append(body);
    }
    return text.toString();
  }

  static CallerFault erased(VersionRecord version) {
    return new CallerFault(
        Code.UNKNOWN_VERSION,
        "the text of version "
            + version.getVersionId().value()
            + " was erased; only its hashes remain");
  }

  /// Those of the documents in which some section ever had dates of its own.
  Set<DocumentId> withSectionsOfTheirOwn(Collection<DocumentId> documents) {
    return snapshot
        .sql()
        .selectDistinct(SECTION_VALIDITY.DOCUMENT_ID)
        .from(SECTION_VALIDITY)
        .where(
            SECTION_VALIDITY.TENANT.eq(snapshot.tenant()),
            SECTION_VALIDITY.DOCUMENT_ID.in(documents),
            SECTION_VALIDITY.SYSTEM_FROM.le(snapshot.known()))
        .fetchSet(SECTION_VALIDITY.DOCUMENT_ID);
  }
}
