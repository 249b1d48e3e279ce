package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fold.Belief;
import dev.asof.fold.Explicit;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.SectionStatement;
import dev.asof.fold.Sight;
import dev.asof.fold.Statement;
import dev.asof.fold.Why;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.ObservationRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Row2;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The lanes a database transaction touches, as they are held now: live statements and the rows
/// that follow from them.
final class Lanes {

  /// Where beliefs must not overlap.
  record LaneKey(DocumentId document, SourceId source, ValidityState state, String scope) {}

  record Pair(DocumentId document, SourceId source) {}

  /// What a row of `document_validity` says.
  record Said(TimeRange during, StatementId by) {}

  /// One lane in memory.
  static final class Held {
    final List<Statement> live = new ArrayList<>();
    final Map<Said, Long> rows = new LinkedHashMap<>();
    final List<SectionStatement> sections = new ArrayList<>();
    final Map<SectionOverride, Long> implied = new LinkedHashMap<>();
    final Map<SectionOverride, Long> explicit = new LinkedHashMap<>();
    List<Belief> beliefs = List.of();
    boolean touched;

    /// What was stated for sections, as it follows from the statements in memory.
    List<SectionOverride> explicit() {
      return Explicit.overrides(beliefs, sections);
    }

    void add(SectionId section, Statement statement) {
      sections.add(new SectionStatement(section, statement));
      touched = true;
    }

    void add(Statement statement) {
      live.add(statement);
      beliefs = Fold.append(beliefs, statement);
      touched = true;
    }

    void remove(Collection<Statement> closed) {
      if (!closed.isEmpty()) {
        if (live.removeAll(closed)) {
          beliefs = Fold.of(live);
        }
        sections.removeIf(said -> closed.contains(said.statement()));
        touched = true;
      }
    }
  }

  private final DSLContext sql;
  private final TenantId tenant;
  private final Map<Pair, Map<LaneKey, Held>> lanes = new HashMap<>();
  private final Map<Pair, Map<String, List<Sight>>> sights = new HashMap<>();

  private final Set<Pair> touched = new HashSet<>();

  Lanes(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
  }

  /// Tells that a pair has no rows yet, because its document was created just now.
  void isNew(Pair pair) {
    lanes.putIfAbsent(pair, new LinkedHashMap<>());
    sights.putIfAbsent(pair, new HashMap<>());
  }

  /// Loads a pair and notes that its lanes are to be folded.
  void touch(Pair pair) {
    load(List.of(pair));
    touched.add(pair);
  }

  /// The pairs touched since the last fold; whoever folds empties it.
  Set<Pair> touched() {
    return touched;
  }

  Held lane(LaneKey key) {
    Pair pair = new Pair(key.document(), key.source());
    load(List.of(pair));
    return of(pair).computeIfAbsent(key, k -> new Held());
  }

  Map<LaneKey, Held> of(Pair pair) {
    return Objects.requireNonNull(lanes.get(pair));
  }

