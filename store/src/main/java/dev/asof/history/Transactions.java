package dev.asof.history;

import static dev.asof.schema.generated.Tables.TRANSACTION;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
}
