package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fold.Belief;
import dev.asof.fold.Difference;
import dev.asof.fold.Effect;
import dev.asof.fold.Holding;
import dev.asof.fold.Implied;
import dev.asof.fold.Lane;
import dev.asof.fold.Runs;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.Sight;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.DocumentId;
import dev.asof.id.ObservationId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.ObservationRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Carries out changes inside one database transaction: names to ids, statements into lanes, lanes
/// folded, and the difference into the buffer. Several changes of one ledger transaction are folded
/// together; only the net rows count.
final class Work {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;
  private final Lanes lanes;
  private final Erasures erasures;
  private final Settings settings;
  private final Holds holds;
  private long erased;
  private final byte[] pepper;
  private final Map<String, ZoneId> zones;
  private final Set<Lanes.Pair> touched = new HashSet<>();
  private final List<ImportReport.Superseded> superseded = new ArrayList<>();

  Work(DSLContext sql, TenantId tenant, Buffer buffer, byte[] pepper, Map<String, ZoneId> zones) {
    this.zones = zones;
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.pepper = pepper;
    this.catalog = new Catalog(sql, tenant, buffer);
    this.erasures = new Erasures(sql, tenant, pepper);
    this.lanes = new Lanes(sql, tenant, this::contentOf);
    this.settings = new Settings(sql, tenant, buffer, catalog);
    this.holds = new Holds(sql, tenant, buffer, catalog);
  }

  /// Looks up in few statements what the records of a batch will ask for one by one.
  void prefetch(List<Change.Recorded> records) {
    List<PreparedText> texts = new ArrayList<>();
    List<Lanes.Pair> pairs = new ArrayList<>();
    for (Change.Recorded record : records) {
      NewVersion version = record.version();
      if (version != null) {
        texts.add(version.text());
      }
      Optional<SourceId> source = catalog.source(record.place().source());
      Optional<DocumentId> document = catalog.document(record.place().document());
      if (source.isPresent() && document.isPresent()) {
        pairs.add(new Lanes.Pair(document.get(), source.get()));
      }
    }
    catalog.prefetch(texts);
    lanes.load(pairs);
  }

  void apply(Change change) {
    switch (change) {
      case Change.Recorded recorded -> record(recorded);
      case Change.Put put -> put(put);
      case Change.Assert asserted -> assertVersion(asserted);
      case Change.Correct correct -> correct(correct);
      case Change.Terminate terminate -> terminate(terminate);
      case Change.Retract retract -> retract(retract);
      case Change.Recall recall -> recall(recall);
      case Change.Observe observe -> observe(observe);
      case Change.SetSource set -> settings.apply(set);
      case Change.Set set -> settings.apply(set);
      case Change.Hold hold -> holds.apply(hold);
      case Change.Release release -> holds.apply(release);
    }
  }

  /// Statements that records of a page closed although they named another range.
  List<ImportReport.Superseded> superseded() {
    return superseded;
  }

  /// Records that were left out because their text was erased.
  long erased() {
    return erased;
  }

  /// What a text is known by when runs are made: the same after it was erased.
  private Hash contentOf(DocumentId document, byte[] sha256) {
    return RecordKeys.content(pepper, catalog.keyOf(document), Hash.wrap(sha256));
  }

  /// Forgets what is written by now, so that memory does not grow with the length of a transaction.
  void forget() {
    catalog.forget();
  }

  /// Folds the lanes that were touched since the last call and opens and closes rows accordingly.
  void settle() {
    for (Lanes.Pair pair : touched) {
      lanes
          .of(pair)
          .forEach((key, held) -> {
            if (held.touched) {
              settle(key, held);
              held.touched = false;
            }
          });
    }
    touched.clear();
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
    row.setVersionId(versionOf(belief.by().holding()));
    row.setNothing(nothingOf(belief.by().holding()));
    row.setStatementId(belief.by().id());
    row.setStatedFrom(belief.by().stated().fromOrNull());
    row.setValidDuring(belief.during());
    return buffer.open(row).getValidityId().value();
  }