  /// Loads what is not in memory yet, for many pairs in a fixed number of statements.
  void load(Collection<Pair> wanted) {
    List<Pair> missing =
        wanted.stream().filter(pair -> !lanes.containsKey(pair)).distinct().toList();
    if (missing.isEmpty()) {
      return;
    }
    missing.forEach(pair -> lanes.put(pair, new LinkedHashMap<>()));
    Map<StatementId, Statement> byId = new HashMap<>();
    List<Row2<DocumentId, SourceId>> rows =
        missing.stream()
            .map(pair ->
                DSL.row(
                    DSL.val(pair.document(), STATEMENT.DOCUMENT_ID),
                    DSL.val(pair.source(), STATEMENT.SOURCE_ID)))
            .toList();
    sql.selectFrom(STATEMENT)
        .where(
            STATEMENT.TENANT.eq(tenant),
            DSL.row(STATEMENT.DOCUMENT_ID, STATEMENT.SOURCE_ID).in(rows),
            STATEMENT.SYSTEM_TO.isNull())
        .orderBy(STATEMENT.STATEMENT_ID)
        .forEach(row -> {
          Statement statement = Statements.of(row);
          Held held = held(row.getDocumentId(), row.getSourceId(), row.getState(), row.getScope());
          if (row.getSectionId() != null) {
            held.sections.add(new SectionStatement(row.getSectionId(), statement));
          } else {
            byId.put(statement.id(), statement);
            held.live.add(statement);
          }
        });
    sql.selectFrom(DOCUMENT_VALIDITY)
        .where(
            DOCUMENT_VALIDITY.TENANT.eq(tenant),
            DSL.row(DOCUMENT_VALIDITY.DOCUMENT_ID, DOCUMENT_VALIDITY.SOURCE_ID).in(rows),
            DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
        .orderBy(
            DSL.field("lower({0})", Instant.class, DOCUMENT_VALIDITY.VALID_DURING)
                .asc()
                .nullsFirst())
        .forEach(row -> keep(row, byId));
    sql.selectFrom(SECTION_VALIDITY)
        .where(
            SECTION_VALIDITY.TENANT.eq(tenant),
            DSL.row(SECTION_VALIDITY.DOCUMENT_ID, SECTION_VALIDITY.SOURCE_ID).in(rows),
            SECTION_VALIDITY.SYSTEM_TO.isNull())
        .forEach(this::keep);
  }

  private void keep(DocumentValidityRecord row, Map<StatementId, Statement> byId) {
    Held held = held(row.getDocumentId(), row.getSourceId(), row.getState(), row.getScope());
    held.rows.put(
        new Said(row.getValidDuring(), row.getStatementId()), row.getValidityId().value());
    List<Belief> beliefs = new ArrayList<>(held.beliefs);
    beliefs.add(
        new Belief(row.getValidDuring(), Objects.requireNonNull(byId.get(row.getStatementId()))));
    held.beliefs = beliefs;
  }

  private void keep(SectionValidityRecord row) {
    Held held = held(row.getDocumentId(), row.getSourceId(), row.getState(), row.getScope());
    (row.getImplied() ? held.implied : held.explicit)
        .put(
            new SectionOverride(
                row.getSectionId(),
                row.getValidDuring(),
                Statements.holding(row.getVersionId(), row.getNothing()),
                row.getStatementId()),
            row.getValidityId().value());
  }

  private Held held(DocumentId document, SourceId source, ValidityState state, String scope) {
    return of(new Pair(document, source))
        .computeIfAbsent(new LaneKey(document, source, state, scope), key -> new Held());
  }

  /// The successful looks at a pair in one scope, as recorded so far.
  List<Sight> sights(Pair pair, String scope) {
    return sights
        .computeIfAbsent(pair, this::loadSights)
        .computeIfAbsent(scope, none -> new ArrayList<>());
  }

  private Map<String, List<Sight>> loadSights(Pair pair) {
    Map<String, List<Sight>> byScope = new HashMap<>();
    sql.select(OBSERVATION, VERSION.SHA256)
        .from(OBSERVATION)
        .leftJoin(VERSION)
        .on(VERSION.TENANT.eq(OBSERVATION.TENANT), VERSION.VERSION_ID.eq(OBSERVATION.VERSION_ID))
        .where(
            OBSERVATION.TENANT.eq(tenant),
            OBSERVATION.DOCUMENT_ID.eq(pair.document()),
            OBSERVATION.SOURCE_ID.eq(pair.source()))
        .orderBy(OBSERVATION.OBSERVATION_ID)
        .forEach(row -> {
          if (isSight(row.value1())) {
            byScope
                .computeIfAbsent(row.value1().getScope(), none -> new ArrayList<>())
                .add(sightOf(row.value1(), row.value2()));
          }
        });
    return byScope;
  }

  /// A text, or an absence that was seen rather than stated with a start.
  static boolean isSight(ObservationRecord row) {
    return row.getVersionId() != null
        || (row.getState() == ValidityState.OBSERVED && !row.getStatus().equals("absent"));
  }

  /// How an observation counts for runs: an observed text and any absence open runs, other texts
  /// only end an absence.
  static Sight sightOf(ObservationRecord row, byte @Nullable [] sha256) {
    VersionId version = row.getVersionId();
    Holding holding =
        version != null
            ? new Holding.Text(version)
            : new Holding.Nothing(Why.ofWord(row.getStatus()));
    return new Sight(
        row.getLooked(),
        row.getObservationId().value(),
        version == null
            ? row.getStatus()
            : sha256 == null ? "version " + version.value() : HexFormat.of().formatHex(sha256),
        holding,
        version == null || row.getState() == ValidityState.OBSERVED,
        version == null ? null : row.getStatedTo());
  }

  /// The key of a section, for messages.
  static String sectionKey(Map<String, SectionId> sections, SectionId wanted) {
    return sections.entrySet().stream()
        .filter(entry -> entry.getValue().equals(wanted))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("section " + wanted.value());
  }
}
