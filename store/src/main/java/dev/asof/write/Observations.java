package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Effect;
import dev.asof.fold.Runs;
import dev.asof.fold.Sight;
import dev.asof.fold.Statement;
import dev.asof.id.ObservationId;
import dev.asof.id.StatementId;
import dev.asof.ledger.Hash;
import dev.asof.schema.generated.tables.records.ObservationRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at a source: each is logged, and the runs that follow from all of them become the
/// statements of the observed lane.
final class Observations {

  private final Buffer buffer;
  private final Lanes lanes;
  private final Places places;
  private final Sayings sayings;

  /// How many looks of a list were found to open no run; a backfill asks after each of many.
  private final IdentityHashMap<List<Sight>, Integer> openNothing = new IdentityHashMap<>();

  Observations(Buffer buffer, Lanes lanes, Places places, Sayings sayings) {
    this.buffer = buffer;
    this.lanes = lanes;
    this.places = places;
    this.sayings = sayings;
  }

  void observe(Change.Observe observe) {
    Places.refuseSection(observe.place(), "observe");
    Instant looked = lookedAt(observe);
    Lanes.Pair pair = places.pairFor(observe.place());
    String scope = observe.place().scope();
    switch (observe.seen()) {
      case Change.Seen.Text text -> {
        VersionRecord version = places.versionFor(pair, text.version());
        log(
            pair,
            scope,
            ValidityState.OBSERVED,
            looked,
            "seen",
            version,
            null,
            version.getLabel(),
            null,
            null);
      }
      case Change.Seen.Gone gone ->
          log(
              pair,
              scope,
              ValidityState.OBSERVED,
              looked,
              "gone",
              null,
              null,
              null,
              gone.note(),
              null);
      case Change.Seen.Failed failed ->
          log(pair, scope, null, looked, "failed", null, null, null, failed.note(), null);
    }
    settleRuns(pair, scope, "observe");
  }

  /// The system time of a transaction is the present by the database's clock, or a moment later.
  private Instant lookedAt(Change.Observe observe) {
    Instant looked = observe.looked();
    if (looked == null) {
      return buffer.systemTime();
    }
    if (looked.isAfter(buffer.systemTime())) {
      throw new CallerFault(
          Code.BAD_TIME,
          "nobody can have looked at "
              + looked
              + ", which is after now, "
              + buffer.systemTime()
              + " by the database's clock; correct when it was looked");
    }
    return looked;
  }

  /// Logs a look, and counts it where it is a sight.
  void log(
      Lanes.Pair pair,
      String scope,
      @Nullable ValidityState state,
      Instant looked,
      String status,
      @Nullable VersionRecord version,
      @Nullable StatedTime to,
      @Nullable String label,
      @Nullable String note,
      @Nullable Hash recordKey) {
    ObservationRecord row = new ObservationRecord();
    row.setObservationId(new ObservationId(buffer.nextId()));
    row.setDocumentId(pair.document());
    row.setSourceId(pair.source());
    row.setScope(scope);
    row.setState(state);
    row.setLooked(TimeRange.micros(looked));
    row.setStatus(status);
    row.setVersionId(version == null ? null : version.getVersionId());
    row.setStatedTo(state == ValidityState.OBSERVED && to != null ? to.instant() : null);
    row.setLabel(label);
    row.setNote(note);
    row.setRecordKey(recordKey == null ? null : recordKey.bytes());
    // Loaded first, so that the row is not counted twice.
    List<Sight> sights = lanes.sights(pair, scope);
    buffer.open(row);
    if (Lanes.isSight(row)) {
      byte[] sha256 = version == null ? null : version.getSha256();
      sights.add(Lanes.sightOf(row, sha256 == null ? null : lanes.content(pair, sha256, null)));
    }
  }

  private boolean opensNothing(List<Sight> sights) {
    int known = openNothing.getOrDefault(sights, 0);
    if (sights.subList(known, sights.size()).stream().anyMatch(Sight::opens)) {
      return false;
    }
    openNothing.put(sights, sights.size());
    return true;
  }

  /// Makes the statements of the observed lane what the looks recorded so far say.
  void settleRuns(Lanes.Pair pair, String scope, String operation) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.OBSERVED, scope);
    Lanes.Held held = lanes.lane(key);
    List<Sight> sights = lanes.sights(pair, scope);
    if (held.live.isEmpty() && opensNothing(sights)) {
      return;
    }
    List<Statement> stale = new ArrayList<>(held.live);
    List<Runs.Run> missing = new ArrayList<>();
    for (Runs.Run run : Runs.of(sights)) {
      Optional<Statement> same =
          stale.stream()
              .filter(live ->
                  live.stated().equals(run.stated())
                      && live.holding().equals(run.opener().holding()))
              .findFirst();
      if (same.isPresent()) {
        stale.remove(same.get());
      } else {
        missing.add(run);
      }
    }
    sayings.close(held, stale);
    for (Runs.Run run : missing) {
      sayings.open(
          key,
          held,
          new Statement(
              new StatementId(buffer.nextId()),
              Effect.PLACES,
              run.opener().holding(),
              run.stated(),
              false,
              run.opener().looked()),
          operation,
          null,
          null);
    }
  }
}
