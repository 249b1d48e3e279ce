package dev.asof.verify;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fold.Belief;
import dev.asof.fold.Explicit;
import dev.asof.fold.Holding;
import dev.asof.fold.Implied;
import dev.asof.fold.SectionDates;
import dev.asof.fold.SectionOverride;
import dev.asof.fold.SectionStatement;
import dev.asof.fold.Statement;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Checkpoint;
import dev.asof.ledger.Ledgered;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Record4;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Folds the statements of every lane again, from one system time to the next, and compares what
/// changes with what changes in the stored beliefs and overrides. Streams document by document;
/// memory holds one document.
///
/// From a checkpoint on, only documents of which something was recorded after it are folded, from
/// what was held at it.
final class FoldCheck {

  private static final int FETCH = 500;
  private static final int FETCH_VERSIONS = 20;

  private record LaneKey(SourceId source, ValidityState state, String scope) {}

  /// What a row says, and what it has to say.
  ///
  /// @param section null: it is a belief about the whole document
  /// @param implied whether an override follows from dates inside a version, not from a statement
  /// @param stated start of its statement; null for overrides, which do not keep it
  private record Said(
      @Nullable SectionId section,
      boolean implied,
      TimeRange during,
      StatementId by,
      Holding holding,
      @Nullable Instant stated) {}

  /// What happens in a lane at one system time.
  private static final class Event {
    final Set<StatementId> takenBack = new HashSet<>();
    final List<Statement> said = new ArrayList<>();
    final List<SectionStatement> saidOfSections = new ArrayList<>();
    final List<Said> closed = new ArrayList<>();
    final List<Said> opened = new ArrayList<>();
  }

  private final DSLContext sql;
  private final TenantId tenant;
  private final @Nullable Checkpoint from;
  private final Map<VersionId, List<SectionDates>> dates = new HashMap<>();
  private final Map<VersionId, Long[]> sections = new HashMap<>();
  private @Nullable Instant firstAt;
  private @Nullable String first;
  private long beliefs;

  FoldCheck(DSLContext sql, TenantId tenant, Against against) {
    Against.Kept start = against.from();
    this.sql = sql;
    this.tenant = tenant;
    this.from = start == null ? null : start.checkpoint();
  }

  long beliefs() {
    return beliefs;
  }

  /// Checks everything; returns the finding of the earliest transaction, or null.
  Verification.@Nullable Finding run() {
    try (Stream<StatementRecord> statements =
            new Stream<>(cursor(STATEMENT, STATEMENT.DOCUMENT_ID), StatementRecord::getDocumentId);
        Stream<DocumentValidityRecord> held =
            new Stream<>(
                cursor(DOCUMENT_VALIDITY, DOCUMENT_VALIDITY.DOCUMENT_ID),
                DocumentValidityRecord::getDocumentId);
        Stream<SectionValidityRecord> overrides =
            new Stream<>(
                cursor(SECTION_VALIDITY, SECTION_VALIDITY.DOCUMENT_ID),
                SectionValidityRecord::getDocumentId);
        Stream<Record4<DocumentId, VersionId, JSON, Long[]>> versions =
            new Stream<>(datedVersions(), Record4::value1)) {
      for (DocumentId document = earliest(statements, held, overrides);
          document != null;
          document = earliest(statements, held, overrides)) {
        check(document, statements, held, overrides, versions);
      }
    }
    return first == null ? null : finding();
  }

  private static @Nullable DocumentId earliest(Stream<?>... streams) {
    DocumentId earliest = null;
    for (Stream<?> stream : streams) {
      DocumentId next = stream.document();
      if (next != null && (earliest == null || next.value() < earliest.value())) {
        earliest = next;
      }
    }
    return earliest;
  }

  /// Rows in order of their documents.
  private static final class Stream<R extends Record> implements AutoCloseable {
    private final Cursor<R> rows;
    private final Function<R, DocumentId> documentOf;
    private @Nullable R next;

    Stream(Cursor<R> rows, Function<R, DocumentId> documentOf) {
      this.rows = rows;
      this.documentOf = documentOf;
      this.next = rows.fetchNext();
    }

    @Nullable DocumentId document() {
      return next == null ? null : documentOf.apply(next);
    }

