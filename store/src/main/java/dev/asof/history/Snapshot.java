package dev.asof.history;

import dev.asof.id.TenantId;
import java.time.Instant;
import org.jooq.DSLContext;

/// One consistent, final view of a tenant as known at T; usable only inside the call that opened
/// it.
///
/// @param sql runs in the one REPEATABLE READ transaction of this view; what it reads still has to
///   be restricted to `known`
/// @param known T: UTC, microseconds; nothing recorded later may show
/// @param token the last transaction with a system time up to T; 0 before the first
/// @param reading how T was read
/// @param clock the present by the database's clock, for a default `about`
public record Snapshot(
    DSLContext sql,
    TenantId tenant,
    Instant known,
    long token,
    KnownReading reading,
    Instant clock) {

  /// The same with another present, for a default `about`.
  Snapshot withClock(Instant present) {
    return new Snapshot(sql, tenant, known, token, reading, present);
  }

  /// What was asked for is not final yet, and `known` is earlier.
  public boolean pinned() {
    return reading.pinned();
  }
}
