package dev.asof.verify;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fold.Belief;
import dev.asof.fold.Explicit;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.Implied;
import dev.asof.fold.SectionDates;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.SectionStatement;
import dev.asof.fold.Statement;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import dev.asof.schema.generated.tables.records.StatementRecord;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import dev.asof.write.StatedTimesJson;
import dev.asof.write.Statements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Folds the statements of every lane again, at every system time at which they changed, and
/// compares with the stored beliefs and overrides. Memory holds one document.
final class FoldCheck {

  private record LaneKey(SourceId source, ValidityState state, String scope) {}

  private record Said(TimeRange during, StatementId by, Holding holding) {}

  private static final class History {
    final List<StatementRecord> statements = new ArrayList<>();
    final List<StatementRecord> sections = new ArrayList<>();
    final List<DocumentValidityRecord> beliefs = new ArrayList<>();
    final List<SectionValidityRecord> overrides = new ArrayList<>();
  }

  private final DSLContext sql;
  private final TenantId tenant;
  private final Map<VersionId, List<SectionDates>> dates = new HashMap<>();
  private final Map<VersionId, Set<Long>> sections = new HashMap<>();
  private long beliefs;

  FoldCheck(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
  }

  long beliefs() {
    return beliefs;
  }

  Verification.@Nullable Finding run(List<DocumentId> documents) {
    for (DocumentId document : documents) {
      for (Map.Entry<LaneKey, History> lane : lanes(document).entrySet()) {
        Verification.Finding finding = check(document, lane.getValue());
        if (finding != null) {
          return finding;
        }
      }
    }
    return null;
  }

  private Map<LaneKey, History> lanes(DocumentId document) {
    Map<LaneKey, History> lanes = new HashMap<>();
    sql.selectFrom(STATEMENT)
        .where(STATEMENT.TENANT.eq(tenant), STATEMENT.DOCUMENT_ID.eq(document))
        .orderBy(STATEMENT.STATEMENT_ID)
        .forEach(row -> {
          History history =
              history(lanes, row.getSourceId(), row.getState(), row.getScope());
          (row.getSectionId() == null ? history.statements : history.sections).add(row);
        });
    sql.selectFrom(DOCUMENT_VALIDITY)
        .where(DOCUMENT_VALIDITY.TENANT.eq(tenant), DOCUMENT_VALIDITY.DOCUMENT_ID.eq(document))
        .orderBy(DOCUMENT_VALIDITY.VALIDITY_ID)
        .forEach(row ->
            history(lanes, row.getSourceId(), row.getState(), row.getScope()).beliefs.add(row));
    sql.selectFrom(SECTION_VALIDITY)
        .where(SECTION_VALIDITY.TENANT.eq(tenant), SECTION_VALIDITY.DOCUMENT_ID.eq(document))
        .orderBy(SECTION_VALIDITY.VALIDITY_ID)
        .forEach(row ->
            history(lanes, row.getSourceId(), row.getState(), row.getScope()).overrides.add(row));
    dates.clear();
    sections.clear();
    sql.selectFrom(VERSION)
        .where(VERSION.TENANT.eq(tenant), VERSION.DOCUMENT_ID.eq(document))
        .forEach(row -> {
          dates.put(row.getVersionId(), StatedTimesJson.read(row.getSectionDates()));
          sections.put(row.getVersionId(), new HashSet<>(Arrays.asList(row.getSections())));
        });
    return lanes;
  }

  private static History history(
      Map<LaneKey, History> lanes, SourceId source, ValidityState state, String scope) {
    return lanes.computeIfAbsent(new LaneKey(source, state, scope), none -> new History());
  }

