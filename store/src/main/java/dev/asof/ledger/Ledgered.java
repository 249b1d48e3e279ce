package dev.asof.ledger;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_LABEL;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.HOLD;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;
import static dev.asof.schema.generated.Tables.VERSION_MARK;

import dev.asof.id.TenantId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jspecify.annotations.Nullable;

/// The tables under the chain, and for each which columns a row's hash covers: plainly, or, where
/// they may have to be erased one day, through the row's salted digest. `system_to` is not covered
/// where a row is opened; that it was closed is covered by the transaction that closed it.
///
/// A test walks the catalogue so that no table and no column is forgotten.
public record Ledgered(
    int tag,
    Table<? extends Record> table,
    TableField<? extends Record, ?> id,
    List<TableField<? extends Record, ?>> covered,
    List<TableField<? extends Record, ?>> erasable) {

  /// Added by migration 13.
  private static final List<TableField<? extends Record, ?>> OF_READING =
      List.of(SOURCE_SETTING.LANGUAGE, SOURCE_SETTING.NUMERIC_DATES, SOURCE_SETTING.RETENTION);

  private static final Ledgered SOURCES =
      new Ledgered(1, SOURCE, SOURCE.SOURCE_ID, List.of(), List.of(SOURCE.NAME));
  private static final Ledgered SOURCE_SETTINGS =
      new Ledgered(
          2,
          SOURCE_SETTING,
          SOURCE_SETTING.SOURCE_SETTING_ID,
          List.of(
              SOURCE_SETTING.SOURCE_ID,
              SOURCE_SETTING.KIND,
              SOURCE_SETTING.ZONE,
              SOURCE_SETTING.AUTHORITY_RANK,
              SOURCE_SETTING.DISPLAY,
              SOURCE_SETTING.EXCERPT_WORDS,
              SOURCE_SETTING.PUBLISHER,
              SOURCE_SETTING.VALID_DURING,
              SOURCE_SETTING.LANGUAGE,
              SOURCE_SETTING.NUMERIC_DATES,
              SOURCE_SETTING.RETENTION),
          List.of());
  private static final Ledgered SETTINGS =
      new Ledgered(3, SETTING, SETTING.SETTING_ID, List.of(SETTING.NAME, SETTING.VALUE), List.of());
  private static final Ledgered DOCUMENTS =
      new Ledgered(4, DOCUMENT, DOCUMENT.DOCUMENT_ID, List.of(), List.of(DOCUMENT.KEY));
  private static final Ledgered SECTIONS =
      new Ledgered(
          5, SECTION, SECTION.SECTION_ID, List.of(SECTION.DOCUMENT_ID), List.of(SECTION.KEY));
  private static final Ledgered SECTION_TEXTS =
      new Ledgered(
          6,
          SECTION_TEXT,
          SECTION_TEXT.TEXT_ID,
          List.of(),
          List.of(SECTION_TEXT.SHA256, SECTION_TEXT.TITLE, SECTION_TEXT.BODY));
  private static final Ledgered VERSIONS =
      new Ledgered(
          7,
          VERSION,
          VERSION.VERSION_ID,
          List.of(
              VERSION.DOCUMENT_ID,
              VERSION.SOURCE_ID,
              VERSION.LANGUAGE,
              VERSION.MEDIA_TYPE,
              VERSION.BYTE_LENGTH,
              VERSION.TECHNICAL,
              VERSION.CHANGE,
              VERSION.SPLITTER,
              VERSION.SECTIONS,
              VERSION.TEXTS,
              VERSION.BODY_TEXT,
              VERSION.SECTION_DATES),
          List.of(
              VERSION.LABEL,
              VERSION.TITLE,
              VERSION.URL,
              VERSION.SHA256,
              VERSION.NORMALISED_SHA256,
              VERSION.PROVENANCE));
  private static final Ledgered STATEMENTS =
      new Ledgered(
          8,
          STATEMENT,
          STATEMENT.STATEMENT_ID,
          List.of(
              STATEMENT.DOCUMENT_ID,
              STATEMENT.SOURCE_ID,
              STATEMENT.STATE,
              STATEMENT.SCOPE,
              STATEMENT.SECTION_ID,
              STATEMENT.OPERATION,
              STATEMENT.EFFECT,
              STATEMENT.VERSION_ID,
              STATEMENT.NOTHING,
              STATEMENT.VALID_FROM,
              STATEMENT.VALID_TO,
              STATEMENT.PAGE,
              STATEMENT.LOOKED),
          List.of(STATEMENT.LABEL, STATEMENT.WRITTEN));
  private static final Ledgered DOCUMENT_VALIDITIES =
      new Ledgered(
          9,
          DOCUMENT_VALIDITY,
          DOCUMENT_VALIDITY.VALIDITY_ID,
          List.of(
              DOCUMENT_VALIDITY.DOCUMENT_ID,
              DOCUMENT_VALIDITY.SOURCE_ID,
              DOCUMENT_VALIDITY.STATE,
              DOCUMENT_VALIDITY.SCOPE,
              DOCUMENT_VALIDITY.VERSION_ID,
              DOCUMENT_VALIDITY.NOTHING,
              DOCUMENT_VALIDITY.STATEMENT_ID,
              DOCUMENT_VALIDITY.STATED_FROM,
              DOCUMENT_VALIDITY.VALID_DURING),
          List.of());
  private static final Ledgered SECTION_VALIDITIES =
      new Ledgered(
          10,
          SECTION_VALIDITY,
          SECTION_VALIDITY.VALIDITY_ID,
          List.of(
              SECTION_VALIDITY.DOCUMENT_ID,
              SECTION_VALIDITY.SOURCE_ID,
              SECTION_VALIDITY.STATE,
              SECTION_VALIDITY.SCOPE,
              SECTION_VALIDITY.SECTION_ID,
              SECTION_VALIDITY.VERSION_ID,
              SECTION_VALIDITY.NOTHING,
              SECTION_VALIDITY.STATEMENT_ID,
              SECTION_VALIDITY.IMPLIED,
              SECTION_VALIDITY.VALID_DURING),
          List.of());
  private static final Ledgered OBSERVATIONS =
      new Ledgered(
          11,
          OBSERVATION,
          OBSERVATION.OBSERVATION_ID,
          List.of(
              OBSERVATION.DOCUMENT_ID,
              OBSERVATION.SOURCE_ID,
              OBSERVATION.SCOPE,
              OBSERVATION.STATE,
              OBSERVATION.LOOKED,
              OBSERVATION.STATUS,
              OBSERVATION.VERSION_ID,
              OBSERVATION.STATED_TO,
              OBSERVATION.RECORD_KEY),
          List.of(OBSERVATION.LABEL, OBSERVATION.NOTE));
  private static final Ledgered DOCUMENT_LABELS =
      new Ledgered(
          12,
          DOCUMENT_LABEL,
          DOCUMENT_LABEL.DOCUMENT_LABEL_ID,
          List.of(DOCUMENT_LABEL.DOCUMENT_ID, DOCUMENT_LABEL.LABEL),
          List.of());

  private static final Ledgered HOLDS =
      new Ledgered(13, HOLD, HOLD.HOLD_ID, List.of(HOLD.DOCUMENT_ID, HOLD.MATTER), List.of());
  private static final Ledgered ERASURES =
      new Ledgered(
          14,
          ERASURE,
          ERASURE.ERASURE_ID,
          List.of(
              ERASURE.DOCUMENT_ID,
              ERASURE.VERSION_ID,
              ERASURE.LEGAL_ORDER,
              ERASURE.CONTENT_KEY,
              ERASURE.ORIGINAL_KEY),
          List.of());
  private static final Ledgered VERSION_MARKS =
      new Ledgered(
          15,
          VERSION_MARK,
          VERSION_MARK.VERSION_MARK_ID,
          List.of(VERSION_MARK.VERSION_ID, VERSION_MARK.TECHNICAL),
          List.of());

  /// The pieces of an original are covered through its hash.
  private static final Ledgered ORIGINALS =
      new Ledgered(
          16,
          ORIGINAL,
          ORIGINAL.ORIGINAL_ID,
          List.of(
              ORIGINAL.DOCUMENT_ID, ORIGINAL.VERSION_ID, ORIGINAL.MEDIA_TYPE, ORIGINAL.BYTE_LENGTH),
          List.of(ORIGINAL.SHA256));

  /// All ledgered tables, in the order in which rows can be inserted and in which their hashes
  /// stand in an entry.
  public static final List<Ledgered> TABLES =
      List.of(
          SOURCES,
          SOURCE_SETTINGS,
          SETTINGS,
          DOCUMENTS,
          SECTIONS,
          SECTION_TEXTS,
          VERSIONS,
          STATEMENTS,
          DOCUMENT_VALIDITIES,
          SECTION_VALIDITIES,
          OBSERVATIONS,
          DOCUMENT_LABELS,
          HOLDS,
          ERASURES,
          VERSION_MARKS,
          ORIGINALS);

  private static final Map<String, Ledgered> BY_NAME =
      TABLES.stream().collect(Collectors.toUnmodifiableMap(one -> one.table.getName(), one -> one));
  private static final Map<Integer, Ledgered> BY_TAG =
      TABLES.stream().collect(Collectors.toUnmodifiableMap(Ledgered::tag, one -> one));

  /// The description of `table`.
  public static Ledgered of(Table<?> table) {
    Ledgered found = BY_NAME.get(table.getName());
    if (found == null || !found.table.equals(table)) {
      throw new IllegalArgumentException(table.getName() + " is not under the chain");
    }
    return found;
  }

  /// The description with this tag.
  public static Ledgered ofTag(int tag) {
    Ledgered found = BY_TAG.get(tag);
    if (found == null) {
      throw new IllegalArgumentException("no table has the tag " + tag);
    }
    return found;
  }

  public boolean isClosable() {
    return table.field("system_to") != null;
  }

  public Field<Instant> systemTo() {
    return required("system_to", Instant.class);
  }

  public Field<Instant> systemFrom() {
    return required("system_from", Instant.class);
  }

  public Field<TenantId> tenant() {
    return required("tenant", TenantId.class);
  }

  private <T> Field<T> required(String name, Class<T> type) {
    Field<T> field = table.field(name, type);
    if (field == null) {
      throw new IllegalArgumentException(table.getName() + " has no " + name);
    }
    return field;
  }

  /// The id of `row` as a number.
  public long idOf(Record row) {
    return switch (row.get(id)) {
      case Long value -> value;
      case dev.asof.id.SourceId value -> value.value();
      case dev.asof.id.DocumentId value -> value.value();
      case dev.asof.id.VersionId value -> value.value();
      case dev.asof.id.SectionId value -> value.value();
      case dev.asof.id.TextId value -> value.value();
      case dev.asof.id.StatementId value -> value.value();
      case dev.asof.id.ValidityId value -> value.value();
      case dev.asof.id.ObservationId value -> value.value();
      case null, default ->
          throw new IllegalArgumentException(table.getName() + " row without an id");
    };
  }

  /// Whether the erasable columns of `row` hold nothing any more: null, or, for the key of a
  /// section, what stands for it.
  public boolean isBlank(Record row) {
    return erasable.stream()
        .allMatch(field ->
            field.equals(SECTION.KEY)
                ? ("erased-" + idOf(row)).equals(row.get(field))
                : row.get(field) == null);
  }

  /// The digest of the erasable columns of `row` under `salt`; null for a table that has none.
  public byte @Nullable [] digestOf(Record row, byte @Nullable [] salt) {
    if (erasable.isEmpty()) {
      return null;
    }
    return Sha256.of(wordBytes(row, salt));
  }

  /// The bytes under the digest of `row`: its salt and its erasable columns.
  public byte[] wordBytes(Record row, byte @Nullable [] salt) {
    Encoder encoder = new Encoder().value(salt);
    erasable.forEach(field -> encoder.value(row.get(field)));
    return encoder.toBytes();
  }

  /// The hash under which `row` was opened.
  public byte[] opened(Record row) {
    return Sha256.of(openedBytes(row));
  }

  /// The bytes under the hash with which `row` was opened.
  public byte[] openedBytes(Record row) {
    Encoder encoder =
        new Encoder().value(tag).value("opened").value(idOf(row)).value(row.get(systemFrom()));
    covered.stream()
        .filter(field -> !isAsMigrated(field, row))
        .forEach(field -> encoder.value(row.get(field)));
    if (!erasable.isEmpty()) {
      encoder.value(row.get("digest", byte[].class));
    }
    return encoder.toBytes();
  }

  /// Columns that a migration added to rows which the chain held already are left out where they
  /// have what the migration gave them, so that their hashes stay; anything else in them is
  /// covered. They stand after all others, and those of one migration are left out together: so no
  /// two rows have the same bytes.
  private boolean isAsMigrated(Field<?> field, Record row) {
    if (field.equals(ERASURE.ORIGINAL_KEY)) {
      return row.get(ERASURE.ORIGINAL_KEY) == null;
    }
    if (tag != SOURCE_SETTINGS.tag) {
      return false;
    }
    return field.equals(SOURCE_SETTING.VALID_DURING)
        ? TimeRange.always().equals(row.get(SOURCE_SETTING.VALID_DURING))
        : OF_READING.contains(field) && OF_READING.stream().allMatch(each -> row.get(each) == null);
  }

  /// The hash under which the row with this id was closed.
  public byte[] closed(long rowId) {
    return Sha256.of(new Encoder().value(tag).value("closed").value(rowId).toBytes());
  }
}
