package dev.asof.write;

import static dev.asof.schema.generated.Tables.STATEMENT;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Belief;
import dev.asof.fold.Effect;
import dev.asof.fold.Explicit;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.Implied;
import dev.asof.fold.SectionLine;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.SectionStatement;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jspecify.annotations.Nullable;

/// What operators state, about documents and about single sections of them.
final class Operations {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;
  private final Lanes lanes;
  private final Places places;
  private final Sayings sayings;

  Operations(
      DSLContext sql,
      TenantId tenant,
      Buffer buffer,
      Catalog catalog,
      Lanes lanes,
      Places places,
      Sayings sayings) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = catalog;
    this.lanes = lanes;
    this.places = places;
    this.sayings = sayings;
  }

  /// The asserted lane that a change is about.
  ///
  /// @param section the one section it is about; null: the document
  private record Target(
      Change.Place place, Lanes.LaneKey key, Lanes.Held held, @Nullable SectionId section) {
    Lanes.Pair pair() {
      return new Lanes.Pair(key.document(), key.source());
    }
  }

  void put(Change.Put put) {
    Places.refuseSection(put.place(), "put");
    Lanes.Pair pair = places.pairFor(put.place());
    VersionRecord version =
        places.versionFor(pair, new Change.Wanted.New(put.version()), put.place());
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
    TimeRange range = range(asserted.from(), asserted.to());
    Target target = targetFor(asserted.place());
    state(
        target,
        "assert",
        asserted.untilFurtherNotice() ? Effect.REPLACES : Effect.PLACES,
        text(target, asserted.wanted()),
        range,
        StatedTimesJson.stated(asserted.from(), asserted.to()));
  }

  void correct(Change.Correct correct) {
    TimeRange range = range(correct.from(), correct.to());
    Target target = knownTarget(correct.place());
    if (line(target).stream()
        .noneMatch(belief -> belief.during().overlaps(range) || belief.during().meets(range))) {
      throw nothingMatches(target, range, "use assert to state something new");
    }
    state(
        target,
        "correct",
        Effect.REPLACES,
        text(target, correct.wanted()),
        range,
        StatedTimesJson.stated(correct.from(), correct.to()));
  }

  void terminate(Change.Terminate terminate) {
    Target target = knownTarget(terminate.place());
    TimeRange range = TimeRange.from(terminate.from().instant());
    requireText(target, range);
    state(
        target,
        "terminate",
        Effect.REPLACES,
        new Holding.Nothing(Why.TERMINATED),
        range,
        StatedTimesJson.stated(terminate.from(), null));
  }

  void retract(Change.Retract retract) {
    Target target = knownTarget(retract.place());
    requireText(target, retract.during());
    state(
        target,
        "retract",
        Effect.REPLACES,
        new Holding.Nothing(Why.RETRACTED),
        retract.during(),
        null);
  }

  void override(Change.OverrideSection override) {
    if (override.place().section() == null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "an override is about one section; name it, or use assert for the whole document");
    }
    TimeRange range = range(override.from(), override.to());
    Target target = targetFor(override.place());
    state(
        target,
        "override",
        Effect.REPLACES,
        holding(target, override.content()),
        range,
        StatedTimesJson.stated(override.from(), override.to()));
  }

  /// Everything asserted about the document becomes what the entries say, by the smallest
  /// difference: what an entry repeats stays. Statements about single sections stay too.
  void restate(Change.Restate restate) {
    Places.refuseSection(restate.place(), "restate");
    if (restate.entries().isEmpty()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "a timeline without an entry says nothing; to give up what is believed, use retract");
    }
    Target target = knownTarget(restate.place());
    if (target.held().live.isEmpty()) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "source "
              + restate.place().source()
              + " asserts nothing about "
              + restate.place().document()
              + ", so there is nothing to restate; use assert to state something new");
    }
    Map<Instant, Change.Restate.Entry> byStart = new HashMap<>();
    for (Change.Restate.Entry entry : restate.entries()) {
      if (byStart.put(entry.from().instant(), entry) != null) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "two entries start at "
                + entry.from().text()
                + ", and only one can apply from then on; leave one out");
      }
    }
    List<Statement> stale = new ArrayList<>(target.held().live);
    record Missing(Change.Restate.Entry entry, Holding holding, TimeRange stated) {}
    List<Missing> missing = new ArrayList<>();
    for (Change.Restate.Entry entry : restate.entries()) {
      TimeRange stated = range(entry.from(), entry.to());
      Holding holding = holding(target, entry.content());
      Optional<Statement> same =
          stale.stream()
              .filter(live ->
                  live.effect() == Effect.PLACES
                      && live.holding().equals(holding)
                      && live.stated().equals(stated))
              .reduce((earlier, later) -> later);
      if (same.isPresent()) {
        stale.remove(same.get());
      } else {
        missing.add(new Missing(entry, holding, stated));
      }
    }
    sayings.close(target.held(), stale);
    for (Missing one : missing) {
      sayings.open(
          target.key(),
          target.held(),
          statement(Effect.PLACES, one.holding(), one.stated()),
          "restate",
          null,
          StatedTimesJson.stated(one.entry().from(), one.entry().to()));
    }
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
    List<Statement> recalled =
        Stream.concat(held.live.stream(), held.sections.stream().map(SectionStatement::statement))
            .filter(live -> live.id().equals(recall.statement()))
            .toList();
    if (recalled.isEmpty()) {
      throw new CallerFault(
          Code.UNKNOWN_STATEMENT,
          "statement "
              + recall.statement().value()
              + " is given up by an earlier change of the same transaction; there is nothing to"
              + " recall");
    }
    sayings.close(held, recalled);
  }

  /// Adds a statement to the asserted lane, unless it was made before and nothing that is believed
  /// would change.
  private void state(
      Target target,
      String operation,
      Effect effect,
      Holding holding,
      TimeRange stated,
      @Nullable JSON written) {
    Statement next = statement(effect, holding, stated);
    if (isSaidAlready(target, next)) {
      return;
    }
    SectionId section = target.section();
    if (section == null) {
      sayings.open(target.key(), target.held(), next, operation, null, written);
    } else {
      sayings.open(target.key(), target.held(), section, next, operation, written);
    }
  }

  private Statement statement(Effect effect, Holding holding, TimeRange stated) {
    return new Statement(new StatementId(buffer.nextId()), effect, holding, stated, false, null);
  }

  private record Held(TimeRange during, Holding holding) {}

  private boolean isSaidAlready(Target target, Statement next) {
    Lanes.Held held = target.held();
    SectionId section = target.section();
    if (section == null) {
      return held.live.stream().anyMatch(live -> live.saysTheSameAs(next))
          && joined(held.beliefs).equals(joined(Fold.append(held.beliefs, next)));
    }
    List<SectionStatement> with = new ArrayList<>(held.sections);
    with.add(new SectionStatement(section, next));
    return held.sections.stream()
            .anyMatch(
                live -> live.section().equals(section) && live.statement().saysTheSameAs(next))
        && joinedOf(section, held.explicit())
            .equals(joinedOf(section, Explicit.overrides(held.beliefs, with)));
  }

  private static List<Held> joined(List<Belief> beliefs) {
    return join(
        beliefs.stream().map(belief -> new Held(belief.during(), belief.by().holding())).toList());
  }

  private static List<Held> joinedOf(SectionId section, List<SectionOverride> overrides) {
    return join(
        overrides.stream()
            .filter(override -> override.section().equals(section))
            .map(override -> new Held(override.during(), override.holding()))
            .toList());
  }

  private static List<Held> join(List<Held> pieces) {
    List<Held> joined = new ArrayList<>();
    for (Held piece : pieces) {
      Held last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.holding().equals(piece.holding())
          && last.during().meets(piece.during())) {
        joined.set(
            joined.size() - 1, new Held(last.during().span(piece.during()), piece.holding()));
      } else {
        joined.add(piece);
      }
    }
    return joined;
  }

  // Shared steps

  private Target targetFor(Change.Place place) {
    if (place.section() != null) {
      places.requireDocument(place);
    }
    return target(place, places.pairFor(place));
  }

  private Target knownTarget(Change.Place place) {
    return target(place, places.knownPair(place));
  }

  private Target target(Change.Place place, Lanes.Pair pair) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.ASSERTED, place.scope());
    return new Target(place, key, lanes.lane(key), places.section(pair.document(), place));
  }

  private Holding holding(Target target, Change.Content content) {
    return switch (content) {
      case Change.Wanted wanted -> text(target, wanted);
      case Change.Content.Nothing nothing ->
          switch (nothing.why()) {
            case WITHDRAWN, REPEALED, RETRACTED, TERMINATED -> new Holding.Nothing(nothing.why());
            case GONE, NOT_STARTED, ENDED ->
                throw new CallerFault(
                    Code.BAD_INPUT,
                    "nobody states that something is "
                        + nothing.why().word()
                        + "; say withdrawn, repealed, retracted or terminated");
          };
    };
  }

  private Holding text(Target target, Change.Wanted wanted) {
    return new Holding.Text(
        places.versionFor(target.pair(), wanted, target.place()).getVersionId());
  }

  private static TimeRange range(StatedTime from, @Nullable StatedTime to) {
    if (to != null && !from.instant().isBefore(to.instant())) {
      throw new CallerFault(
          Code.BAD_TIME,
          "the range from "
              + from.text()
              + " to "
              + to.text()
              + " is empty: ranges are [from, to); give an end after the start, or none");
    }
    return TimeRange.of(from.instant(), to == null ? null : to.instant());
  }

  /// What the lane holds about what the change is about, the document or its one section.
  private List<Belief> line(Target target) {
    SectionId section = target.section();
    List<Belief> beliefs = target.held().beliefs;
    if (section == null) {
      return beliefs;
    }
    catalog.prefetchVersions(
        beliefs.stream()
            .flatMap(belief -> Stream.ofNullable(Statements.versionOf(belief.by().holding())))
            .toList());
    return SectionLine.of(
        section,
        beliefs,
        Implied.overrides(beliefs, catalog::datesOf, catalog::hasSection),
        target.held().explicit(),
        catalog::hasSection);
  }

  private void requireText(Target target, TimeRange range) {
    if (line(target).stream()
        .noneMatch(belief ->
            belief.during().overlaps(range) && belief.by().holding() instanceof Holding.Text)) {
      throw nothingMatches(
          target,
          range,
          "see what is believed with: asof timeline --document " + target.place().document());
    }
  }

  private static CallerFault nothingMatches(Target target, TimeRange range, String mend) {
    String section = target.place().section();
    return new CallerFault(
        Code.NOTHING_MATCHES,
        "source "
            + target.place().source()
            + " asserts no text of "
            + (section == null ? "" : "section " + section + " of ")
            + target.place().document()
            + " in "
            + range
            + "; "
            + mend);
  }
}
