package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.history.Counted;
import dev.asof.id.ObservationId;
import dev.asof.id.RowIds;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// That what a change touches did not move on since the transaction its writer has seen.
final class Expectation {

  private static final int MOST_SHOWN = 5;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Catalog catalog;

  Expectation(DSLContext sql, TenantId tenant, Catalog catalog) {
    this.sql = sql;
    this.tenant = tenant;
    this.catalog = catalog;
  }

  /// Throws a [Conflict] that says what is there now, where a statement about one of the pairs was
  /// made or given up, or a look at one recorded, after transaction `expected`; a [CallerFault]
  /// where there is no such transaction before `sequence`.
  void require(long expected, long sequence, Collection<Lanes.Pair> pairs) {
    if (expected < 0 || expected >= sequence) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "there is no transaction " + expected + " to follow; the last one is " + (sequence - 1));
    }
    for (Lanes.Pair pair : pairs) {
      long newest = newest(pair);
      if (newest > expected) {
        throw new Conflict(
            Code.MOVED_ON,
            "what "
                + catalog.sourceName(pair.source())
                + " says about "
                + catalog.keyOf(pair.document())
                + " changed in transaction "
                + newest
                + ", after the expected "
                + expected
                + "; now: "
                + now(pair)
                + "; read it again and repeat with --expect "
                + newest);
      }
    }
  }

  /// The newest transaction before this one that touched a pair; 0 where none did.
  private long newest(Lanes.Pair pair) {
    var stated =
        sql.select(DSL.max(STATEMENT.STATEMENT_ID), DSL.max(STATEMENT.SYSTEM_TO))
            .from(STATEMENT)
            .where(
                STATEMENT.TENANT.eq(tenant),
                STATEMENT.DOCUMENT_ID.eq(pair.document()),
                STATEMENT.SOURCE_ID.eq(pair.source()))
            .fetchSingle();
    StatementId opened = stated.value1();
    Instant closed = stated.value2();
    ObservationId looked =
        sql.select(DSL.max(OBSERVATION.OBSERVATION_ID))
            .from(OBSERVATION)
            .where(
                OBSERVATION.TENANT.eq(tenant),
                OBSERVATION.DOCUMENT_ID.eq(pair.document()),
                OBSERVATION.SOURCE_ID.eq(pair.source()))
            .fetchSingle()
            .value1();
    return Stream.of(
            opened == null ? 0 : RowIds.sequenceOf(opened.value()),
            looked == null ? 0 : RowIds.sequenceOf(looked.value()),
            closed == null ? 0 : sequenceAt(closed))
        .max(Long::compare)
        .orElse(0L);
  }

  private long sequenceAt(Instant systemTime) {
    return sql.select(TRANSACTION.SEQUENCE)
        .from(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SYSTEM_TIME.eq(systemTime))
        .fetchSingle()
        .value1();
  }

  /// The beliefs stored about a pair, before what this transaction changes.
  private String now(Lanes.Pair pair) {
    List<String> beliefs =
        sql.select(VERSION.LABEL, DOCUMENT_VALIDITY.NOTHING, DOCUMENT_VALIDITY.VALID_DURING)
            .from(DOCUMENT_VALIDITY)
            .leftJoin(VERSION)
            .on(
                VERSION.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                VERSION.VERSION_ID.eq(DOCUMENT_VALIDITY.VERSION_ID))
            .where(
                DOCUMENT_VALIDITY.TENANT.eq(tenant),
                DOCUMENT_VALIDITY.DOCUMENT_ID.eq(pair.document()),
                DOCUMENT_VALIDITY.SOURCE_ID.eq(pair.source()),
                DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
            .orderBy(DOCUMENT_VALIDITY.VALID_DURING.desc(), DOCUMENT_VALIDITY.VALIDITY_ID)
            .fetch(row -> named(row.value1(), row.value2()) + " " + row.value3());
    if (beliefs.isEmpty()) {
      return "nothing is believed";
    }
    return String.join(", ", beliefs.subList(0, Math.min(MOST_SHOWN, beliefs.size())))
        + (beliefs.size() > MOST_SHOWN
            ? " and " + Counted.of(beliefs.size() - MOST_SHOWN, "belief") + " before"
            : "");
  }

  private static String named(@Nullable String label, @Nullable String nothing) {
    return nothing != null ? "nothing (" + nothing + ")" : label == null ? "a version" : label;
  }
}
