package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;

import dev.asof.fold.Belief;
import dev.asof.fold.Difference;
import dev.asof.fold.Implied;
import dev.asof.fold.SectionOverride;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The rows that follow from statements: what the folds of touched lanes say, and the smallest
/// difference to what is stored.
final class Beliefs {

  private final Buffer buffer;
  private final Catalog catalog;
  private final Lanes lanes;

  Beliefs(Buffer buffer, Catalog catalog, Lanes lanes) {
    this.buffer = buffer;
    this.catalog = catalog;
    this.lanes = lanes;
  }

  /// Folds the lanes that were touched since the last call and opens and closes rows accordingly.
  void settle() {
    for (Lanes.Pair pair : lanes.touched()) {
      lanes
          .of(pair)
          .forEach((key, held) -> {
            if (held.touched) {
              settle(key, held);
              held.touched = false;
            }
          });
    }
    lanes.touched().clear();
  }

  private void settle(Lanes.LaneKey key, Lanes.Held held) {
    List<Lanes.Said> wanted =
        held.beliefs.stream()
            .map(belief -> new Lanes.Said(belief.during(), belief.by().id()))
            .toList();
    Difference<Long, Lanes.Said> difference = Difference.between(held.rows, wanted);
    difference.close().forEach(id -> buffer.close(Ledgered.of(DOCUMENT_VALIDITY), id));
    held.rows.values().removeAll(new HashSet<>(difference.close()));
    Set<Lanes.Said> opening = new HashSet<>(difference.open());
    for (Belief belief : held.beliefs) {
      Lanes.Said said = new Lanes.Said(belief.during(), belief.by().id());
      if (opening.contains(said)) {
        held.rows.put(said, open(key, belief));
      }
    }
    settleOverrides(key, held);
  }

  private long open(Lanes.LaneKey key, Belief belief) {
    DocumentValidityRecord row = new DocumentValidityRecord();
    row.setValidityId(new ValidityId(buffer.nextId()));
    row.setDocumentId(key.document());
    row.setSourceId(key.source());
    row.setState(key.state());
    row.setScope(key.scope());
    row.setVersionId(Statements.versionOf(belief.by().holding()));
    row.setNothing(Statements.nothingOf(belief.by().holding()));
    row.setStatementId(belief.by().id());
    row.setStatedFrom(belief.by().stated().fromOrNull());
    row.setValidDuring(belief.during());
    return buffer.open(row).getValidityId().value();
  }

  private void settleOverrides(Lanes.LaneKey key, Lanes.Held held) {
    List<VersionId> versions =
        held.beliefs.stream()
            .flatMap(belief -> Stream.ofNullable(Statements.versionOf(belief.by().holding())))
            .distinct()
            .toList();
    catalog.prefetchDates(versions);
    // Only a section that outlasts its version has to know which other version holds it.
    if (versions.stream()
        .flatMap(version -> catalog.datesOf(version).stream())
        .anyMatch(dated -> dated.to() != null)) {
      catalog.prefetchVersions(versions);
    }
    settleOverrides(
        key,
        held.implied,
        Implied.overrides(held.beliefs, catalog::datesOf, catalog::hasSection),
        true);
    settleOverrides(key, held.explicit, held.explicit(), false);
  }

  private void settleOverrides(
      Lanes.LaneKey key,
      Map<SectionOverride, Long> stored,
      List<SectionOverride> wanted,
      boolean implied) {
    Difference<Long, SectionOverride> difference = Difference.between(stored, wanted);
    difference.close().forEach(id -> buffer.close(Ledgered.of(SECTION_VALIDITY), id));
    stored.values().removeAll(new HashSet<>(difference.close()));
    for (SectionOverride override : difference.open()) {
      SectionValidityRecord row = new SectionValidityRecord();
      row.setValidityId(new ValidityId(buffer.nextId()));
      row.setDocumentId(key.document());
      row.setSourceId(key.source());
      row.setState(key.state());
      row.setScope(key.scope());
      row.setSectionId(override.section());
      row.setVersionId(Statements.versionOf(override.holding()));
      row.setNothing(Statements.nothingOf(override.holding()));
      row.setStatementId(override.by());
      row.setImplied(implied);
      row.setValidDuring(override.during());
      stored.put(override, buffer.open(row).getValidityId().value());
    }
  }
}
