package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.ValidityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Which records a tenant holds already, so that a way in need not read them again. An import skips
/// them in any case.
public final class HeldRecords {

  /// What the ledger calls transactions of imports.
  public static final String IMPORT = "import";

  private final Database database;
  private final TenantId tenant;
  private final byte[] pepper;

  public HeldRecords(Database database, TenantId tenant) {
    this.database = database;
    this.tenant = tenant;
    this.pepper = database.read(tenant, sql -> Store.pepper(sql, tenant));
  }

  /// Dates as they were written.
  ///
  /// @param to null: no end is stated
  /// @param zone in which they were read
  public record Dates(String from, @Nullable String to, String zone) {}

  /// A record that is held.
  ///
  /// @param stated what imports stated of its text last; null: nothing, or it was erased
  /// @param live what anybody states of its text at present
  /// @param provenance of its version, JSON; null: none, or it was erased
  public record Held(
      VersionId version,
      boolean erased,
      @Nullable Dates stated,
      List<Dates> live,
      @Nullable String provenance) {
    public Held {
      live = List.copyOf(live);
    }
  }

  /// Whether a record of this document and source was imported with this label and content.
  ///
  /// @param content SHA-256 of the original, or, where the text is the original, of the text
  public boolean holds(Change.Place place, String label, Hash content) {
    return find(place, label, content).isPresent();
  }

  /// The record of this document and source that was imported with this label and content.
  ///
  /// @param content SHA-256 of the original, or, where the text is the original, of the text
  public Optional<Held> find(Change.Place place, String label, Hash content) {
    byte[] key = RecordKeys.of(pepper, place, label, content).bytes();
    return database.read(
        tenant,
        sql ->
            sql.select(OBSERVATION.VERSION_ID)
                .from(OBSERVATION)
                .where(
                    OBSERVATION.TENANT.eq(tenant),
                    OBSERVATION.RECORD_KEY.eq(key),
                    OBSERVATION.VERSION_ID.isNotNull())
                .orderBy(OBSERVATION.OBSERVATION_ID.desc())
                .limit(1)
                .fetchOptional(OBSERVATION.VERSION_ID)
                .map(version -> held(sql, place, version)));
  }

  /// The version of this document and source that was recorded last with this text.
  ///
  /// @param text SHA-256 of the text
  public Optional<Held> findText(Change.Place place, Hash text) {
    return database.read(
        tenant,
        sql ->
            sql.select(DOCUMENT.DOCUMENT_ID)
                .from(DOCUMENT)
                .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(place.document()))
                .fetchOptional(DOCUMENT.DOCUMENT_ID)
                .flatMap(document ->
                    sql.select(VERSION.VERSION_ID)
                        .from(VERSION)
                        .join(SOURCE)
                        .on(
                            SOURCE.TENANT.eq(VERSION.TENANT),
                            SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
                        .where(
                            VERSION.TENANT.eq(tenant),
                            VERSION.DOCUMENT_ID.eq(document),
                            SOURCE.NAME.eq(place.source()),
                            VERSION.SHA256.eq(text.bytes()))
                        .orderBy(VERSION.VERSION_ID.desc())
                        .limit(1)
                        .fetchOptional(VERSION.VERSION_ID))
                .map(version -> held(sql, place, version)));
  }

  private Held held(DSLContext sql, Change.Place place, VersionId id) {
    VersionRecord version =
        sql.selectFrom(VERSION)
            .where(VERSION.TENANT.eq(tenant), VERSION.VERSION_ID.eq(id))
            .fetchSingle();
    Dates stated = null;
    List<Dates> live = new ArrayList<>();
    Field<Boolean> imported =
        DSL.field(
            DSL.exists(
                DSL.selectOne()
                    .from(TRANSACTION)
                    .where(
                        TRANSACTION.TENANT.eq(STATEMENT.TENANT),
                        TRANSACTION.SEQUENCE.eq(
                            DSL.field("{0} >> 24", Long.class, STATEMENT.STATEMENT_ID)),
                        TRANSACTION.KIND.eq(IMPORT))));
    for (var said :
        sql.select(STATEMENT.WRITTEN, STATEMENT.SYSTEM_TO, imported)
            .from(STATEMENT)
            .where(
                STATEMENT.TENANT.eq(tenant),
                STATEMENT.DOCUMENT_ID.eq(version.getDocumentId()),
                STATEMENT.VERSION_ID.eq(version.getVersionId()),
                STATEMENT.STATE.eq(ValidityState.ASSERTED),
                STATEMENT.SCOPE.eq(place.scope()),
                STATEMENT.SECTION_ID.isNull())
            .orderBy(STATEMENT.STATEMENT_ID.desc())) {
      Dates dates = StatedTimesJson.dates(said.value1());
      if (dates != null && said.value2() == null) {
        live.add(dates);
      }
      if (dates != null && stated == null && said.value3()) {
        stated = dates;
      }
    }
    return new Held(
        version.getVersionId(),
        version.getSalt() == null,
        stated,
        live,
        version.getProvenance() == null ? null : version.getProvenance().data());
  }
}
