package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.Record1;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Versions by their labels, and everything that is kept of one.
final class Versions {

  private static final int FETCH = 500;

  /// Versions of one label that are named.
  private static final int MOST_NAMED = 10;

  private final Snapshot snapshot;

  Versions(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /// The version of that label that was recorded last up to T.
  ///
  /// @param source null: of any source
  HeldVersion labelled(String document, @Nullable String source, String label) {
    SourceId from = Sources.in(snapshot).named(source);
    List<VersionRecord> all =
        snapshot
            .sql()
            .selectFrom(VERSION)
            .where(
                VERSION.TENANT.eq(snapshot.tenant()),
                VERSION.DOCUMENT_ID.eq(DocumentKeys.require(snapshot, document).id()),
                VERSION.LABEL.eq(label),
                VERSION.SYSTEM_FROM.le(snapshot.known()))
            .and(from == null ? DSL.noCondition() : VERSION.SOURCE_ID.eq(from))
            .orderBy(VERSION.VERSION_ID.desc())
            .fetch();
    if (all.isEmpty()) {
      throw new CallerFault(
          Code.UNKNOWN_VERSION,
          "no version "
              + label
              + " of "
              + document
              + (source == null ? "" : " from " + source)
              + " was known at "
              + snapshot.known()
              + "; asof history --document "
              + document
              + " shows the labels",
          Map.of("document", document, "label", label));
    }
    return shown(all.getFirst(), ambiguous(document, label, all));
  }

  /// That a label names several texts, each with what can be told apart by; empty where it names
  /// one.
  private List<String> ambiguous(String document, String label, List<VersionRecord> all) {
    Map<List<Object>, VersionRecord> byText = new LinkedHashMap<>();
    all.forEach(row ->
        byText.putIfAbsent(List.of(List.of(row.getSections()), List.of(row.getTexts())), row));
    if (byText.size() < 2) {
      return List.of();
    }
    Sources sources = Sources.in(snapshot);
    return List.of(
        "the label "
            + label
            + " names "
            + byText.size()
            + " texts of "
            + document
            + ": "
            + byText.values().stream()
                .limit(MOST_NAMED)
                .map(row ->
                    "version "
                        + row.getVersionId().value()
                        + " by "
                        + sources.of(row.getSourceId()).name()
                        + ", recorded "
                        + row.getSystemFrom())
                .collect(Collectors.joining("; "))
            + (byText.size() > MOST_NAMED ? "; and " + (byText.size() - MOST_NAMED) + " more" : "")
            + "; this is the one recorded last, the others are those in force at --about, or of"
            + " another --source; asof history --document "
            + document
            + " shows when");
  }

  HeldVersion of(VersionId version) {
    return shown(new Manifests(snapshot).version(version), List.of());
  }

  private HeldVersion shown(VersionRecord row, List<String> notices) {
    byte[] sha256 = row.getSha256();
    var provenance = row.getProvenance();
    return new HeldVersion(
        Objects.requireNonNull(
            snapshot
                .sql()
                .select(DOCUMENT.KEY)
                .from(DOCUMENT)
                .where(
                    DOCUMENT.TENANT.eq(snapshot.tenant()),
                    DOCUMENT.DOCUMENT_ID.eq(row.getDocumentId()))
                .fetchSingle(DOCUMENT.KEY)),
        Sources.in(snapshot).of(row.getSourceId()).name(),
        row.getVersionId().value(),
        row.getLabel(),
        row.getTitle(),
        row.getLanguage(),
        row.getUrl(),
        row.getMediaType(),
        sha256 == null ? null : Hash.wrap(sha256).hex(),
        row.getByteLength(),
        row.getChange(),
        row.getTechnical(),
        row.getSplitter(),
        provenance == null ? null : AnswerJson.mapper().readTree(provenance.data()),
        row.getSystemFrom(),
        new Originals(snapshot).of(Set.of(row.getVersionId())).get(row.getVersionId()),
        new Manifests(snapshot).erasureOf(row),
        notices);
  }

  /// What provenance says of files: see the importer of folders.
  void importedFiles(String folder, Consumer<String> each) {
    Field<String> file =
        DSL.field(
            "json_extract_path_text({0}, 'provenance', 'file')", String.class, VERSION.PROVENANCE);
    try (Cursor<Record1<String>> files =
        snapshot
            .sql()
            .selectDistinct(file)
            .from(VERSION)
            .where(
                VERSION.TENANT.eq(snapshot.tenant()),
                VERSION.SYSTEM_FROM.le(snapshot.known()),
                DSL.condition(
                    "json_extract_path_text({0}, 'provenance', 'way_in') = 'folder'",
                    VERSION.PROVENANCE),
                DSL.condition(
                    "json_extract_path_text({0}, 'provenance', 'folder') = {1}",
                    VERSION.PROVENANCE, DSL.val(folder)))
            .orderBy(file)
            .fetchSize(FETCH)
            .fetchLazy()) {
      files.forEach(row -> each.accept(row.value1()));
    }
  }

  /// Throws a [CallerFault] where the version was erased, or where its source, as it is set now,
  /// does not let the whole of its texts be shown.
  void requireShown(VersionRecord row) {
    if (Manifests.isErased(row)) {
      throw new Manifests(snapshot).erased(row);
    }
    Rights today =
        DisplayRights.in(snapshot.sql(), snapshot.tenant())
            .of(row.getSourceId(), TimeRange.always());
    if (!today.isFull()) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "source "
              + today.source()
              + " lets its texts be shown as "
              + today.display().word()
              + " only, so the whole of one is not handed out; asof source set "
              + today.source()
              + " --display full where its rights allow it",
          Map.of("source", today.source(), "display", today.display().word()));
    }
  }
}
