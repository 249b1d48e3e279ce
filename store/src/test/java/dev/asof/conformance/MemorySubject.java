package dev.asof.conformance;

import dev.asof.fold.Belief;
import dev.asof.fold.Difference;
import dev.asof.fold.Effect;
import dev.asof.fold.Explicit;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.Implied;
import dev.asof.fold.Lane;
import dev.asof.fold.Runs;
import dev.asof.fold.SectionDates;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.SectionStatement;
import dev.asof.fold.Sight;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The pure functions of the store, driven by the steps of a history, without a database.
final class MemorySubject {

  private static final SectionId WHOLE = new SectionId(-1);

  private static final class Place {
    /// Statements about the document and about its sections, in order of recording.
    final List<SectionStatement> said = new ArrayList<>();

    final List<Sight> sights = new ArrayList<>();
    List<Belief> asserted = List.of();

    List<Statement> live() {
      return said.stream()
          .filter(each -> each.section().equals(WHOLE))
          .map(SectionStatement::statement)
          .toList();
    }

    List<SectionStatement> ofSections() {
      return said.stream().filter(each -> !each.section().equals(WHOLE)).toList();
    }

    @Nullable Statement unknown;
  }

  private record Said(TimeRange during, StatementId by) {}

  private final Map<Op.Place, Place> places = new HashMap<>();
  private final Map<String, VersionId> ids = new HashMap<>();
  private final Map<VersionId, Op.Version> versions = new HashMap<>();
  private long order;

  /// Carries out a step that the model says is to be.
  ///
  /// @return rows that a store would open in the asserted lane
  int apply(Op op) {
    Place place = at(op.place());
    List<Belief> before = place.asserted;
    switch (op) {
      case Op.Stated stated -> {
        Statement said =
            new Statement(
                nextId(),
                Effect.PLACES,
                holding(op.place(), stated.version(), stated.nothing()),
                Grid.range(stated.from(), stated.to()),
                Histories.PAGES.contains(op.place().source()),
                Grid.at(stated.looked()));
        List<Statement> closed = Lane.closedBy(said, place.live());
        boolean late = Lane.takenBackBy(said, place.live()).isPresent();
        place.said.removeIf(old -> closed.contains(old.statement()));
        if (!late) {
          place.said.add(new SectionStatement(WHOLE, said));
        }
        place.asserted =
            closed.isEmpty() && !late ? Fold.append(place.asserted, said) : Fold.of(place.live());
        if (stated.version() != null) {
          look(place, stated.looked(), said.holding(), false, null);
        }
      }
      case Op.Saw saw ->
          look(
              place,
              saw.looked(),
              holding(op.place(), saw.version(), saw.nothing()),
              true,
              saw.version() == null ? null : Grid.atOrNull(saw.to()));
      case Op.Undated undated -> {
        Holding text = holding(op.place(), undated.version(), null);
        stand(place, text);
        look(place, undated.looked(), text, false, null);
      }
      case Op.Absent absent -> {}
      case Op.Put put -> stand(place, holding(op.place(), put.version(), null));
      case Op.Assert asserted ->
          say(
              place,
              asserted.replaces() ? Effect.REPLACES : Effect.PLACES,
              holding(op.place(), asserted.version(), null),
              Grid.range(asserted.from(), asserted.to()));
      case Op.Correct correct ->
          say(
              place,
              Effect.REPLACES,
              holding(op.place(), correct.version(), null),
              Grid.range(correct.from(), correct.to()));
      case Op.Terminate terminate ->
          say(
              place,
              Effect.REPLACES,
              new Holding.Nothing(Why.TERMINATED),
              Grid.range(terminate.from(), null));
      case Op.Retract retract ->
          say(
              place,
              Effect.REPLACES,
              new Holding.Nothing(Why.RETRACTED),
              Grid.range(retract.from(), retract.to()));
      case Op.Recall recall -> {
        place.said.remove(recall.position());
        place.asserted = Fold.of(place.live());
      }
      case Op.Restate restate -> {
        List<Statement> stale = new ArrayList<>(place.live());
        List<Statement> missing = new ArrayList<>();
        for (Op.Entry entry : restate.entries()) {
          Statement wanted =
              new Statement(
                  nextId(),
                  Effect.PLACES,
                  holding(op.place(), entry.version(), entry.nothing()),
                  Grid.range(entry.from(), entry.to()),
                  false,
                  null);
          stale.stream()
              .filter(old ->
                  old.effect() == Effect.PLACES
                      && old.holding().equals(wanted.holding())
                      && old.stated().equals(wanted.stated()))
              .reduce((earlier, later) -> later)
              .ifPresentOrElse(stale::remove, () -> missing.add(wanted));
        }
        place.said.removeIf(old -> stale.contains(old.statement()));
        missing.forEach(said -> place.said.add(new SectionStatement(WHOLE, said)));
        place.asserted = Fold.of(place.live());
      }
      case Op.OverrideSection override ->
          place.said.add(
              new SectionStatement(
                  new SectionId(Model.SECTIONS.indexOf(override.section())),
                  new Statement(
                      nextId(),
                      Effect.REPLACES,
                      holding(op.place(), override.version(), override.nothing()),
                      Grid.range(override.from(), override.to()),
                      false,
                      null)));
      case Op.Observe observe ->
          look(
              place,
              observe.looked(),
              observe.version() == null
                  ? new Holding.Nothing(Why.GONE)
                  : holding(op.place(), observe.version(), null),
              true,
              null);
      case Op.Failed failed -> {}
    }
    Map<Said, Said> stored = new LinkedHashMap<>();
    before.stream().map(MemorySubject::said).forEach(said -> stored.put(said, said));
    return Difference.between(stored, place.asserted.stream().map(MemorySubject::said).toList())
        .open()
        .size();
  }

