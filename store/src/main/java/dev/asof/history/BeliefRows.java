package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;
import static dev.asof.schema.generated.Tables.VERSION_MARK;

import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.ValidityId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Ranges;
import dev.asof.schema.Together;
import dev.asof.schema.generated.tables.Erasure;
import dev.asof.schema.generated.tables.Observation;
import dev.asof.schema.generated.tables.Statement;
import dev.asof.schema.generated.tables.Version;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.SelectConditionStep;
import org.jooq.SelectField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Statements on `document_validity`. Each yields rows as known at T, in order of document, source
/// and id.
final class BeliefRows {

  private static final Version SEEN = VERSION.as("seen");
  private static final Observation LOOK = OBSERVATION.as("look");
  private static final Erasure ALIKE = ERASURE.as("alike");
  private static final Statement EARLIER = STATEMENT.as("earlier");

  private final DSLContext sql;
  private final TenantId tenant;
  private final Instant known;
  private final Supplier<DisplayRights> rights;

  private final Field<Instant> firstSeen;
  private final Field<Instant> lastSeen;
  private final Field<Integer> earlier;
  private final Field<Boolean> technical;

  BeliefRows(Snapshot snapshot) {
    this(snapshot, DisplayRights.once(snapshot));
  }

  BeliefRows(Snapshot snapshot, Supplier<DisplayRights> rights) {
    this.sql = snapshot.sql();
    this.tenant = snapshot.tenant();
    this.known = snapshot.known();
    this.firstSeen = sight(DSL.min(LOOK.LOOKED)).as("first_seen");
    this.lastSeen = sight(DSL.max(LOOK.LOOKED)).as("last_seen");
    this.earlier = earlier().as("earlier_unknown");
    this.technical = technical(known);
    this.rights = rights;
  }

  /// The beliefs held at T about these documents.
  ///
  /// @param about only beliefs that apply at some time in it; null: all
  List<BeliefRow> held(Collection<DocumentId> documents, @Nullable TimeRange about, Asked asked) {
    Condition condition = Ranges.holds(DOCUMENT_VALIDITY.SYSTEM_DURING, known);
    if (about != null) {
      condition = condition.and(Ranges.overlaps(DOCUMENT_VALIDITY.VALID_DURING, about));
    }
    return fetch(condition.and(DOCUMENT_VALIDITY.DOCUMENT_ID.in(documents)), asked);
  }

  /// The beliefs held at T about the document of `filter` that apply at some time in `about`, in
  /// one round trip with more; to be asked for after it.
  Supplier<List<BeliefRow>> held(Filter filter, TimeRange about, Together together) {
    var rows =
        together.fetch(
            ordered(
                Ranges.holds(DOCUMENT_VALIDITY.SYSTEM_DURING, known)
                    .and(Ranges.overlaps(DOCUMENT_VALIDITY.VALID_DURING, about))
                    .and(named(filter, DOCUMENT_VALIDITY.SCOPE))));
    return () -> rows.get().map(this::row);
  }

  /// The sources of the beliefs held at T about the document of `filter`, whatever time they are
  /// about; in one round trip with more, to be asked for after it.
  Supplier<List<SourceId>> speaking(Filter filter, Together together) {
    var rows =
        together.fetch(
            sql.selectDistinct(DOCUMENT_VALIDITY.SOURCE_ID)
                .from(DOCUMENT_VALIDITY)
                .join(DOCUMENT)
                .on(
                    DOCUMENT.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                    DOCUMENT.DOCUMENT_ID.eq(DOCUMENT_VALIDITY.DOCUMENT_ID))
                .join(SOURCE)
                .on(
                    SOURCE.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                    SOURCE.SOURCE_ID.eq(DOCUMENT_VALIDITY.SOURCE_ID))
                .where(
                    DOCUMENT_VALIDITY.TENANT.eq(tenant),
                    Ranges.holds(DOCUMENT_VALIDITY.SYSTEM_DURING, known),
                    named(filter, DOCUMENT_VALIDITY.SCOPE)));
    return () -> rows.get().map(row -> row.get(DOCUMENT_VALIDITY.SOURCE_ID));
  }

  /// By names, before their ids are known.
  static Condition named(Filter filter, Field<String> scope) {
    Condition condition = DOCUMENT.KEY.eq(filter.document());
    if (filter.source() != null) {
      condition = condition.and(SOURCE.NAME.eq(filter.source()));
    }
    if (filter.scope() != null) {
      condition = condition.and(scope.eq(filter.scope()));
    }
    return condition;
  }

