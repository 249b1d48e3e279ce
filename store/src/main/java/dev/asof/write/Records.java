package dev.asof.write;

import dev.asof.fold.Effect;
import dev.asof.fold.Holding;
import dev.asof.fold.Lane;
import dev.asof.fold.Statement;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Records of a source, as an import brings them.
final class Records {

  private final Buffer buffer;
  private final Catalog catalog;
  private final Lanes lanes;
  private final Places places;
  private final Sayings sayings;
  private final Observations observations;
  private final Erasures erasures;
  private final byte[] pepper;
  private final Map<String, ZoneId> zones;
  private final List<ImportReport.Superseded> superseded = new ArrayList<>();
  private long erased;

  Records(
      Buffer buffer,
      Catalog catalog,
      Lanes lanes,
      Places places,
      Sayings sayings,
      Observations observations,
      Erasures erasures,
      byte[] pepper,
      Map<String, ZoneId> zones) {
    this.buffer = buffer;
    this.catalog = catalog;
    this.lanes = lanes;
    this.places = places;
    this.sayings = sayings;
    this.observations = observations;
    this.erasures = erasures;
    this.pepper = pepper;
    this.zones = zones;
  }

  /// Statements that records of a page closed although they named another range.
  List<ImportReport.Superseded> superseded() {
    return superseded;
  }

  /// Records that were left out because their text, or its original, was erased.
  long erased() {
    return erased;
  }

  void record(Change.Recorded recorded) {
    Places.refuseSection(recorded.place(), "a record");
    NewVersion brought = recorded.version();
    if (brought != null && erasures.of(recorded.place().document(), brought).isPresent()) {
      erased++;
      return;
    }
    SourceId source =
        catalog
            .source(recorded.place().source())
            .orElseGet(() ->
                catalog.openSource(
                    recorded.place().source(),
                    Settings.of(recorded.kind(), zones.get(recorded.place().source()))));
    Lanes.Pair pair = places.pairOf(recorded.place(), source);
    String scope = recorded.place().scope();
    NewVersion wanted = recorded.version();
    VersionRecord version =
        wanted == null
            ? null
            : catalog.openVersion(pair.document(), source, wanted, recorded.dates());
    observations.log(
        pair,
        scope,
        stateOf(recorded),
        recorded.looked(),
        statusOf(recorded),
        version,
        recorded.to(),
        recorded.label(),
        recorded.note(),
        RecordKeys.of(pepper, recorded.place(), recorded.label(), recorded.contentHash()));
    boolean observed = recorded.state() == ValidityState.OBSERVED;
    boolean dated = recorded.from() != null;
    if (recorded.shows() == Change.Shows.TEXT && recorded.state() == ValidityState.UNKNOWN) {
      sayings.standUnknown(pair, scope, Objects.requireNonNull(version), "import");
    } else if (saysSomething(recorded) && dated && !observed) {
      place(pair, scope, recorded, version);
    }
    if (saysSomething(recorded)) {
      observations.settleRuns(pair, scope, "import");
    }
  }

  private static boolean saysSomething(Change.Recorded recorded) {
    return switch (recorded.shows()) {
      case TEXT, NOTHING -> true;
      case ABSENT, FAILED -> false;
    };
  }

  private static @Nullable ValidityState stateOf(Change.Recorded recorded) {
    return switch (recorded.shows()) {
      case TEXT, ABSENT -> recorded.state();
      case NOTHING -> isSightOfAbsence(recorded) ? ValidityState.OBSERVED : recorded.state();
      case FAILED -> null;
    };
  }

  private static String statusOf(Change.Recorded recorded) {
    return switch (recorded.shows()) {
      case TEXT -> "seen";
      case ABSENT -> "absent";
      case FAILED -> "failed";
      case NOTHING -> Objects.requireNonNull(recorded.why()).word();
    };
  }

  /// Nothing without a start is what was seen when the source was looked at; with a start it is a
  /// statement.
  private static boolean isSightOfAbsence(Change.Recorded recorded) {
    return recorded.shows() == Change.Shows.NOTHING && recorded.from() == null;
  }

  private void place(
      Lanes.Pair pair, String scope, Change.Recorded recorded, @Nullable VersionRecord version) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.ASSERTED, scope);
    StatedTime from = Objects.requireNonNull(recorded.from());
    StatedTime to = recorded.to();
    Statement statement =
        new Statement(
            new StatementId(buffer.nextId()),
            Effect.PLACES,
            version != null
                ? new Holding.Text(version.getVersionId())
                : new Holding.Nothing(Objects.requireNonNull(recorded.why())),
            TimeRange.of(from.instant(), to == null ? null : to.instant()),
            recorded.kind() == SourceKind.PAGE,
            recorded.looked());
    Lanes.Held held = lanes.lane(key);
    List<Statement> closed = Lane.closedBy(statement, held.live);
    for (Statement old : closed) {
      if (!old.stated().equals(statement.stated())) {
        superseded.add(
            new ImportReport.Superseded(
                recorded.place().document(),
                recorded.place().source(),
                recorded.label(),
                old.stated(),
                statement.stated()));
      }
    }
    Optional<Statement> late = Lane.takenBackBy(statement, held.live);
    sayings.close(held, closed);
    if (late.isPresent()) {
      superseded.add(
          new ImportReport.Superseded(
              recorded.place().document(),
              recorded.place().source(),
              recorded.label(),
              statement.stated(),
              late.get().stated()));
      return;
    }
    sayings.open(
        key, held, statement, "import", recorded.label(), StatedTimesJson.stated(from, to));
  }
}
