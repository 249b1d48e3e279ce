package dev.asof.history;

import static dev.asof.schema.generated.Tables.TRANSACTION;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Statements on `transaction`: which one recorded what, by its system time, which is unique.
final class Transactions {
  private static final int LOOKUP = 1_000;

  private Transactions() {}

  static Map<Instant, Recorded> at(Snapshot snapshot, Collection<Instant> systemTimes) {
    Map<Instant, Recorded> found = new HashMap<>();
    List<Instant> wanted = new ArrayList<>(systemTimes);
    for (int from = 0; from < wanted.size(); from += LOOKUP) {
      snapshot
          .sql()
          .select(
              TRANSACTION.SEQUENCE,
              TRANSACTION.SYSTEM_TIME,
              TRANSACTION.KIND,
              TRANSACTION.ACTOR,
              TRANSACTION.REASON)
          .from(TRANSACTION)
          .where(
              TRANSACTION.TENANT.eq(snapshot.tenant()),
              TRANSACTION.SYSTEM_TIME.in(
                  wanted.subList(from, Math.min(from + LOOKUP, wanted.size()))))
          .forEach(row ->
              found.put(
                  row.value2(),
                  new Recorded(
                      row.value1(), row.value2(), row.value3(), row.value4(), row.value5())));
    }
    return found;
  }

  /// Entries up to the snapshot's token, as far as the caller may see their words.
  ///
  /// @param after only those behind this one, in the order asked for; null: from the start
  static List<LedgerEntry> entries(
      Snapshot snapshot, boolean newestFirst, @Nullable Long after, int most) {
    Condition behind =
        after == null
            ? DSL.noCondition()
            : newestFirst ? TRANSACTION.SEQUENCE.lt(after) : TRANSACTION.SEQUENCE.gt(after);
    return snapshot
        .sql()
        .selectFrom(TRANSACTION)
        .where(
            TRANSACTION.TENANT.eq(snapshot.tenant()),
            TRANSACTION.SEQUENCE.le(snapshot.token()),
            behind)
        .orderBy(newestFirst ? TRANSACTION.SEQUENCE.desc() : TRANSACTION.SEQUENCE.asc())
        .limit(most)
        .fetch(LedgerEntry::of);
  }

  static Optional<LedgerEntry> entry(Snapshot snapshot, long sequence) {
    return snapshot
        .sql()
        .selectFrom(TRANSACTION)
        .where(
            TRANSACTION.TENANT.eq(snapshot.tenant()),
            TRANSACTION.SEQUENCE.le(snapshot.token()),
            TRANSACTION.SEQUENCE.eq(sequence))
        .fetchOptional(LedgerEntry::of);
  }
}