  /// Everything that was ever believed about a document up to T.
  List<BeliefRow> ever(DocumentId document, Asked asked) {
    return fetch(
        DOCUMENT_VALIDITY.DOCUMENT_ID.eq(document).and(DOCUMENT_VALIDITY.SYSTEM_FROM.le(known)),
        asked);
  }

  /// The beliefs about these documents that were opened or closed after `earlier` and up to T.
  List<BeliefRow> movedBetween(Collection<DocumentId> documents, Snapshot earlier, Asked asked) {
    return fetch(
        DOCUMENT_VALIDITY
            .DOCUMENT_ID
            .in(documents)
            .and(DOCUMENT_VALIDITY.SYSTEM_FROM.le(known))
            .and(
                DOCUMENT_VALIDITY
                    .SYSTEM_FROM
                    .gt(earlier.known())
                    .or(
                        DOCUMENT_VALIDITY
                            .SYSTEM_TO
                            .gt(earlier.known())
                            .and(DOCUMENT_VALIDITY.SYSTEM_TO.le(known)))),
        asked);
  }

  /// Which documents have such beliefs.
  Condition movedSince(Snapshot earlier) {
    return DOCUMENT
        .DOCUMENT_ID
        .in(
            DSL.select(DOCUMENT_VALIDITY.DOCUMENT_ID)
                .from(DOCUMENT_VALIDITY)
                .where(
                    DOCUMENT_VALIDITY.TENANT.eq(tenant),
                    DOCUMENT_VALIDITY.VALIDITY_ID.ge(
                        new ValidityId(RowIds.firstOf(earlier.token() + 1))),
                    DOCUMENT_VALIDITY.SYSTEM_FROM.le(known)))
        .or(
            DOCUMENT.DOCUMENT_ID.in(
                DSL.select(DOCUMENT_VALIDITY.DOCUMENT_ID)
                    .from(DOCUMENT_VALIDITY)
                    .where(
                        DOCUMENT_VALIDITY.TENANT.eq(tenant),
                        DOCUMENT_VALIDITY.SYSTEM_TO.gt(earlier.known()),
                        DOCUMENT_VALIDITY.SYSTEM_TO.le(known))));
  }

  List<BeliefRow> withIds(Collection<Long> ids) {
    return fetch(
        DOCUMENT_VALIDITY.VALIDITY_ID.in(ids.stream().map(ValidityId::new).toList()),
        new Asked(null, null));
  }

  /// The beliefs about these documents that the transaction with this system time closed.
  List<BeliefRow> closedAt(Instant systemTime, Collection<DocumentId> documents) {
    return fetch(
        DOCUMENT_VALIDITY.SYSTEM_TO.eq(systemTime).and(DOCUMENT_VALIDITY.DOCUMENT_ID.in(documents)),
        new Asked(null, null));
  }

  /// Which documents have such beliefs.
  Condition closedSome(Instant systemTime) {
    return DOCUMENT.DOCUMENT_ID.in(
        DSL.select(DOCUMENT_VALIDITY.DOCUMENT_ID)
            .from(DOCUMENT_VALIDITY)
            .where(
                DOCUMENT_VALIDITY.TENANT.eq(tenant), DOCUMENT_VALIDITY.SYSTEM_TO.eq(systemTime)));
  }

  /// Where a statement speaks.
  record Lane(DocumentId document, SourceId source, String scope, ValidityState state) {
    boolean holds(BeliefRow row) {
      return row.voice().equals(new BeliefRow.Voice(document, source, scope))
          && row.state() == state;
    }
  }

  /// The lane of a statement recorded up to T.
  Optional<Lane> laneOf(StatementId statement) {
    return sql.select(STATEMENT.DOCUMENT_ID, STATEMENT.SOURCE_ID, STATEMENT.SCOPE, STATEMENT.STATE)
        .from(STATEMENT)
        .where(
            STATEMENT.TENANT.eq(tenant),
            STATEMENT.STATEMENT_ID.eq(statement),
            STATEMENT.SYSTEM_FROM.le(known))
        .fetchOptional(row -> new Lane(row.value1(), row.value2(), row.value3(), row.value4()));
  }

  /// Source and scope that an answer is restricted to; null: all.
  record Asked(@Nullable SourceId source, @Nullable String scope) {}

  private static Condition restricted(Condition condition, Asked asked) {
    Condition restricted = condition;
    if (asked.source() != null) {
      restricted = restricted.and(DOCUMENT_VALIDITY.SOURCE_ID.eq(asked.source()));
    }
    if (asked.scope() != null) {
      restricted = restricted.and(DOCUMENT_VALIDITY.SCOPE.eq(asked.scope()));
    }
    return restricted;
  }