  private void settleOverrides(Lanes.LaneKey key, Lanes.Held held) {
    catalog.prefetchVersions(
        held.beliefs.stream().flatMap(belief -> versionsOf(belief.by().holding())).toList());
    List<SectionOverride> wanted =
        Implied.overrides(held.beliefs, catalog::datesOf, catalog::hasSection);
    Difference<Long, SectionOverride> difference = Difference.between(held.overrides, wanted);
    difference.close().forEach(id -> buffer.close(Ledgered.of(SECTION_VALIDITY), id));
    held.overrides.values().removeAll(new HashSet<>(difference.close()));
    for (SectionOverride override : difference.open()) {
      SectionValidityRecord row = new SectionValidityRecord();
      row.setValidityId(new ValidityId(buffer.nextId()));
      row.setDocumentId(key.document());
      row.setSourceId(key.source());
      row.setState(key.state());
      row.setScope(key.scope());
      row.setSectionId(override.section());
      row.setVersionId(versionOf(override.holding()));
      row.setNothing(nothingOf(override.holding()));
      row.setStatementId(override.by());
      row.setImplied(true);
      row.setValidDuring(override.during());
      held.overrides.put(override, buffer.open(row).getValidityId().value());
    }
  }

  private static Stream<VersionId> versionsOf(Holding holding) {
    return Stream.ofNullable(versionOf(holding));
  }

  private static @Nullable VersionId versionOf(Holding holding) {
    return holding instanceof Holding.Text text ? text.version() : null;
  }

  private static @Nullable String nothingOf(Holding holding) {
    return holding instanceof Holding.Nothing nothing ? nothing.why().word() : null;
  }

  // Records

