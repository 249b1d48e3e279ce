package dev.asof.write;

import static dev.asof.schema.generated.Tables.STATEMENT;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Effect;
import dev.asof.fold.Holding;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// What operators state about documents.
final class Operations {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Lanes lanes;
  private final Places places;
  private final Sayings sayings;

  Operations(
      DSLContext sql,
      TenantId tenant,
      Buffer buffer,
      Lanes lanes,
      Places places,
      Sayings sayings) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.lanes = lanes;
    this.places = places;
    this.sayings = sayings;
  }

  void put(Change.Put put) {
    Lanes.Pair pair = places.pairFor(put.place());
    VersionRecord version = places.versionFor(pair, put.version());
    Lanes.Held held =
        lanes.lane(
            new Lanes.LaneKey(
                pair.document(), pair.source(), ValidityState.UNKNOWN, put.place().scope()));
    if (held.live.stream()
        .anyMatch(live -> live.holding().equals(new Holding.Text(version.getVersionId())))) {
      return;
    }
    sayings.standUnknown(pair, put.place().scope(), version, "put");
  }

  void assertVersion(Change.Assert asserted) {
    Lanes.Pair pair = places.pairFor(asserted.place());
    VersionRecord version = places.versionFor(pair, asserted.wanted(), asserted.place());
    change(
        pair,
        asserted.place().scope(),
        "assert",
        asserted.untilFurtherNotice() ? Effect.REPLACES : Effect.PLACES,
        new Holding.Text(version.getVersionId()),
        asserted.from(),
        asserted.to());
  }

  void correct(Change.Correct correct) {
    Lanes.Pair pair = places.knownPair(correct.place());
    StatedTime to = correct.to();
    TimeRange range = TimeRange.of(correct.from().instant(), to == null ? null : to.instant());
    Lanes.LaneKey key =
        new Lanes.LaneKey(
            pair.document(), pair.source(), ValidityState.ASSERTED, correct.place().scope());
    if (lanes.lane(key).beliefs.stream()
        .noneMatch(belief -> belief.during().overlaps(range) || belief.during().meets(range))) {
      throw nothingMatches(correct.place(), range, "use assert to state something new");
    }
    VersionRecord version = places.versionFor(pair, correct.wanted(), correct.place());
    change(
        pair,
        correct.place().scope(),
        "correct",
        Effect.REPLACES,
        new Holding.Text(version.getVersionId()),
        correct.from(),
        to);
  }

  void terminate(Change.Terminate terminate) {
    Lanes.Pair pair = places.knownPair(terminate.place());
    TimeRange range = TimeRange.from(terminate.from().instant());
    requireText(pair, terminate.place(), range);
    change(
        pair,
        terminate.place().scope(),
        "terminate",
        Effect.REPLACES,
        new Holding.Nothing(Why.TERMINATED),
        terminate.from(),
        null);
  }

  void retract(Change.Retract retract) {
    Lanes.Pair pair = places.knownPair(retract.place());
    requireText(pair, retract.place(), retract.during());
    Lanes.LaneKey key =
        new Lanes.LaneKey(
            pair.document(), pair.source(), ValidityState.ASSERTED, retract.place().scope());
    sayings.open(
        key,
        lanes.lane(key),
        new Statement(
            new StatementId(buffer.nextId()),
            Effect.REPLACES,
            new Holding.Nothing(Why.RETRACTED),
            retract.during(),
            false,
            null),
        "retract",
        null,
        null);
  }

  /// Adds a placing or replacing statement to the asserted lane, unless the same one was the last
  /// to be recorded.
  private void change(
      Lanes.Pair pair,
      String scope,
      String operation,
      Effect effect,
      Holding holding,
      StatedTime from,
      @Nullable StatedTime to) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.ASSERTED, scope);
    Lanes.Held held = lanes.lane(key);
    TimeRange stated = TimeRange.of(from.instant(), to == null ? null : to.instant());
    if (held.beliefs.stream()
        .anyMatch(belief ->
            belief.during().equals(stated)
                && belief.by().stated().equals(stated)
                && belief.by().holding().equals(holding)
                && belief.by().effect() == effect)) {
      return;
    }
    sayings.open(
        key,
        held,
        new Statement(new StatementId(buffer.nextId()), effect, holding, stated, false, null),
        operation,
        null,
        StatedTimesJson.stated(from, to));
  }

  private void requireText(Lanes.Pair pair, Change.Place place, TimeRange range) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.ASSERTED, place.scope());
    if (lanes.lane(key).beliefs.stream()
        .noneMatch(belief ->
            belief.during().overlaps(range) && belief.by().holding() instanceof Holding.Text)) {
      throw nothingMatches(
          place, range, "see what is believed with: asof timeline --document " + place.document());
    }
  }

  private static CallerFault nothingMatches(Change.Place place, TimeRange range, String mend) {
    return new CallerFault(
        Code.NOTHING_MATCHES,
        "source "
            + place.source()
            + " asserts no text of "
            + place.document()
            + " in "
            + range
            + "; "
            + mend);
  }

  void recall(Change.Recall recall) {
    StatementRecord row =
        sql.selectFrom(STATEMENT)
            .where(STATEMENT.TENANT.eq(tenant), STATEMENT.STATEMENT_ID.eq(recall.statement()))
            .fetchOne();
    if (row == null || row.getSystemTo() != null) {
      throw new CallerFault(
          Code.UNKNOWN_STATEMENT,
          row == null
              ? "there is no statement " + recall.statement().value() + "; asof history shows them"
              : "statement "
                  + recall.statement().value()
                  + " is no longer held since "
                  + row.getSystemTo()
                  + "; there is nothing to recall");
    }
    if (row.getState() != ValidityState.ASSERTED) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "statement "
              + recall.statement().value()
              + " is "
              + row.getState().word()
              + " and follows from what was seen; only asserted statements can be recalled");
    }
    Lanes.Pair pair = new Lanes.Pair(row.getDocumentId(), row.getSourceId());
    lanes.touch(pair);
    Lanes.Held held =
        lanes.lane(
            new Lanes.LaneKey(pair.document(), pair.source(), row.getState(), row.getScope()));
    sayings.close(held, held.live.stream().filter(live -> live.id().equals(recall.statement())).toList());
  }
}
