package dev.asof.write;

import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;

/// Carries out changes inside one database transaction: each goes to the class that knows its kind,
/// the lanes they touch are folded, and the difference goes into the buffer. Several changes of one
/// ledger transaction are folded together; only the net rows count.
final class Work {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;
  private final Lanes lanes;
  private final Settings settings;
  private final Places places;
  private final Observations observations;
  private final Operations operations;
  private final Records records;
  private final Beliefs beliefs;
  private final Labels labels;
  private final Holds holds;

  Work(DSLContext sql, TenantId tenant, Buffer buffer, byte[] pepper, Map<String, ZoneId> zones) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = new Catalog(sql, tenant, buffer);
    Erasures erasures = new Erasures(sql, tenant, pepper);
    this.lanes =
        new Lanes(
            sql,
            tenant,
            (document, sha256) ->
                RecordKeys.content(pepper, catalog.keyOf(document), Hash.wrap(sha256)));
    this.settings = new Settings(sql, tenant, buffer, catalog);
    this.places = new Places(catalog, lanes, erasures);
    Sayings sayings = new Sayings(buffer, lanes);
    this.observations = new Observations(buffer, lanes, places, sayings);
    this.operations = new Operations(sql, tenant, buffer, catalog, lanes, places, sayings);
    this.records =
        new Records(buffer, catalog, lanes, places, sayings, observations, erasures, pepper, zones);
    this.beliefs = new Beliefs(buffer, catalog, lanes);
    this.labels = new Labels(sql, tenant, buffer, catalog);
    this.holds = new Holds(sql, tenant, buffer, catalog);
  }

  /// Looks up in few statements what the records of a batch will ask for one by one.
  void prefetch(List<Change.Recorded> batch) {
    catalog.prefetchDocuments(batch.stream().map(record -> record.place().document()).toList());
    List<PreparedText> texts = new ArrayList<>();
    List<Lanes.Pair> pairs = new ArrayList<>();
    for (Change.Recorded record : batch) {
      NewVersion version = record.version();
      if (version != null) {
        texts.add(version.text());
      }
      Optional<DocumentId> document = catalog.document(record.place().document());
      if (document.isPresent()) {
        catalog
            .source(record.place().source())
            .ifPresent(source -> pairs.add(new Lanes.Pair(document.get(), source)));
      }
    }
    catalog.prefetch(texts);
    lanes.load(pairs);
    lanes.loadSights(pairs);
    catalog.prefetchDates(lanes.versions(pairs));
  }

  void apply(Change change) {
    switch (change) {
      case Change.Recorded recorded -> records.record(recorded);
      case Change.Put put -> operations.put(put);
      case Change.Assert asserted -> operations.assertVersion(asserted);
      case Change.Correct correct -> operations.correct(correct);
      case Change.Restate restate -> operations.restate(restate);
      case Change.Terminate terminate -> operations.terminate(terminate);
      case Change.Retract retract -> operations.retract(retract);
      case Change.Recall recall -> operations.recall(recall);
      case Change.OverrideSection override -> operations.override(override);
      case Change.Observe observe -> observations.observe(observe);
      case Change.Mark mark -> mark(mark);
      case Change.SetSource set -> settings.apply(set);
      case Change.Set set -> settings.apply(set);
      case Change.Label label -> labels.apply(label);
      case Change.Hold hold -> holds.apply(hold);
      case Change.Release release -> holds.apply(release);
    }
  }

  private void mark(Change.Mark mark) {
    Change.Place place = Change.Place.of(mark.document(), mark.source());
    settings.mark(
        places.versionFor(places.knownPair(place), new Change.Wanted.Labelled(mark.label()), place),
        mark.technical());
  }

  /// Statements that records of a page closed although they named another range.
  List<ImportReport.Superseded> superseded() {
    return records.superseded();
  }

  /// Records that were left out because their text was erased.
  long erased() {
    return records.erased();
  }

  /// Forgets what is written by now, so that memory does not grow with the length of a transaction.
  void forget() {
    catalog.forget();
  }

  /// Folds the lanes that were touched since the last call and opens and closes rows accordingly.
  void settle() {
    beliefs.settle();
  }

  /// What the transaction under way does, for whoever asked for it.
  Receipt receipt(Receipt.Outcome outcome) {
    return new Receipts(sql, tenant, catalog, buffer).of(outcome, places.notices());
  }

  /// Fails where a pair touched by the changes moved on after transaction `expected`.
  void requireUnmoved(long expected) {
    new Expectation(sql, tenant, catalog).require(expected, buffer.sequence(), lanes.touched());
    labels.requireUnmoved(expected);
  }
}