  private void record(Change.Recorded recorded) {
    NewVersion brought = recorded.version();
    if (brought != null
        && erasures.of(recorded.place().document(), brought.text().sha256()).isPresent()) {
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
    Lanes.Pair pair = pairOf(recorded.place(), source);
    String scope = recorded.place().scope();
    NewVersion wanted = recorded.version();
    VersionRecord version =
        wanted == null
            ? null
            : catalog.openVersion(pair.document(), source, wanted, recorded.dates());
    log(
        pair,
        scope,
        isSightOfAbsence(recorded) ? ValidityState.OBSERVED : recorded.state(),
        recorded.looked(),
        statusOf(recorded),
        version,
        recorded.to(),
        recorded.label(),
        null,
        RecordKeys.of(pepper, recorded.place(), recorded.label(), recorded.contentHash()));
    boolean observed = recorded.state() == ValidityState.OBSERVED;
    boolean dated = recorded.from() != null;
    if (recorded.shows() == Change.Shows.TEXT && recorded.state() == ValidityState.UNKNOWN) {
      standUnknown(pair, scope, Objects.requireNonNull(version), "import");
    } else if (recorded.shows() != Change.Shows.ABSENT && dated && !observed) {
      place(pair, scope, recorded, version);
    }
    if (recorded.shows() != Change.Shows.ABSENT) {
      settleRuns(pair, scope, "import");
    }
  }

  private static String statusOf(Change.Recorded recorded) {
    return switch (recorded.shows()) {
      case TEXT -> "seen";
      case ABSENT -> "absent";
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
    close(held, closed);
    open(key, held, statement, "import", recorded.label(), StatedTimesJson.stated(from, to));
  }

  // Operations

  private void put(Change.Put put) {
    Lanes.Pair pair = pairFor(put.place());
    VersionRecord version = versionFor(pair, put.version());
    Lanes.Held held =
        lanes.lane(
            new Lanes.LaneKey(
                pair.document(), pair.source(), ValidityState.UNKNOWN, put.place().scope()));
    if (held.live.stream()
        .anyMatch(live -> live.holding().equals(new Holding.Text(version.getVersionId())))) {
      return;
    }
    standUnknown(pair, put.place().scope(), version, "put");
  }

  private void assertVersion(Change.Assert asserted) {
    Lanes.Pair pair = pairFor(asserted.place());
    VersionRecord version = versionFor(pair, asserted.wanted(), asserted.place());
    change(
        pair,
        asserted.place().scope(),
        "assert",
        asserted.untilFurtherNotice() ? Effect.REPLACES : Effect.PLACES,
        new Holding.Text(version.getVersionId()),
        asserted.from(),
        asserted.to());
  }

  private void correct(Change.Correct correct) {
    Lanes.Pair pair = knownPair(correct.place());
    StatedTime to = correct.to();
    TimeRange range = TimeRange.of(correct.from().instant(), to == null ? null : to.instant());
    Lanes.LaneKey key =
        new Lanes.LaneKey(
            pair.document(), pair.source(), ValidityState.ASSERTED, correct.place().scope());
    if (lanes.lane(key).beliefs.stream()
        .noneMatch(belief -> belief.during().overlaps(range) || belief.during().meets(range))) {
      throw nothingMatches(correct.place(), range, "use assert to state something new");
    }
    VersionRecord version = versionFor(pair, correct.wanted(), correct.place());
    change(
        pair,
        correct.place().scope(),
        "correct",
        Effect.REPLACES,
        new Holding.Text(version.getVersionId()),
        correct.from(),
        to);
  }

  private void terminate(Change.Terminate terminate) {
    Lanes.Pair pair = knownPair(terminate.place());
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

  private void retract(Change.Retract retract) {
    Lanes.Pair pair = knownPair(retract.place());
    requireText(pair, retract.place(), retract.during());
    Lanes.LaneKey key =
        new Lanes.LaneKey(
            pair.document(), pair.source(), ValidityState.ASSERTED, retract.place().scope());
    open(
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
    open(
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

  private void recall(Change.Recall recall) {
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
    touched.add(pair);
    Lanes.Held held =
        lanes.lane(
            new Lanes.LaneKey(pair.document(), pair.source(), row.getState(), row.getScope()));
    close(held, held.live.stream().filter(live -> live.id().equals(recall.statement())).toList());
  }

  private void observe(Change.Observe observe) {
    Lanes.Pair pair = pairFor(observe.place());
    String scope = observe.place().scope();
    switch (observe.seen()) {
      case Change.Seen.Text text -> {
        VersionRecord version = versionFor(pair, text.version());
        log(
            pair,
            scope,
            ValidityState.OBSERVED,
            observe.looked(),
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
              observe.looked(),
              "gone",
              null,
              null,
              null,
              gone.note(),
              null);
      case Change.Seen.Failed failed ->
          log(pair, scope, null, observe.looked(), "failed", null, null, null, failed.note(), null);
    }
    settleRuns(pair, scope, "observe");
  }

  // Shared steps

  private Lanes.Pair pairFor(Change.Place place) {
    SourceId source =
        catalog
            .source(place.source())
            .orElseGet(
                () -> catalog.openSource(place.source(), Settings.of(SourceKind.PAGE, null)));
    return pairOf(place, source);
  }

  private Lanes.Pair pairOf(Change.Place place, SourceId source) {
    Optional<DocumentId> known = catalog.document(place.document());
    Lanes.Pair pair =
        new Lanes.Pair(known.orElseGet(() -> catalog.openDocument(place.document())), source);
    if (known.isEmpty()) {
      lanes.isNew(pair);
    }
    lanes.load(List.of(pair));
    touched.add(pair);
    return pair;
  }

  private Lanes.Pair knownPair(Change.Place place) {
    SourceId source =
        catalog
            .source(place.source())
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_SOURCE,
                    "there is no source " + place.source() + "; asof source list shows them"));
    DocumentId document =
        catalog
            .document(place.document())
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_DOCUMENT,
                    "there is no document "
                        + place.document()
                        + "; asof documents lists the keys"));
    Lanes.Pair pair = new Lanes.Pair(document, source);
    lanes.load(List.of(pair));
    touched.add(pair);
    return pair;
  }

  private VersionRecord versionFor(Lanes.Pair pair, NewVersion wanted) {
    return catalog
        .versionLike(pair.document(), pair.source(), wanted)
        .orElseGet(() -> {
          erasures.refuse(catalog.keyOf(pair.document()), wanted.text().sha256());
          return catalog.openVersion(pair.document(), pair.source(), wanted, List.of());
        });
  }

  private VersionRecord versionFor(Lanes.Pair pair, Change.Wanted wanted, Change.Place place) {
    return switch (wanted) {
      case Change.Wanted.New text -> versionFor(pair, text.version());
      case Change.Wanted.Labelled labelled ->
          catalog
              .versionLabelled(pair.document(), pair.source(), labelled.label())
              .orElseThrow(() ->
                  new CallerFault(
                      Code.UNKNOWN_VERSION,
                      "source "
                          + place.source()
                          + " has no version "
                          + labelled.label()
                          + " of "
                          + place.document()
                          + "; asof history shows the labels"));
    };
  }

  /// The version becomes what the unknown lane holds: at most one, the one recorded last.
  private void standUnknown(
      Lanes.Pair pair, String scope, VersionRecord version, String operation) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.UNKNOWN, scope);
    Lanes.Held held = lanes.lane(key);
    close(held, List.copyOf(held.live));
    open(
        key,
        held,
        new Statement(
            new StatementId(buffer.nextId()),
            Effect.REPLACES,
            new Holding.Text(version.getVersionId()),
            TimeRange.always(),
            false,
            null),
        operation,
        version.getLabel(),
        null);
  }

  private void log(
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
      sights.add(Lanes.sightOf(row, sha256 == null ? null : contentOf(pair.document(), sha256)));
    }
  }

