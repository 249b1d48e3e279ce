package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Opens snapshots whose answers never change.
///
/// A T up to the last system time or the last settled time is final and costs no lock. A T between
/// that and the database's present waits once for the writer in flight, who may hold an earlier
/// time and commit later, and fixes everything up to the present. A T in the future is refused.
public final class Reader {

  /// The system time of a tenant before its first transaction.
  private static final Instant BEFORE_ALL = Instant.parse("0001-01-01T00:00:00Z");

  private final Database database;

  public Reader(Database database) {
    this.database = database;
  }

  /// Runs `work` in the snapshot of `tenant` as known at `known`.
  ///
  /// Throws a [CallerFault] with [Code#KNOWN_IN_FUTURE] where `known` lies ahead of the database's
  /// clock, and with [Code#BAD_INPUT] where there is no such token; [Unavailable] with [Code#RETRY]
  /// where a replica has not got the token's transaction yet.
  public <R> R snapshot(TenantId tenant, Known known, Function<Snapshot, R> work) {
    return snapshots(tenant, List.of(known), opened -> work.apply(opened.getFirst()));
  }

  /// Runs `work` with one snapshot for each of `known`, in that order, all of the same database
  /// transaction.
  public <R> R snapshots(TenantId tenant, List<Known> known, Function<List<Snapshot>, R> work) {
    Present present = new Present();
    Optional<R> answer =
        database.read(
            tenant,
            Heads.first(tenant),
            (sql, head) -> tryAt(sql, tenant, head, known, present, false).map(work));
    if (answer.isPresent()) {
      return answer.get();
    }
    database.write(tenant, sql -> Heads.settle(sql, tenant));
    return database.read(
        tenant,
        Heads.first(tenant),
        (sql, head) -> tryAt(sql, tenant, head, known, present, true).map(work).orElseThrow());
  }

  /// The present to which a day is cut: the same before and after waiting for the writer in flight.
  private static final class Present {
    private @Nullable Instant instant;

    Instant orFirst(Instant clock) {
      Instant known = instant;
      if (known == null) {
        instant = clock;
        return clock;
      }
      return known;
    }
  }

  /// Empty where one of `known` is not final yet and `waited` is false.
  private static Optional<List<Snapshot>> tryAt(
      DSLContext sql,
      TenantId tenant,
      Heads.Standing head,
      List<Known> known,
      Present present,
      boolean waited) {
    Instant last = head.finalUpTo();
    List<Snapshot> snapshots = new ArrayList<>();
    for (Known asked : known) {
      KnownReading reading = read(asked, sql, tenant, head, present.orFirst(head.clock()));
      Instant at = reading.instant();
      if (at.isAfter(last)) {
        if (at.isAfter(head.clock())) {
          throw inFuture(at, head.clock());
        }
        if (!waited && !head.replica()) {
          return Optional.empty();
        }
        reading = reading.pin(last);
        at = last;
      }
      snapshots.add(
          new Snapshot(
              sql, tenant, at, Heads.tokenAt(sql, tenant, head, at), reading, head.clock()));
    }
    return Optional.of(snapshots);
  }

  private static KnownReading read(
      Known asked, DSLContext sql, TenantId tenant, Heads.Standing head, Instant present) {
    return switch (asked) {
      case Known.Latest latest -> KnownReading.bare(KnownReading.How.DEFAULTED, head.systemTime());
      case Known.At at -> KnownReading.bare(KnownReading.How.GIVEN, TimeRange.micros(at.instant()));
      case Known.Resumed page -> KnownReading.bare(KnownReading.How.CURSOR, page.instant());
      case Known.Stated stated -> read(stated.time(), present);
      case Known.Token token ->
          KnownReading.bare(KnownReading.How.TOKEN, timeOf(token.sequence(), sql, tenant, head));
    };
  }

  private static KnownReading read(StatedTime time, Instant present) {
    boolean runningDay =
        time.precision() == Precision.DAY
            && time.instant().isAfter(present)
            && time.instant()
                .atZone(time.zone())
                .toLocalDate()
                .equals(present.atZone(time.zone()).toLocalDate());
    return new KnownReading(
        KnownReading.How.GIVEN,
        time.text(),
        time.zone().getId(),
        time.zoneAssumed(),
        runningDay ? present : time.instant(),
        runningDay ? time.text() + " is not over; it was cut to the present" : time.decision(),
        false);
  }

  private static Instant timeOf(
      long sequence, DSLContext sql, TenantId tenant, Heads.Standing head) {
    if (sequence == 0) {
      return BEFORE_ALL;
    }
    return Heads.systemTimeOf(sql, tenant, sequence)
        .orElseThrow(() -> head.replica() ? notYet(sequence, head) : noSuch(sequence, head));
  }

  private static CallerFault noSuch(long sequence, Heads.Standing head) {
    return new CallerFault(
        Code.BAD_INPUT,
        "there is no transaction " + sequence + " to repeat; the last one is " + head.sequence(),
        Map.of("token", Long.toString(sequence)));
  }

  /// A replica cannot tell a transaction that is on its way from one that never was.
  private static Unavailable notYet(long sequence, Heads.Standing head) {
    return new Unavailable(
        Code.RETRY,
        "this replica has not got transaction "
            + sequence
            + " yet; it has caught up to transaction "
            + head.sequence()
            + ", of "
            + head.systemTime()
            + "; ask again in a moment, or ask the server that it follows",
        Map.of("token", Long.toString(sequence), "last", Long.toString(head.sequence())));
  }

  private static CallerFault inFuture(Instant known, Instant clock) {
    return new CallerFault(
        Code.KNOWN_IN_FUTURE,
        "known "
            + known
            + " lies ahead of the database's clock, "
            + clock
            + "; nobody knows what will be known then, ask for a time up to the present",
        Map.of("known", known.toString(), "clock", clock.toString()));
  }
}
