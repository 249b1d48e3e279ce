package dev.asof.history;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.SETTLE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.time.Instant;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// Where a tenant's system time stands. Statements on `head`, and on the ledger's times.
final class Heads {
  private static final String STANDING =
      DSL.using(SQLDialect.POSTGRES)
          .render(
              DSL.select(
                      HEAD.SEQUENCE,
                      HEAD.SYSTEM_TIME,
                      HEAD.SETTLED,
                      DSL.field("asof.clock()"),
                      DSL.field("pg_is_in_recovery()"))
                  .from(HEAD)
                  .where(HEAD.TENANT.eq(DSL.param("tenant", HEAD.TENANT))));

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

  /// The last transaction with a system time up to `known`; 0 where there is none. Asks the ledger
  /// only where the head does not tell it.
  static long tokenAt(DSLContext sql, TenantId tenant, Standing head, Instant known) {
    return known.isBefore(head.systemTime()) ? tokenAt(sql, tenant, known) : head.sequence();
  }

  /// Where a tenant stands when a transaction begins. It throws a [CallerFault] with
  /// [Code#UNKNOWN_TENANT] where this login may read no such tenant.
  static Database.First<Standing> first(TenantId tenant) {
    return new Database.First<>(
        STANDING,
        rows -> {
          if (rows.isEmpty()) {
            throw new CallerFault(
                Code.UNKNOWN_TENANT,
                "there is no tenant " + tenant.value() + " that this login may read");
          }
          Record row = rows.getFirst();
          return new Standing(
              row.get(0, Long.class),
              row.get(1, Instant.class),
              row.get(2, Instant.class),
              row.get(3, Instant.class),
              row.get(4, Boolean.class));
        });
  }

  /// Waits for the writer in flight and fixes everything up to the present, except while a carried
  /// import is alive; what one that was killed left is ended.
  static boolean settle(DSLContext sql, TenantId tenant) {
    var call = SETTLE.call(tenant.value());
    return !sql.select(call.CARRYING).from(call).fetchSingle().value1();
  }

  /// The last transaction with a system time up to `known`; 0 where there is none. The same for
  /// every caller, as is [#systemTimeOf]: a token means one time, whoever may see the entry.
  static long tokenAt(DSLContext sql, TenantId tenant, Instant known) {
    Long token =
        sql.select(
                DSL.field(
                    "asof.entry_at({0}, {1})",
                    SQLDataType.BIGINT,
                    DSL.val(tenant.value()),
                    DSL.val(known, SQLDataType.INSTANT)))
            .fetchSingle()
            .value1();
    return token == null ? 0 : token;
  }

  static Optional<Instant> systemTimeOf(DSLContext sql, TenantId tenant, long sequence) {
    return Optional.ofNullable(
        sql.select(
                DSL.field(
                    "asof.entry_time({0}, {1})",
                    SQLDataType.INSTANT, DSL.val(tenant.value()), DSL.val(sequence)))
            .fetchSingle()
            .value1());
  }
}