    /// Hands on the rows of a document and passes over those of documents before it.
    void take(DocumentId document, Consumer<R> each) {
      R row = next;
      while (row != null && documentOf.apply(row).value() <= document.value()) {
        if (documentOf.apply(row).equals(document)) {
          each.accept(row);
        }
        row = rows.fetchNext();
      }
      next = row;
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  private <R extends Record> Cursor<R> cursor(Table<R> table, Field<DocumentId> document) {
    Ledgered ledgered = Ledgered.of(table);
    return sql.selectFrom(table)
        .where(ledgered.tenant().eq(tenant), heldAfter(ledgered), touched(document))
        .orderBy(document, table.field(ledgered.id()))
        .fetchSize(FETCH)
        .fetchLazy();
  }

  private Condition heldAfter(Ledgered table) {
    return from == null
        ? DSL.noCondition()
        : table.systemTo().isNull().or(table.systemTo().gt(from.time()));
  }

  /// Documents of which a row was opened or closed after the checkpoint.
  private Condition touched(Field<DocumentId> document) {
    if (from == null) {
      return DSL.noCondition();
    }
    Select<? extends Record1<DocumentId>> moved =
        moved(STATEMENT, STATEMENT.DOCUMENT_ID, from)
            .union(moved(DOCUMENT_VALIDITY, DOCUMENT_VALIDITY.DOCUMENT_ID, from))
            .union(moved(SECTION_VALIDITY, SECTION_VALIDITY.DOCUMENT_ID, from));
    return document.in(moved);
  }

  private Select<Record1<DocumentId>> moved(
      Table<?> table, Field<DocumentId> document, Checkpoint checkpoint) {
    Ledgered ledgered = Ledgered.of(table);
    return DSL.select(document)
        .from(table)
        .where(
            ledgered.tenant().eq(tenant),
            Windows.idOf(ledgered)
                .ge(RowIds.firstOf(checkpoint.sequence() + 1))
                .or(ledgered.systemTo().gt(checkpoint.time())));
  }

  /// The versions of documents in which some section states dates of its own; of the others nothing
  /// is implied.
  private Cursor<Record4<DocumentId, VersionId, JSON, Long[]>> datedVersions() {
    return sql.select(
            VERSION.DOCUMENT_ID, VERSION.VERSION_ID, VERSION.SECTION_DATES, VERSION.SECTIONS)
        .from(VERSION)
        .where(
            VERSION.TENANT.eq(tenant),
            VERSION.DOCUMENT_ID.in(
                DSL.select(VERSION.DOCUMENT_ID)
                    .from(VERSION)
                    .where(VERSION.TENANT.eq(tenant), VERSION.SECTION_DATES.isNotNull())),
            touched(VERSION.DOCUMENT_ID))
        .orderBy(VERSION.DOCUMENT_ID, VERSION.VERSION_ID)
        .fetchSize(FETCH_VERSIONS)
        .fetchLazy();
  }

  private void check(
      DocumentId document,
      Stream<StatementRecord> statements,
      Stream<DocumentValidityRecord> held,
      Stream<SectionValidityRecord> overrides,
      Stream<Record4<DocumentId, VersionId, JSON, Long[]>> versions) {
    Map<LaneKey, Map<Instant, Event>> lanes = new LinkedHashMap<>();
    statements.take(
        document,
        row -> {
          LaneKey key = new LaneKey(row.getSourceId(), row.getState(), row.getScope());
          Event event = at(lanes, key, row.getSystemFrom());
          SectionId section = row.getSectionId();
          if (section == null) {
            event.said.add(Statements.of(row));
          } else {
            event.saidOfSections.add(new SectionStatement(section, Statements.of(row)));
          }
          if (row.getSystemTo() != null) {
            at(lanes, key, row.getSystemTo()).takenBack.add(row.getStatementId());
          }
        });
    held.take(
        document,
        row ->
            keep(
                lanes,
                new LaneKey(row.getSourceId(), row.getState(), row.getScope()),
                new Said(
                    null,
                    false,
                    row.getValidDuring(),
                    row.getStatementId(),
                    Statements.holding(row.getVersionId(), row.getNothing()),
                    row.getStatedFrom()),
                row.getSystemFrom(),
                row.getSystemTo()));
    overrides.take(
        document,
        row ->
            keep(
                lanes,
                new LaneKey(row.getSourceId(), row.getState(), row.getScope()),
                new Said(
                    row.getSectionId(),
                    row.getImplied(),
                    row.getValidDuring(),
                    row.getStatementId(),
                    Statements.holding(row.getVersionId(), row.getNothing()),
                    null),
                row.getSystemFrom(),
                row.getSystemTo()));
    dates.clear();
    sections.clear();
    versions.take(
        document,
        row -> {
          dates.put(row.value2(), StatedTimesJson.read(row.value3()));
          sections.put(row.value2(), row.value4());
        });
    lanes.values().forEach(events -> check(document, events));
  }

  private void keep(
      Map<LaneKey, Map<Instant, Event>> lanes,
      LaneKey key,
      Said said,
      Instant systemFrom,
      @Nullable Instant systemTo) {
    at(lanes, key, systemFrom).opened.add(said);
    if (systemTo != null) {
      at(lanes, key, systemTo).closed.add(said);
    }
    beliefs++;
  }

  /// What was recorded up to the checkpoint is taken together, as held at it.
  private Event at(Map<LaneKey, Map<Instant, Event>> lanes, LaneKey key, Instant time) {
    Instant when = from != null && time.isBefore(from.time()) ? from.time() : time;
    return lanes
        .computeIfAbsent(key, none -> new TreeMap<>())
        .computeIfAbsent(when, none -> new Event());
  }

  private void check(DocumentId document, Map<Instant, Event> events) {
    RunningFold fold = new RunningFold();
    List<SectionStatement> ofSections = new ArrayList<>();
    List<Said> implied = List.of();
    List<Said> explicit = List.of();
    // What is stored too often counts up, what is missing counts down.
    Map<Said, Integer> surplus = new HashMap<>();
    for (Map.Entry<Instant, Event> each : events.entrySet()) {
      Event event = each.getValue();
      List<Belief> before = fold.beliefs();
      if (!event.takenBack.isEmpty()) {
        fold.close(event.takenBack);
        ofSections.removeIf(of -> event.takenBack.contains(of.statement().id()));
      }
      ofSections.addAll(event.saidOfSections);
      event.said.forEach(fold::open);
      List<Belief> after = fold.beliefs();
      event.opened.forEach(said -> count(surplus, said, 1));
      event.closed.forEach(said -> count(surplus, said, -1));
      changed(before, after).forEach(belief -> count(surplus, said(belief), 1));
      changed(after, before).forEach(belief -> count(surplus, said(belief), -1));
      if (!dates.isEmpty()) {
        implied =
            replaced(
                surplus, implied, Implied.overrides(after, this::datesOf, this::hasSection), true);
      }
      if (!ofSections.isEmpty() || !explicit.isEmpty()) {
        explicit = replaced(surplus, explicit, Explicit.overrides(after, ofSections), false);
      }
      if (!surplus.isEmpty()) {
        found(each.getKey(), document, surplus.keySet());
        return;
      }
    }
  }

  /// Counts overrides that give way to others; returns the others.
  private static List<Said> replaced(
      Map<Said, Integer> surplus, List<Said> old, List<SectionOverride> by, boolean implied) {
    List<Said> next = by.stream().map(override -> said(override, implied)).toList();
    old.forEach(said -> count(surplus, said, 1));
    next.forEach(said -> count(surplus, said, -1));
    return next;
  }

  private static void count(Map<Said, Integer> surplus, Said said, int by) {
    int sum = surplus.getOrDefault(said, 0) + by;
    if (sum == 0) {
      surplus.remove(said);
    } else {
      surplus.put(said, sum);
    }
  }

  /// The part of `beliefs` that lies between what both have in common at the start and at the end.
  private static List<Belief> changed(List<Belief> beliefs, List<Belief> other) {
    int shorter = Math.min(beliefs.size(), other.size());
    int start = 0;
    while (start < shorter && isSame(beliefs.get(start), other.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && isSame(beliefs.get(beliefs.size() - 1 - end), other.get(other.size() - 1 - end))) {
      end++;
    }
    return beliefs.subList(start, beliefs.size() - end);
  }

  @SuppressWarnings("ReferenceEquality") // the fold hands on what it does not touch
  private static boolean isSame(Belief one, Belief other) {
    return one == other;
  }

  private static Said said(Belief belief) {
    return new Said(
        null,
        false,
        belief.during(),
        belief.by().id(),
        belief.by().holding(),
        belief.by().stated().fromOrNull());
  }

  private static Said said(SectionOverride override, boolean implied) {
    return new Said(
        override.section(), implied, override.during(), override.by(), override.holding(), null);
  }

  private List<SectionDates> datesOf(VersionId version) {
    return dates.getOrDefault(version, List.of());
  }

  private boolean hasSection(VersionId version, SectionId section) {
    Long[] held = sections.get(version);
    return held != null && Arrays.asList(held).contains(section.value());
  }

  private void found(Instant at, DocumentId document, Set<Said> surplus) {
    if (firstAt == null || at.isBefore(firstAt)) {
      firstAt = at;
      first =
          surplus.stream().anyMatch(said -> said.section() == null)
              ? "the beliefs about document "
                  + document.value()
                  + " are not what its statements say"
              : "the overrides of sections of document "
                  + document.value()
                  + (surplus.stream().allMatch(Said::implied)
                      ? " are not what its versions say"
                      : " are not what was stated for its sections");
    }
  }

  private Verification.Finding finding() {
    Long sequence =
        sql.select(TRANSACTION.SEQUENCE)
            .from(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SYSTEM_TIME.eq(firstAt))
            .fetchOne(TRANSACTION.SEQUENCE);
    return new Verification.Finding(sequence, firstAt, String.valueOf(first));
  }
}