  List<BeliefRow> fetch(Condition condition, Asked asked) {
    return ordered(restricted(condition, asked)).fetch(this::row);
  }

  private Select<Record> ordered(Condition condition) {
    return select(condition)
        .orderBy(
            DOCUMENT_VALIDITY.DOCUMENT_ID,
            DOCUMENT_VALIDITY.SOURCE_ID,
            DOCUMENT_VALIDITY.VALIDITY_ID);
  }

  private SelectConditionStep<Record> select(Condition condition) {
    List<SelectField<?>> fields =
        List.of(
            DOCUMENT_VALIDITY.VALIDITY_ID,
            DOCUMENT_VALIDITY.DOCUMENT_ID,
            DOCUMENT.KEY,
            DOCUMENT_VALIDITY.SOURCE_ID,
            SOURCE.NAME,
            DOCUMENT_VALIDITY.SCOPE,
            DOCUMENT_VALIDITY.STATE,
            DOCUMENT_VALIDITY.VALID_DURING,
            DOCUMENT_VALIDITY.SYSTEM_FROM,
            DOCUMENT_VALIDITY.SYSTEM_TO,
            DOCUMENT_VALIDITY.VERSION_ID,
            DOCUMENT_VALIDITY.NOTHING,
            VERSION.LABEL,
            VERSION.TITLE,
            VERSION.LANGUAGE,
            VERSION.URL,
            VERSION.SHA256,
            VERSION.NORMALISED_SHA256,
            technical,
            ERASURE.SYSTEM_FROM,
            ERASURE.LEGAL_ORDER,
            ERASURE.CONTENT_KEY,
            STATEMENT.STATEMENT_ID,
            STATEMENT.OPERATION,
            STATEMENT.LABEL,
            STATEMENT.VALID_TO,
            STATEMENT.LOOKED,
            STATEMENT.WRITTEN,
            firstSeen,
            lastSeen,
            earlier);
    return sql.select(fields)
        .from(DOCUMENT_VALIDITY)
        .join(DOCUMENT)
        .on(
            DOCUMENT.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
            DOCUMENT.DOCUMENT_ID.eq(DOCUMENT_VALIDITY.DOCUMENT_ID))
        .join(SOURCE)
        .on(
            SOURCE.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
            SOURCE.SOURCE_ID.eq(DOCUMENT_VALIDITY.SOURCE_ID))
        .join(STATEMENT)
        .on(
            STATEMENT.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
            STATEMENT.STATEMENT_ID.eq(DOCUMENT_VALIDITY.STATEMENT_ID))
        .leftJoin(VERSION)
        .on(
            VERSION.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
            VERSION.VERSION_ID.eq(DOCUMENT_VALIDITY.VERSION_ID))
        .leftJoin(ERASURE)
        .on(
            ERASURE.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
            ERASURE.VERSION_ID.eq(DOCUMENT_VALIDITY.VERSION_ID))
        .where(DOCUMENT_VALIDITY.TENANT.eq(tenant))
        .and(condition);
  }

  /// The first or last look, known at T, that showed the row's text inside its run; null unless it
  /// is an observed text.
  private Field<Instant> sight(Field<Instant> which) {
    return DSL.when(
        DOCUMENT_VALIDITY
            .STATE
            .eq(ValidityState.OBSERVED)
            .and(DOCUMENT_VALIDITY.VERSION_ID.isNotNull()),
        DSL.field(
            DSL.select(which)
                .from(LOOK)
                .join(SEEN)
                .on(SEEN.TENANT.eq(LOOK.TENANT), SEEN.VERSION_ID.eq(LOOK.VERSION_ID))
                .where(
                    LOOK.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                    LOOK.DOCUMENT_ID.eq(DOCUMENT_VALIDITY.DOCUMENT_ID),
                    LOOK.SOURCE_ID.eq(DOCUMENT_VALIDITY.SOURCE_ID),
                    LOOK.SCOPE.eq(DOCUMENT_VALIDITY.SCOPE),
                    LOOK.SYSTEM_FROM.le(known),
                    Ranges.holds(DOCUMENT_VALIDITY.VALID_DURING, LOOK.LOOKED),
                    SEEN.VERSION_ID
                        .eq(DOCUMENT_VALIDITY.VERSION_ID)
                        .or(SEEN.SHA256.eq(VERSION.SHA256))
                        .or(
                            ERASURE
                                .CONTENT_KEY
                                .isNotNull()
                                .and(
                                    SEEN.VERSION_ID.in(
                                        DSL.select(ALIKE.VERSION_ID)
                                            .from(ALIKE)
                                            .where(
                                                ALIKE.TENANT.eq(ERASURE.TENANT),
                                                ALIKE.CONTENT_KEY.eq(ERASURE.CONTENT_KEY))))))));
  }

