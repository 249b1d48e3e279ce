package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.ERASURE;
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
import dev.asof.ledger.Hash;
import dev.asof.schema.Together;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.ObservationRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
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
  private final BiFunction<DocumentId, byte[], Hash> contentOf;
  private final Map<Pair, Map<LaneKey, Held>> lanes = new HashMap<>();
  private final Map<Pair, Map<String, List<Sight>>> sights = new HashMap<>();

  private final Set<Pair> touched = new HashSet<>();

  /// @param contentOf what a text of a document is known by, the same after it was erased
  Lanes(DSLContext sql, TenantId tenant, BiFunction<DocumentId, byte[], Hash> contentOf) {
    this.sql = sql;
    this.tenant = tenant;
    this.contentOf = contentOf;
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
    Set<Pair> loading = new HashSet<>(missing);
    Long[] documents = documentsOf(missing);
    Long[] sources = sourcesOf(missing);
    Together together = new Together(sql);
    var said =
        together.fetch(
            STATEMENT,
            sql.selectFrom(STATEMENT)
                .where(
                    STATEMENT.TENANT.eq(tenant),
                    isAnyOf(STATEMENT.DOCUMENT_ID, documents),
                    isAnyOf(STATEMENT.SOURCE_ID, sources),
                    STATEMENT.SYSTEM_TO.isNull())
                .orderBy(STATEMENT.STATEMENT_ID));
    var held =
        together.fetch(
            DOCUMENT_VALIDITY,
            sql.selectFrom(DOCUMENT_VALIDITY)
                .where(
                    DOCUMENT_VALIDITY.TENANT.eq(tenant),
                    isAnyOf(DOCUMENT_VALIDITY.DOCUMENT_ID, documents),
                    isAnyOf(DOCUMENT_VALIDITY.SOURCE_ID, sources),
                    DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
                .orderBy(
                    DSL.field("lower({0})", Instant.class, DOCUMENT_VALIDITY.VALID_DURING)
                        .asc()
                        .nullsFirst()));
    var overrides =
        together.fetch(
            SECTION_VALIDITY,
            sql.selectFrom(SECTION_VALIDITY)
                .where(
                    SECTION_VALIDITY.TENANT.eq(tenant),
                    isAnyOf(SECTION_VALIDITY.DOCUMENT_ID, documents),
                    isAnyOf(SECTION_VALIDITY.SOURCE_ID, sources),
                    SECTION_VALIDITY.SYSTEM_TO.isNull()));
    together.run();
    Map<StatementId, Statement> byId = new HashMap<>();
    for (StatementRecord row : said.get()) {
      if (loading.contains(new Pair(row.getDocumentId(), row.getSourceId()))) {
        keep(row, byId);
      }
    }
    for (DocumentValidityRecord row : held.get()) {
      if (loading.contains(new Pair(row.getDocumentId(), row.getSourceId()))) {
        keep(row, byId);
      }
    }
    for (SectionValidityRecord row : overrides.get()) {
      if (loading.contains(new Pair(row.getDocumentId(), row.getSourceId()))) {
        keep(row);
      }
    }
  }

  /// The versions that lanes of these pairs, which are loaded, hold.
  List<VersionId> versions(Collection<Pair> pairs) {
    return pairs.stream()
        .distinct()
        .flatMap(pair -> of(pair).values().stream())
        .flatMap(held -> held.beliefs.stream())
        .flatMap(belief -> Stream.ofNullable(Statements.versionOf(belief.by().holding())))
        .distinct()
        .toList();
  }

  private static Long[] documentsOf(Collection<Pair> pairs) {
    return pairs.stream().map(pair -> pair.document().value()).distinct().toArray(Long[]::new);
  }

  private static Long[] sourcesOf(Collection<Pair> pairs) {
    return pairs.stream().map(pair -> pair.source().value()).distinct().toArray(Long[]::new);
  }

  /// One bind, however many ids: a list of binds is rendered and planned anew for each length.
  static Condition isAnyOf(Field<?> id, Long[] ids) {
    return DSL.condition("{0} = any ({1})", id, DSL.val(ids));
  }

  private void keep(StatementRecord row, Map<StatementId, Statement> byId) {
    Statement statement = Statements.of(row);
    Held held = held(row.getDocumentId(), row.getSourceId(), row.getState(), row.getScope());
    if (row.getSectionId() != null) {
      held.sections.add(new SectionStatement(row.getSectionId(), statement));
    } else {
      byId.put(statement.id(), statement);
      held.live.add(statement);
    }
  }

  private void keep(DocumentValidityRecord row, Map<StatementId, Statement> byId) {
    Held held = held(row.getDocumentId(), row.getSourceId(), row.getState(), row.getScope());
    held.rows.put(
        new Said(row.getValidDuring(), row.getStatementId()), row.getValidityId().value());
    Belief belief =
        new Belief(row.getValidDuring(), Objects.requireNonNull(byId.get(row.getStatementId())));
    if (held.beliefs.isEmpty()) {
      held.beliefs = new ArrayList<>();
    }
    held.beliefs.add(belief);
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
    loadSights(List.of(pair));
    return Objects.requireNonNull(sights.get(pair))
        .computeIfAbsent(scope, none -> new ArrayList<>());
  }

  /// Loads the successful looks at pairs that are not in memory yet, in one statement.
  void loadSights(Collection<Pair> wanted) {
    List<Pair> missing =
        wanted.stream().filter(pair -> !sights.containsKey(pair)).distinct().toList();
    if (missing.isEmpty()) {
      return;
    }
    missing.forEach(pair -> sights.put(pair, new HashMap<>()));
    Set<Pair> loading = new HashSet<>(missing);
    // Not joined: a plan for any number of documents would read all versions to find these.
    Field<byte[]> sha256 =
        DSL.field(
                DSL.select(VERSION.SHA256)
                    .from(VERSION)
                    .where(
                        VERSION.TENANT.eq(OBSERVATION.TENANT),
                        VERSION.VERSION_ID.eq(OBSERVATION.VERSION_ID)))
            .as("seen_sha256");
    sql.select(
            OBSERVATION.OBSERVATION_ID,
            OBSERVATION.DOCUMENT_ID,
            OBSERVATION.SOURCE_ID,
            OBSERVATION.SCOPE,
            OBSERVATION.STATE,
            OBSERVATION.LOOKED,
            OBSERVATION.STATUS,
            OBSERVATION.VERSION_ID,
            OBSERVATION.STATED_TO,
            sha256,
            ERASURE.CONTENT_KEY)
        .from(OBSERVATION)
        .leftJoin(ERASURE)
        .on(ERASURE.TENANT.eq(OBSERVATION.TENANT), ERASURE.VERSION_ID.eq(OBSERVATION.VERSION_ID))
        .where(
            OBSERVATION.TENANT.eq(tenant),
            isAnyOf(OBSERVATION.DOCUMENT_ID, documentsOf(missing)),
            isAnyOf(OBSERVATION.SOURCE_ID, sourcesOf(missing)))
        .orderBy(OBSERVATION.OBSERVATION_ID)
        .forEach(row -> {
          ObservationRecord look = row.into(OBSERVATION);
          Pair pair = new Pair(look.getDocumentId(), look.getSourceId());
          if (loading.contains(pair) && isSight(look)) {
            Objects.requireNonNull(sights.get(pair))
                .computeIfAbsent(look.getScope(), none -> new ArrayList<>())
                .add(sightOf(look, content(pair, row.get(sha256), row.get(ERASURE.CONTENT_KEY))));
          }
        });
  }

  /// What the text of a sight is known by; null where it is not.
  @Nullable Hash content(Pair pair, byte @Nullable [] sha256, byte @Nullable [] erased) {
    if (erased != null) {
      return Hash.wrap(erased);
    }
    return sha256 == null ? null : contentOf.apply(pair.document(), sha256);
  }

  /// A text, or an absence that was seen rather than stated with a start.
  static boolean isSight(ObservationRecord row) {
    return row.getVersionId() != null
        || (row.getState() == ValidityState.OBSERVED && !row.getStatus().equals("absent"));
  }

  /// How an observation counts for runs: an observed text and any absence open runs, other texts
  /// only end an absence.
  static Sight sightOf(ObservationRecord row, @Nullable Hash content) {
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
            : content == null ? "version " + version.value() : content.hex(),
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
