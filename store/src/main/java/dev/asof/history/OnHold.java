package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.HOLD;

import dev.asof.id.RowIds;
import dev.asof.schema.Ranges;
import java.time.Instant;
import java.util.List;

/// A document that is on legal hold at T, and for which matter: nothing of it can be erased.
///
/// @param since system time at which it was put on hold
/// @param transaction the transaction that did
public record OnHold(String document, String matter, Instant since, long transaction) {

  /// Every hold that is live as known at T, in the order of documents and matters.
  public static List<OnHold> in(Snapshot snapshot) {
    return snapshot
        .sql()
        .select(DOCUMENT.KEY, HOLD.MATTER, HOLD.SYSTEM_FROM, HOLD.HOLD_ID)
        .from(HOLD)
        .join(DOCUMENT)
        .on(DOCUMENT.TENANT.eq(HOLD.TENANT), DOCUMENT.DOCUMENT_ID.eq(HOLD.DOCUMENT_ID))
        .where(
            HOLD.TENANT.eq(snapshot.tenant()), Ranges.holds(HOLD.SYSTEM_DURING, snapshot.known()))
        .orderBy(DOCUMENT.KEY, HOLD.MATTER, HOLD.HOLD_ID)
        .fetch(row ->
            new OnHold(row.value1(), row.value2(), row.value3(), RowIds.sequenceOf(row.value4())));
  }
}
