package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SOURCE;

import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.time.Instant;
import java.util.List;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The log of looks at sources, failures too. One statement on `observation`.
public final class LookLog {

  private final Database database;

  public LookLog(Database database) {
    this.database = database;
  }

  /// A look. Times are UTC, microseconds.
  ///
  /// @param looked when, on the valid axis of what was observed
  /// @param status seen, gone, failed, or what else a record said
  /// @param label of the version seen; null: none was
  /// @param note what was met; null: nothing is noted, or it was erased
  /// @param recorded system time
  public record Look(
      Instant looked,
      String document,
      String source,
      String scope,
      String status,
      @Nullable String label,
      @Nullable String note,
      Instant recorded) {}

  /// The looks that were recorded up to T, the one recorded last first.
  ///
  /// @param failed only those that failed
  /// @param most how many at most
  public Answer<Look> looks(TenantId tenant, Filter filter, boolean failed, int most, Known known) {
    return new Reader(database)
        .snapshot(tenant, known, snapshot -> looks(snapshot, filter, failed, most));
  }

  private static Answer<Look> looks(Snapshot snapshot, Filter filter, boolean failed, int most) {
    String document = filter.document();
    DocumentId one = document == null ? null : DocumentKeys.require(snapshot, document).id();
    var from = Sources.in(snapshot).named(filter.source());
    Condition wanted =
        OBSERVATION
            .TENANT
            .eq(snapshot.tenant())
            .and(OBSERVATION.SYSTEM_FROM.le(snapshot.known()))
            .and(one == null ? DSL.noCondition() : OBSERVATION.DOCUMENT_ID.eq(one))
            .and(from == null ? DSL.noCondition() : OBSERVATION.SOURCE_ID.eq(from))
            .and(filter.scope() == null ? DSL.noCondition() : OBSERVATION.SCOPE.eq(filter.scope()))
            .and(failed ? OBSERVATION.STATUS.eq("failed") : DSL.noCondition());
    List<Look> looks =
        snapshot
            .sql()
            .select(
                OBSERVATION.LOOKED,
                DOCUMENT.KEY,
                SOURCE.NAME,
                OBSERVATION.SCOPE,
                OBSERVATION.STATUS,
                OBSERVATION.LABEL,
                OBSERVATION.NOTE,
                OBSERVATION.SYSTEM_FROM)
            .from(OBSERVATION)
            .join(DOCUMENT)
            .on(
                DOCUMENT.TENANT.eq(OBSERVATION.TENANT),
                DOCUMENT.DOCUMENT_ID.eq(OBSERVATION.DOCUMENT_ID))
            .join(SOURCE)
            .on(SOURCE.TENANT.eq(OBSERVATION.TENANT), SOURCE.SOURCE_ID.eq(OBSERVATION.SOURCE_ID))
            .where(wanted)
            .orderBy(OBSERVATION.OBSERVATION_ID.desc())
            .limit(most)
            .fetch(row ->
                new Look(
                    row.value1(),
                    row.value2(),
                    row.value3(),
                    row.value4(),
                    row.value5(),
                    row.value6(),
                    row.value7(),
                    row.value8()));
    return Answer.of(snapshot, null, looks, InForce.pinned(snapshot));
  }
}
