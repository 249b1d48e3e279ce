package dev.asof.history;

import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.VERSION;
import static dev.asof.schema.generated.Tables.VERSION_MARK;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Fault;
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
import org.jooq.impl.DSL;
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
  /// Throws a [CallerFault] with [Code#ERASED] where the version was erased, even where another
  /// version still holds the text.
  String exact(VersionRecord version) {
    if (isErased(version)) {
      throw erased(version);
    }
    TextId whole = version.getBodyText();
    List<Long> ids = whole == null ? Arrays.asList(version.getTexts()) : List.of(whole.value());
    Map<Long, Text> texts = texts(ids);
    StringBuilder text = new StringBuilder();
    for (Long id : ids) {
      Text part = texts.get(id);
      String body = part == null ? null : part.body();
      if (body == null) {
        throw new Fault(
            Code.FAULT,
            "a text of version "
                + version.getVersionId().value()
                + " is missing, and no erasure says why; run asof verify");
      }
      text.append(body);
    }
    return text.toString();
  }

  /// Whether nothing of the version may be read any more.
  static boolean isErased(VersionRecord version) {
    return version.getSalt() == null;
  }

  /// Since when and under which order; null: the version is not erased.
  @Nullable Erased erasureOf(@Nullable VersionRecord version) {
    return version == null || !isErased(version)
        ? null
        : snapshot
            .sql()
            .select(ERASURE.SYSTEM_FROM, ERASURE.LEGAL_ORDER)
            .from(ERASURE)
            .where(
                ERASURE.TENANT.eq(snapshot.tenant()), ERASURE.VERSION_ID.eq(version.getVersionId()))
            .fetchOne(row -> new Erased(row.value1(), row.value2()));
  }

  CallerFault erased(VersionRecord version) {
    Erased erased = erasureOf(version);
    return new CallerFault(
        Code.ERASED,
        "the text of version "
            + version.getVersionId().value()
            + " was "
            + (erased == null ? "erased" : erased.said())
            + "; nothing of it can be shown, whatever time is asked about",
        erased == null
            ? Map.of()
            : Map.of("order", erased.order(), "erased", erased.at().toString()));
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

  /// Those of the documents of which some version is, or was once marked, technical.
  Set<DocumentId> withTechnicalVersions(Collection<DocumentId> documents) {
    return snapshot
        .sql()
        .selectDistinct(VERSION.DOCUMENT_ID)
        .from(VERSION)
        .where(
            VERSION.TENANT.eq(snapshot.tenant()),
            VERSION.DOCUMENT_ID.in(documents),
            VERSION
                .TECHNICAL
                .isTrue()
                .or(
                    VERSION.VERSION_ID.in(
                        DSL.select(VERSION_MARK.VERSION_ID)
                            .from(VERSION_MARK)
                            .where(VERSION_MARK.TENANT.eq(snapshot.tenant())))))
        .fetchSet(VERSION.DOCUMENT_ID);
  }
}