  private static Field<Integer> earlier() {
    return DSL.when(
        DOCUMENT_VALIDITY.STATE.eq(ValidityState.UNKNOWN),
        DSL.field(
            DSL.selectCount()
                .from(EARLIER)
                .where(
                    EARLIER.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                    EARLIER.DOCUMENT_ID.eq(DOCUMENT_VALIDITY.DOCUMENT_ID),
                    EARLIER.SOURCE_ID.eq(DOCUMENT_VALIDITY.SOURCE_ID),
                    EARLIER.SCOPE.eq(DOCUMENT_VALIDITY.SCOPE),
                    EARLIER.STATE.eq(ValidityState.UNKNOWN),
                    EARLIER.STATEMENT_ID.lt(DOCUMENT_VALIDITY.STATEMENT_ID))));
  }

  /// What was said of the row's version by T, after it was recorded. Whether a version counts as
  /// technical at T: as it was marked, else as it was recorded.
  static Field<Boolean> technical(Instant known) {
    return DSL.coalesce(
            DSL.field(
                DSL.select(VERSION_MARK.TECHNICAL)
                    .from(VERSION_MARK)
                    .where(
                        VERSION_MARK.TENANT.eq(VERSION.TENANT),
                        VERSION_MARK.VERSION_ID.eq(VERSION.VERSION_ID),
                        Ranges.holds(VERSION_MARK.SYSTEM_DURING, known))),
            VERSION.TECHNICAL)
        .as("is_technical");
  }

  private BeliefRow row(Record row) {
    return new BeliefRow(
        row.get(DOCUMENT_VALIDITY.VALIDITY_ID).value(),
        row.get(DOCUMENT_VALIDITY.DOCUMENT_ID),
        row.get(DOCUMENT.KEY),
        row.get(DOCUMENT_VALIDITY.SOURCE_ID),
        row.get(SOURCE.NAME),
        row.get(DOCUMENT_VALIDITY.SCOPE),
        row.get(DOCUMENT_VALIDITY.STATE),
        row.get(DOCUMENT_VALIDITY.VALID_DURING),
        heldAt(known, row.get(DOCUMENT_VALIDITY.SYSTEM_FROM), row.get(DOCUMENT_VALIDITY.SYSTEM_TO)),
        row.get(DOCUMENT_VALIDITY.VERSION_ID),
        row.get(DOCUMENT_VALIDITY.NOTHING),
        text(row, technical),
        new BeliefRow.Stated(
            row.get(STATEMENT.STATEMENT_ID).value(),
            row.get(STATEMENT.OPERATION),
            row.get(STATEMENT.LABEL),
            row.get(STATEMENT.VALID_TO),
            row.get(STATEMENT.LOOKED),
            written(row.get(STATEMENT.WRITTEN))),
        row.get(firstSeen),
        row.get(lastSeen),
        row.get(earlier),
        rights.get().of(row.get(DOCUMENT_VALIDITY.SOURCE_ID)));
  }

  /// The system range of a row as known at T, when an end that came later was not known.
  static TimeRange heldAt(Instant known, Instant systemFrom, @Nullable Instant systemTo) {
    return TimeRange.of(systemFrom, systemTo == null || systemTo.isAfter(known) ? null : systemTo);
  }

  /// What is shown of the version of a row, which was joined with its erasure.
  ///
  /// @param technical the field that [#technical] gave
  static BeliefRow.Text text(Record row, Field<Boolean> technical) {
    Boolean isTechnical = row.get(technical);
    Instant erasedAt = row.get(ERASURE.SYSTEM_FROM);
    String order = row.get(ERASURE.LEGAL_ORDER);
    return new BeliefRow.Text(
        row.get(VERSION.LABEL),
        row.get(VERSION.TITLE),
        row.get(VERSION.LANGUAGE),
        row.get(VERSION.URL),
        hash(row.get(VERSION.SHA256)),
        hash(row.get(VERSION.NORMALISED_SHA256)),
        isTechnical != null && isTechnical,
        erasedAt == null || order == null ? null : new Erased(erasedAt, order),
        hash(row.get(ERASURE.CONTENT_KEY)));
  }

  private static @Nullable Hash hash(byte @Nullable [] sha256) {
    return sha256 == null ? null : Hash.wrap(sha256);
  }

  static @Nullable Written written(@Nullable JSON json) {
    return json == null ? null : AnswerJson.mapper().readValue(json.data(), Written.class);
  }
}