  /// Makes the statements of the observed lane what the looks recorded so far say.
  private void settleRuns(Lanes.Pair pair, String scope, String operation) {
    Lanes.LaneKey key =
        new Lanes.LaneKey(pair.document(), pair.source(), ValidityState.OBSERVED, scope);
    Lanes.Held held = lanes.lane(key);
    List<Sight> sights = lanes.sights(pair, scope);
    if (held.live.isEmpty() && sights.stream().noneMatch(Sight::opens)) {
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
    close(held, stale);
    for (Runs.Run run : missing) {
      open(
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

  private void close(Lanes.Held held, List<Statement> statements) {
    statements.forEach(statement -> buffer.close(Ledgered.of(STATEMENT), statement.id().value()));
    held.remove(statements);
  }

  private void open(
      Lanes.LaneKey key,
      Lanes.Held held,
      Statement statement,
      String operation,
      @Nullable String label,
      @Nullable JSON written) {
    StatementRecord row = new StatementRecord();
    row.setStatementId(statement.id());
    row.setDocumentId(key.document());
    row.setSourceId(key.source());
    row.setState(key.state());
    row.setScope(key.scope());
    row.setOperation(operation);
    row.setEffect(statement.effect().word());
    row.setVersionId(versionOf(statement.holding()));
    row.setNothing(nothingOf(statement.holding()));
    row.setValidFrom(statement.stated().fromOrNull());
    row.setValidTo(statement.stated().toOrNull());
    row.setPage(statement.page());
    row.setLooked(statement.looked());
    row.setLabel(label);
    row.setWritten(written);
    buffer.open(row);
    held.add(statement);
  }

  /// What the transaction under way does, for whoever asked for it.
  Receipt receipt(Receipt.Outcome outcome) {
    return new Receipts(sql, tenant, catalog, buffer).of(outcome);
  }

  /// Fails where a pair touched by the changes moved on after transaction `expected`.
  void requireUnmoved(long expected, Map<Lanes.Pair, Long> newest) {
    newest.forEach((pair, sequence) -> {
      if (sequence > expected) {
        throw new Conflict(
            Code.MOVED_ON,
            "what "
                + catalog.sourceName(pair.source())
                + " says about "
                + catalog.keyOf(pair.document())
                + " changed in transaction "
                + sequence
                + ", after the expected "
                + expected
                + "; read it again and repeat with --expect "
                + sequence);
      }
    });
  }

  /// The newest transaction that recorded or took back a statement about each pair touched so far.
  Map<Lanes.Pair, Long> newestStatements() {
    Map<Lanes.Pair, Long> newest = new HashMap<>();
    for (Lanes.Pair pair : touched) {
      Long sequence =
          sql.select(DSL.max(TRANSACTION.SEQUENCE))
              .from(TRANSACTION)
              .join(STATEMENT)
              .on(STATEMENT.TENANT.eq(TRANSACTION.TENANT))
              .and(
                  STATEMENT
                      .SYSTEM_FROM
                      .eq(TRANSACTION.SYSTEM_TIME)
                      .or(STATEMENT.SYSTEM_TO.eq(TRANSACTION.SYSTEM_TIME)))
              .where(
                  STATEMENT.TENANT.eq(tenant),
                  STATEMENT.DOCUMENT_ID.eq(pair.document()),
                  STATEMENT.SOURCE_ID.eq(pair.source()))
              .fetchSingle()
              .value1();
      newest.put(pair, sequence == null ? 0 : sequence);
    }
    return newest;
  }
}
