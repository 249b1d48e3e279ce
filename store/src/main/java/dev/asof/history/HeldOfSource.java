package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Database;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// What a tenant holds of one source by now, for a way in that goes on where it stopped.
///
/// Documents that the caller may not see are left out. Statements on `version` and `head`.
public final class HeldOfSource {
  private static final int FETCH = 500;

  /// The version of a document that the source brought last.
  ///
  /// @param provenance as it was brought, JSON; null: none, or erased
  public record Newest(
      DocumentId id, String document, @Nullable String label, @Nullable String provenance) {}

  /// A version that the source brought.
  ///
  /// @param provenance as it was brought, JSON; null: none, or erased
  public record Brought(
      VersionId id,
      String document,
      @Nullable String title,
      @Nullable String language,
      String mediaType,
      @Nullable String provenance) {}

  /// Up to where the tenant's system time is final, and the present; both by the database's clock,
  /// in microseconds. Only what is recorded between the two can be carried.
  public record Times(Instant finalUpTo, Instant clock) {}

  private final Database database;
  private final TenantId tenant;
  private final String source;

  public HeldOfSource(Database database, TenantId tenant, String source) {
    this.database = database;
    this.tenant = tenant;
    this.source = source;
  }

  public Times times() {
    return database.read(
        tenant, Heads.first(tenant), (sql, head) -> new Times(head.finalUpTo(), head.clock()));
  }

  /// One for each document of which the source brought a text, the one brought last at the end; of
  /// those that are not erased, where there are such.
  public List<Newest> newest() {
    return database.read(tenant, this::newest);
  }

  private List<Newest> newest(DSLContext sql) {
    var last =
        sql.select(VERSION.DOCUMENT_ID, VERSION.VERSION_ID, VERSION.LABEL, VERSION.PROVENANCE)
            .distinctOn(VERSION.DOCUMENT_ID)
            .from(VERSION)
            .join(SOURCE)
            .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
            .where(VERSION.TENANT.eq(tenant), SOURCE.NAME.eq(source))
            .orderBy(
                VERSION.DOCUMENT_ID,
                DSL.field(VERSION.PROVENANCE.isNull()),
                VERSION.VERSION_ID.desc())
            .asTable("last");
    return sql.select(
            last.field(VERSION.DOCUMENT_ID),
            DOCUMENT.KEY,
            last.field(VERSION.LABEL),
            last.field(VERSION.PROVENANCE))
        .from(last)
        .join(DOCUMENT)
        .on(DOCUMENT.TENANT.eq(tenant), DOCUMENT.DOCUMENT_ID.eq(last.field(VERSION.DOCUMENT_ID)))
        .orderBy(last.field(VERSION.VERSION_ID))
        .fetch(row -> {
          JSON provenance = row.value4();
          return new Newest(
              row.value1(),
              row.value2(),
              row.value3(),
              provenance == null ? null : provenance.data());
        });
  }

  /// The hashes of the texts that the source brought of a document, in the order of recording;
  /// those of erased texts are missing.
  public List<Hash> texts(DocumentId document) {
    return database.read(
        tenant,
        sql ->
            sql
                .select(VERSION.SHA256)
                .from(VERSION)
                .join(SOURCE)
                .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
                .where(
                    VERSION.TENANT.eq(tenant),
                    VERSION.DOCUMENT_ID.eq(document),
                    SOURCE.NAME.eq(source),
                    VERSION.SHA256.isNotNull())
                .orderBy(VERSION.VERSION_ID)
                .stream()
                .map(row -> Hash.wrap(Objects.requireNonNull(row.value1())))
                .toList());
  }

  /// Hands over every version that the source brought, in the order of recording.
  public void versions(Consumer<Brought> each) {
    database.read(tenant, sql -> versions(sql, each));
  }

  private @Nullable Void versions(DSLContext sql, Consumer<Brought> each) {
    try (var cursor =
        sql.select(
                VERSION.VERSION_ID,
                DOCUMENT.KEY,
                VERSION.TITLE,
                VERSION.LANGUAGE,
                VERSION.MEDIA_TYPE,
                VERSION.PROVENANCE)
            .from(VERSION)
            .join(SOURCE)
            .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
            .join(DOCUMENT)
            .on(DOCUMENT.TENANT.eq(VERSION.TENANT), DOCUMENT.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID))
            .where(VERSION.TENANT.eq(tenant), SOURCE.NAME.eq(source), VERSION.SHA256.isNotNull())
            .orderBy(VERSION.VERSION_ID)
            .fetchSize(FETCH)
            .fetchLazy()) {
      cursor.forEach(row -> {
        JSON provenance = row.value6();
        each.accept(
            new Brought(
                row.value1(),
                row.value2(),
                row.value3(),
                row.value4(),
                row.value5(),
                provenance == null ? null : provenance.data()));
      });
    }
    return null;
  }

  /// The text of a version, to be compared with one that comes in, never to be shown. Throws where
  /// it was erased.
  public String text(VersionId version) {
    return new Reader(database)
        .snapshot(
            tenant,
            Known.latest(),
            snapshot -> {
              Manifests manifests = new Manifests(snapshot);
              return manifests.exact(manifests.version(version));
            });
  }

  /// The bytes that the text of a version was taken from, to take it out again, never to be shown.
  /// Throws where it was erased, or none are kept.
  public byte[] original(VersionId version) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Reader(database)
        .snapshot(
            tenant,
            Known.latest(),
            snapshot ->
                new Originals(snapshot).copy(new Manifests(snapshot).version(version), bytes));
    return bytes.toByteArray();
  }

  /// Everything that is kept of a version but its words, to go on from it, never to be shown.
  public HeldVersion version(VersionId version) {
    return new Reader(database)
        .snapshot(tenant, Known.latest(), snapshot -> new Versions(snapshot).of(version));
  }
}
