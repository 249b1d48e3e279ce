package dev.asof.verify;

import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TEXT_HOLDER;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import java.util.List;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// That words are gone where an erasure says so, and nowhere else: whoever removes words and salt
/// past the ledger is found, and so is a text that came back.
final class ErasureCheck {

  private final DSLContext sql;
  private final TenantId tenant;

  ErasureCheck(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
  }

  /// Rows of a table that contradict the erasures.
  private record Wrong(Table<?> table, Field<Long> id, Condition ofTenant, Condition rows) {}

  private List<Wrong> wrong() {
    return List.of(
        new Wrong(
            VERSION,
            VERSION.VERSION_ID.coerce(Long.class),
            VERSION.TENANT.eq(tenant),
            VERSION.SALT.isNull().ne(isErased(VERSION.VERSION_ID))),
        new Wrong(
            ORIGINAL,
            ORIGINAL.ORIGINAL_ID,
            ORIGINAL.TENANT.eq(tenant),
            ORIGINAL.SALT.isNull().ne(isErased(ORIGINAL.VERSION_ID))),
        new Wrong(
            STATEMENT,
            STATEMENT.STATEMENT_ID.coerce(Long.class),
            STATEMENT.TENANT.eq(tenant),
            STATEMENT
                .SALT
                .isNull()
                .ne(isErasedAfter(STATEMENT.VERSION_ID, STATEMENT.STATEMENT_ID))),
        new Wrong(
            OBSERVATION,
            OBSERVATION.OBSERVATION_ID.coerce(Long.class),
            OBSERVATION.TENANT.eq(tenant),
            OBSERVATION
                .SALT
                .isNull()
                .ne(isErasedAfter(OBSERVATION.VERSION_ID, OBSERVATION.OBSERVATION_ID))),
        new Wrong(
            SECTION_TEXT,
            SECTION_TEXT.TEXT_ID.coerce(Long.class),
            SECTION_TEXT.TENANT.eq(tenant),
            SECTION_TEXT.SALT.isNull().and(isTextHeld(SECTION_TEXT.TEXT_ID))),
        new Wrong(
            SECTION_TEXT,
            SECTION_TEXT.TEXT_ID.coerce(Long.class),
            SECTION_TEXT.TENANT.eq(tenant),
            SECTION_TEXT
                .SALT
                .isNotNull()
                .and(
                    SECTION_TEXT.TEXT_ID.in(
                        DSL.select(TEXT_HOLDER.TEXT_ID)
                            .from(TEXT_HOLDER)
                            .join(ERASURE)
                            .on(
                                ERASURE.TENANT.eq(TEXT_HOLDER.TENANT),
                                ERASURE.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
                            .where(TEXT_HOLDER.TENANT.eq(tenant))))
                .and(isTextOfErased(SECTION_TEXT.TEXT_ID))
                .andNot(isTextHeld(SECTION_TEXT.TEXT_ID))),
        new Wrong(
            SECTION,
            SECTION.SECTION_ID.coerce(Long.class),
            SECTION.TENANT.eq(tenant),
            SECTION.SALT.isNull().and(isSectionHeld().or(DSL.not(isSectionOfErased())))),
        new Wrong(
            SECTION,
            SECTION.SECTION_ID.coerce(Long.class),
            SECTION.TENANT.eq(tenant),
            SECTION
                .SALT
                .isNotNull()
                .and(
                    SECTION.DOCUMENT_ID.in(
                        DSL.select(ERASURE.DOCUMENT_ID)
                            .from(ERASURE)
                            .where(ERASURE.TENANT.eq(tenant))))
                .and(isSectionOfErased())
                .andNot(isSectionHeld())));
  }

  Verification.@Nullable Finding run() {
    return wrong().stream().map(this::first).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private Verification.@Nullable Finding first(Wrong wrong) {
    Long found =
        sql.select(DSL.min(wrong.id()))
            .from(wrong.table())
            .where(wrong.ofTenant())
            .and(wrong.rows())
            .fetchSingle()
            .value1();
    if (found == null) {
      return null;
    }
    boolean gone =
        sql.fetchExists(
            DSL.selectOne()
                .from(wrong.table())
                .where(wrong.ofTenant())
                .and(wrong.id().eq(found))
                .and(
                    DSL.field(
                            "{0}",
                            byte[].class,
                            DSL.field(wrong.table().getQualifiedName().append("salt")))
                        .isNull()));
    return new Verification.Finding(
        RowIds.sequenceOf(found),
        null,
        "row "
            + found
            + " of "
            + wrong.table().getName()
            + (gone
                ? " lost its words, and no erasure says so"
                : " was legally erased, and its words are there"));
  }

  private Condition isErased(Field<?> version) {
    return DSL.exists(
        DSL.selectOne()
            .from(ERASURE)
            .where(
                ERASURE.TENANT.eq(tenant),
                ERASURE.VERSION_ID.coerce(Long.class).eq(version.coerce(Long.class))));
  }

  /// What was recorded of a version after its erasure has no words of it.
  private Condition isErasedAfter(Field<?> version, Field<?> id) {
    return DSL.exists(
        DSL.selectOne()
            .from(ERASURE)
            .where(
                ERASURE.TENANT.eq(tenant),
                ERASURE.VERSION_ID.coerce(Long.class).eq(version.coerce(Long.class)),
                ERASURE.ERASURE_ID.gt(id.coerce(Long.class))));
  }

  /// Whether a version that is not erased holds the text, or none that was erased ever did.
  private Condition isTextHeld(Field<?> text) {
    return DSL.exists(holding(text).andNot(isErased(VERSION.VERSION_ID)))
        .or(DSL.not(isTextOfErased(text)));
  }

  private Condition isTextOfErased(Field<?> text) {
    return DSL.exists(holding(text).and(isErased(VERSION.VERSION_ID)));
  }

  private org.jooq.SelectConditionStep<?> holding(Field<?> text) {
    return DSL.selectOne()
        .from(TEXT_HOLDER)
        .join(VERSION)
        .on(VERSION.TENANT.eq(TEXT_HOLDER.TENANT), VERSION.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
        .where(
            TEXT_HOLDER.TENANT.eq(tenant),
            TEXT_HOLDER.TEXT_ID.coerce(Long.class).eq(text.coerce(Long.class)),
            VERSION
                .BODY_TEXT
                .eq(TEXT_HOLDER.TEXT_ID)
                .or(DSL.condition("{0} = any({1})", TEXT_HOLDER.TEXT_ID, VERSION.TEXTS)));
  }

  private Condition isSectionHeld() {
    return DSL.exists(having().andNot(isErased(VERSION.VERSION_ID)));
  }

  private Condition isSectionOfErased() {
    return DSL.exists(having().and(isErased(VERSION.VERSION_ID)));
  }

  private org.jooq.SelectConditionStep<?> having() {
    return DSL.selectOne()
        .from(VERSION)
        .where(
            VERSION.TENANT.eq(tenant),
            VERSION.DOCUMENT_ID.eq(SECTION.DOCUMENT_ID),
            DSL.condition("{0} = any({1})", SECTION.SECTION_ID, VERSION.SECTIONS));
  }
}
