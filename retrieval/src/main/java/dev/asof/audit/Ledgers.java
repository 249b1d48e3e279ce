package dev.asof.audit;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.history.Citation;
import dev.asof.history.LedgerEntry;
import dev.asof.history.Seen;
import dev.asof.history.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// Statements on the ledger and on the log of looks, in the snapshot of an answer.
record Ledgers(Snapshot snapshot) {

  /// The entries of these transactions, in order.
  List<LedgerEntry> entries(Collection<Long> transactions) {
    return snapshot
        .sql()
        .selectFrom(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(snapshot.tenant()), TRANSACTION.SEQUENCE.in(transactions))
        .orderBy(TRANSACTION.SEQUENCE)
        .fetch(LedgerEntry::of);
  }

  /// The last entry up to a token that the caller may see; empty where there is none.
  List<LedgerEntry> last(long token) {
    return snapshot
        .sql()
        .selectFrom(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(snapshot.tenant()), TRANSACTION.SEQUENCE.le(token))
        .orderBy(TRANSACTION.SEQUENCE.desc())
        .limit(1)
        .fetch(LedgerEntry::of);
  }

  /// The looks behind an observed or presumed belief.
  Sights sights(Citation belief, Seen seen) {
    List<Instant> looks =
        snapshot
            .sql()
            .select(OBSERVATION.LOOKED)
            .from(OBSERVATION)
            .join(DOCUMENT)
            .on(
                DOCUMENT.TENANT.eq(OBSERVATION.TENANT),
                DOCUMENT.DOCUMENT_ID.eq(OBSERVATION.DOCUMENT_ID))
            .join(SOURCE)
            .on(SOURCE.TENANT.eq(OBSERVATION.TENANT), SOURCE.SOURCE_ID.eq(OBSERVATION.SOURCE_ID))
            .where(
                OBSERVATION.TENANT.eq(snapshot.tenant()),
                DOCUMENT.KEY.eq(belief.document()),
                SOURCE.NAME.eq(belief.source()),
                OBSERVATION.SCOPE.eq(belief.scope()),
                OBSERVATION.VERSION_ID.isNotNull(),
                OBSERVATION.LOOKED.between(seen.first(), seen.last()),
                OBSERVATION.SYSTEM_FROM.le(snapshot.known()))
            .orderBy(OBSERVATION.LOOKED, OBSERVATION.OBSERVATION_ID)
            .fetch(OBSERVATION.LOOKED);
    Duration longest = Duration.ZERO;
    for (int i = 1; i < looks.size(); i++) {
      Duration gap = Duration.between(looks.get(i - 1), looks.get(i));
      longest = gap.compareTo(longest) > 0 ? gap : longest;
    }
    Duration distance = seen.distance();
    return new Sights(
        belief.document(),
        belief.source(),
        belief.scope(),
        seen.first(),
        seen.last(),
        looks.size(),
        longest,
        distance == null ? Duration.ZERO : distance);
  }
}
