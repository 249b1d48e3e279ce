package dev.asof.history;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.SETTLE;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import java.time.Instant;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// Where a tenant's system time stands. Statements on `head` and `transaction`.
final class Heads {
  private Heads() {}

  /// @param clock the present by the database's clock
  /// @param replica the server only replays what another writes, so that nothing can be settled
  ///   here
  record Standing(
      long sequence, Instant systemTime, Instant settled, Instant clock, boolean replica) {
    /// Up to here, included, nothing can be added any more.
    Instant finalUpTo() {
      return settled.isAfter(systemTime) ? settled : systemTime;
    }
  }

  static Standing read(DSLContext sql, TenantId tenant) {
    return sql.select(
            HEAD.SEQUENCE,
            HEAD.SYSTEM_TIME,
            HEAD.SETTLED,
            DSL.field("asof.clock()", SQLDataType.INSTANT),
            DSL.field("pg_is_in_recovery()", SQLDataType.BOOLEAN))
        .from(HEAD)
        .where(HEAD.TENANT.eq(tenant))
        .fetchOptional(row ->
            new Standing(row.value1(), row.value2(), row.value3(), row.value4(), row.value5()))
        .orElseThrow(() ->
            new CallerFault(
                Code.UNKNOWN_TENANT,
                "there is no tenant " + tenant.value() + " that this login may read"));
  }

  /// Waits for the writer in flight and fixes everything up to the present, except during a carried
  /// import.
  static boolean settle(DSLContext sql, TenantId tenant) {
    var call = SETTLE.call(tenant.value());
    return !sql.select(call.CARRYING).from(call).fetchSingle().value1();
  }

  /// The last transaction with a system time up to `known`; 0 where there is none.
  static long tokenAt(DSLContext sql, TenantId tenant, Instant known) {
    return sql.select(TRANSACTION.SEQUENCE)
        .from(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SYSTEM_TIME.le(known))
        .orderBy(TRANSACTION.SYSTEM_TIME.desc())
        .limit(1)
        .fetchOptional(TRANSACTION.SEQUENCE)
        .orElse(0L);
  }

  static Optional<Instant> systemTimeOf(DSLContext sql, TenantId tenant, long sequence) {
    return sql.select(TRANSACTION.SYSTEM_TIME)
        .from(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
        .fetchOptional(TRANSACTION.SYSTEM_TIME);
  }
}