  private Verification.@Nullable Finding check(DocumentId document, History lane) {
    TreeSet<Instant> times = new TreeSet<>();
    lane.statements.forEach(row -> add(times, row.getSystemFrom(), row.getSystemTo()));
    lane.sections.forEach(row -> add(times, row.getSystemFrom(), row.getSystemTo()));
    lane.beliefs.forEach(row -> add(times, row.getSystemFrom(), row.getSystemTo()));
    lane.overrides.forEach(row -> add(times, row.getSystemFrom(), row.getSystemTo()));
    List<Statement> live = List.of();
    List<Belief> folded = List.of();
    for (Instant at : times) {
      List<Statement> now =
          lane.statements.stream()
              .filter(row -> isHeld(row.getSystemFrom(), row.getSystemTo(), at))
              .map(Statements::of)
              .toList();
      boolean grown = now.size() >= live.size() && now.subList(0, live.size()).equals(live);
      List<Belief> next = grown ? folded : List.of();
      for (Statement statement : now.subList(grown ? live.size() : 0, now.size())) {
        next = Fold.append(next, statement);
      }
      live = now;
      folded = next;
      Set<Said> wanted = new HashSet<>();
      folded.forEach(
          belief -> wanted.add(new Said(belief.during(), belief.by().id(), belief.by().holding())));
      Set<Said> stored = new HashSet<>();
      lane.beliefs.stream()
          .filter(row -> isHeld(row.getSystemFrom(), row.getSystemTo(), at))
          .forEach(row ->
              stored.add(
                  new Said(
                      row.getValidDuring(),
                      row.getStatementId(),
                      Statements.holding(row.getVersionId(), row.getNothing()))));
      if (!wanted.equals(stored)) {
        return finding(
            at,
            "the beliefs about document " + document.value() + " are not what its statements say");
      }
      List<SectionStatement> ofSections =
          lane.sections.stream()
              .filter(row -> isHeld(row.getSystemFrom(), row.getSystemTo(), at))
              .map(row ->
                  new SectionStatement(
                      Objects.requireNonNull(row.getSectionId()), Statements.of(row)))
              .toList();
      if (!kept(lane, true, at)
          .equals(
              new HashSet<>(Implied.overrides(folded, this::datesOf, this::hasSection)))) {
        return finding(
            at,
            "the overrides of sections of document "
                + document.value()
                + " are not what its versions say");
      }
      if (!kept(lane, false, at)
          .equals(new HashSet<>(Explicit.overrides(folded, ofSections)))) {
        return finding(
            at,
            "the overrides of sections of document "
                + document.value()
                + " are not what was stated for its sections");
      }
    }
    beliefs += lane.beliefs.size();
    return null;
  }

  /// The overrides stored, of one of the two kinds.
  private static Set<SectionOverride> kept(History lane, boolean implied, Instant at) {
    Set<SectionOverride> kept = new HashSet<>();
    lane.overrides.stream()
        .filter(row ->
            row.getImplied() == implied && isHeld(row.getSystemFrom(), row.getSystemTo(), at))
        .forEach(row ->
            kept.add(
                new SectionOverride(
                    row.getSectionId(),
                    row.getValidDuring(),
                    Statements.holding(row.getVersionId(), row.getNothing()),
                    row.getStatementId())));
    return kept;
  }

  private List<SectionDates> datesOf(VersionId version) {
    return dates.getOrDefault(version, List.of());
  }

  private boolean hasSection(VersionId version, SectionId section) {
    return sections.getOrDefault(version, Set.of()).contains(section.value());
  }

  private static void add(Set<Instant> times, Instant from, @Nullable Instant to) {
    times.add(from);
    if (to != null) {
      times.add(to);
    }
  }

  private static boolean isHeld(Instant from, @Nullable Instant to, Instant at) {
    return !from.isAfter(at) && (to == null || to.isAfter(at));
  }

  private Verification.Finding finding(Instant at, String what) {
    Long sequence =
        sql.select(TRANSACTION.SEQUENCE)
            .from(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SYSTEM_TIME.eq(at))
            .fetchOne(TRANSACTION.SEQUENCE);
    return new Verification.Finding(sequence, at, what);
  }
}