  private static Said said(Belief belief) {
    return new Said(belief.during(), belief.by().id());
  }

  private Place at(Op.Place place) {
    return places.computeIfAbsent(place, none -> new Place());
  }

  private StatementId nextId() {
    return new StatementId(++order);
  }

  private void say(Place place, Effect effect, Holding holding, TimeRange stated) {
    Statement said = new Statement(nextId(), effect, holding, stated, false, null);
    place.said.add(new SectionStatement(WHOLE, said));
    place.asserted = Fold.append(place.asserted, said);
  }

  private void stand(Place place, Holding text) {
    place.unknown = new Statement(nextId(), Effect.REPLACES, text, TimeRange.always(), false, null);
  }

  private void look(
      Place place, int looked, Holding holding, boolean opens, @Nullable Instant end) {
    place.sights.add(new Sight(Grid.at(looked), ++order, shown(holding), holding, opens, end));
  }

  private Holding holding(Op.Place place, Op.@Nullable Version version, @Nullable String nothing) {
    if (version == null) {
      return new Holding.Nothing(Why.ofWord(Objects.requireNonNull(nothing)));
    }
    VersionId id =
        ids.computeIfAbsent(
            place.document() + "/" + place.source() + "/" + version.label(),
            none -> new VersionId(ids.size()));
    versions.put(id, version);
    return new Holding.Text(id);
  }

  private String shown(Holding holding) {
    return switch (holding) {
      case Holding.Text text -> "text " + versionOf(text.version()).text();
      case Holding.Nothing nothing -> nothing.why().word();
    };
  }

  private Op.Version versionOf(VersionId id) {
    return Objects.requireNonNull(versions.get(id));
  }

  /// What the observed lane holds.
  private List<Belief> observed(Place place) {
    List<Statement> runs = new ArrayList<>();
    for (Runs.Run run : Runs.of(place.sights)) {
      runs.add(
          new Statement(
              new StatementId(run.opener().order()),
              Effect.PLACES,
              run.opener().holding(),
              run.stated(),
              false,
              run.opener().looked()));
    }
    return Fold.of(runs);
  }

  /// Everything that a store would hold in one place.
  List<Picture.Row> rows(Op.Place key) {
    Place place = at(key);
    List<Picture.Row> rows = new ArrayList<>();
    Statement unknown = place.unknown;
    draw(key, ValidityState.ASSERTED, place.asserted, rows);
    draw(key, ValidityState.OBSERVED, observed(place), rows);
    draw(
        key,
        ValidityState.UNKNOWN,
        unknown == null ? List.of() : List.of(new Belief(TimeRange.always(), unknown)),
        rows);
    for (SectionOverride override : Explicit.overrides(place.asserted, place.ofSections())) {
      rows.add(
          Picture.Row.of(
              key,
              ValidityState.ASSERTED,
              Model.SECTIONS.get((int) override.section().value()) + "!",
              override.during(),
              shown(override.holding())));
    }
    return rows;
  }

  private void draw(
      Op.Place place, ValidityState state, List<Belief> beliefs, List<Picture.Row> into) {
    for (Belief belief : beliefs) {
      into.add(Picture.Row.of(place, state, null, belief.during(), shown(belief.by().holding())));
    }
    for (SectionOverride override : Implied.overrides(beliefs, this::datesOf, this::hasSection)) {
      into.add(
          Picture.Row.of(
              place,
              state,
              Model.SECTIONS.get((int) override.section().value()),
              override.during(),
              shown(override.holding())));
    }
  }

  private List<SectionDates> datesOf(VersionId version) {
    List<SectionDates> dates = new ArrayList<>();
    versionOf(version)
        .dates()
        .forEach((section, dated) ->
            dates.add(
                new SectionDates(
                    new SectionId(Model.SECTIONS.indexOf(section)),
                    Grid.atOrNull(dated.from()),
                    Grid.atOrNull(dated.to()))));
    return dates;
  }

  private boolean hasSection(VersionId version, SectionId section) {
    return versionOf(version).has(Model.SECTIONS.get((int) section.value()));
  }
}
