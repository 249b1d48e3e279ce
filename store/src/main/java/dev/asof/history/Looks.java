package dev.asof.history;

import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The looks that showed a text of a document, recorded up to T. One statement on `observation`.
final class Looks {
  private Looks() {}

  record Look(
      SourceId source,
      String scope,
      Instant looked,
      VersionId version,
      @Nullable Hash sha256,
      Instant recorded) {

    boolean shows(BeliefRow row) {
      Hash wanted = row.text().sha256();
      return source.equals(row.sourceId())
          && scope.equals(row.scope())
          && row.valid().contains(looked)
          && (version.equals(row.version()) || (wanted != null && wanted.equals(sha256)));
    }
  }

  static List<Look> of(Snapshot snapshot, DocumentId document) {
    return snapshot
        .sql()
        .select(
            OBSERVATION.SOURCE_ID,
            OBSERVATION.SCOPE,
            OBSERVATION.LOOKED,
            VERSION.VERSION_ID,
            VERSION.SHA256,
            OBSERVATION.SYSTEM_FROM)
        .from(OBSERVATION)
        .join(VERSION)
        .on(VERSION.TENANT.eq(OBSERVATION.TENANT), VERSION.VERSION_ID.eq(OBSERVATION.VERSION_ID))
        .where(
            OBSERVATION.TENANT.eq(snapshot.tenant()),
            OBSERVATION.DOCUMENT_ID.eq(document),
            OBSERVATION.SYSTEM_FROM.le(snapshot.known()))
        .orderBy(OBSERVATION.OBSERVATION_ID)
        .fetch(row -> {
          byte[] sha256 = row.value5();
          return new Look(
              row.value1(),
              row.value2(),
              row.value3(),
              row.value4(),
              sha256 == null ? null : Hash.wrap(sha256),
              row.value6());
        });
  }

  /// The row with its sights as they were recorded up to `known`.
  static BeliefRow sightsAt(Instant known, BeliefRow row, List<Look> looks) {
    if (row.firstSeen() == null) {
      return row;
    }
    Instant first = null;
    Instant last = null;
    for (Look look : looks) {
      if (!look.recorded().isAfter(known) && look.shows(row)) {
        first = first == null || look.looked().isBefore(first) ? look.looked() : first;
        last = last == null || look.looked().isAfter(last) ? look.looked() : last;
      }
    }
    return row.seen(first, last);
  }
}
