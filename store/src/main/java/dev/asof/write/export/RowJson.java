package dev.asof.write.export;

import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.time.TimeRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Converter;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The rows of one table as JSON objects, one member a column that is stored and not null. Bytes
/// are hexadecimal, times ISO-8601 in UTC with microseconds, ranges an object with `from` and `to`,
/// and JSON is a string, because the ledger covers it character by character. The tenant's number
/// is left out: it is that of the store.
final class RowJson {
  private static final HexFormat HEX = HexFormat.of();

  /// Of the tenant, or computed by the database.
  private static final Set<String> LEFT_OUT = Set.of("tenant", "system_during", "previous");

  /// Every table of an export by its name, in the order in which rows can be inserted.
  private static final Map<String, RowJson> TABLES =
      Stream.of(
              Stream.of(TRANSACTION),
              Ledgered.TABLES.stream().map(Ledgered::table),
              Stream.of(ORIGINAL_PIECE))
          .flatMap(tables -> tables)
          .map(RowJson::new)
          .collect(
              Collectors.toMap(
                  RowJson::name,
                  one -> one,
                  (one, other) -> {
                    throw new IllegalStateException("two tables called " + one.name());
                  },
                  LinkedHashMap::new));

  private final Table<? extends Record> table;
  private final List<Field<?>> columns;
  private final Set<String> names;

  private RowJson(Table<? extends Record> table) {
    this.table = table;
    this.columns =
        Arrays.stream(table.fields()).filter(field -> !LEFT_OUT.contains(field.getName())).toList();
    this.names = columns.stream().map(Field::getName).collect(Collectors.toSet());
  }

  static List<String> tables() {
    return List.copyOf(TABLES.keySet());
  }

  static @Nullable RowJson named(String table) {
    return TABLES.get(table);
  }

  static RowJson of(Table<? extends Record> table) {
    RowJson found = TABLES.get(table.getName());
    if (found == null) {
      throw new IllegalArgumentException(table.getName() + " is in no export");
    }
    return found;
  }

  String name() {
    return table.getName();
  }

  /// The columns, in order; a column that is null is left out.
  Map<String, Object> write(Record row) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (Field<?> column : columns) {
      Object value = written(column, row);
      if (value != null) {
        object.put(column.getName(), value);
      }
    }
    return object;
  }

  private static <T> @Nullable Object written(Field<T> column, Record row) {
    T value = row.get(column);
    if (value instanceof TimeRange range) {
      return written(range);
    }
    return value == null ? null : written(stored(column.getConverter(), value));
  }

  /// An unbounded end is left out.
  private static Map<String, String> written(TimeRange range) {
    Map<String, String> bounds = new LinkedHashMap<>();
    range.start().ifPresent(from -> bounds.put("from", from.toString()));
    range.end().ifPresent(to -> bounds.put("to", to.toString()));
    return bounds;
  }

  private static TimeRange range(JsonNode value) {
    JsonNode from = value.get("from");
    JsonNode to = value.get("to");
    return TimeRange.of(
        from == null ? null : Instant.parse(text(from)),
        to == null ? null : Instant.parse(text(to)));
  }

  private static <D, T> @Nullable Object stored(Converter<D, T> converter, T value) {
    return converter.to(value);
  }

  private static Object written(@Nullable Object stored) {
    return switch (stored) {
      case byte[] bytes -> HEX.formatHex(bytes);
      case Long[] ids -> List.of(ids);
      case JSON json -> json.data();
      case OffsetDateTime time -> time.toInstant().toString();
      case Instant time -> time.toString();
      case String text -> text;
      case Number number -> number;
      case Boolean truth -> truth;
      case null, default ->
          throw new IllegalArgumentException("no export of a value " + stored + "; say how here");
    };
  }

  /// The row that `object` is, of `tenant`. Throws a [CallerFault] that names the column where it
  /// is none.
  TableRecord<?> read(TenantId tenant, JsonNode object) {
    TableRecord<?> row = (TableRecord<?>) table.newRecord();
    Field<TenantId> owner = row.field("tenant", TenantId.class);
    row.set(owner, tenant);
    for (String given : object.propertyNames()) {
      if (!names.contains(given)) {
        throw new CallerFault(
            Code.BAD_RECORD,
            "the table "
                + name()
                + " has no column "
                + given
                + "; the export is of a newer asof, import it with that one");
      }
    }
    for (Field<?> column : columns) {
      JsonNode value = object.get(column.getName());
      if (value != null && !value.isNull()) {
        set(row, column, value);
      }
    }
    return row;
  }

  private static <T> void set(TableRecord<?> row, Field<T> column, JsonNode value) {
    try {
      row.set(
          column,
          column.getType() == TimeRange.class
              ? column.getType().cast(range(value))
              : converted(column.getConverter(), value));
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the column " + column.getName() + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  private static <D, T> T converted(Converter<D, T> converter, JsonNode value) {
    return converter.from(converter.fromType().cast(read(converter.fromType(), value)));
  }

  private static Object read(Class<?> type, JsonNode value) {
    if (type == byte[].class) {
      return HEX.parseHex(text(value));
    }
    if (type == Long[].class) {
      List<Long> ids = new ArrayList<>();
      value.forEach(id -> ids.add(id.asLong()));
      return ids.toArray(Long[]::new);
    }
    if (type == JSON.class) {
      return JSON.valueOf(text(value));
    }
    if (type == OffsetDateTime.class) {
      return Instant.parse(text(value)).atOffset(ZoneOffset.UTC);
    }
    if (type == Instant.class) {
      return Instant.parse(text(value));
    }
    if (type == Long.class) {
      return number(value);
    }
    if (type == Integer.class) {
      return Math.toIntExact(number(value));
    }
    if (type == Boolean.class) {
      if (!value.isBoolean()) {
        throw new IllegalArgumentException("neither true nor false");
      }
      return value.asBoolean();
    }
    return text(value);
  }

  private static String text(JsonNode value) {
    if (!value.isString()) {
      throw new IllegalArgumentException("no text");
    }
    return value.asString();
  }

  private static long number(JsonNode value) {
    if (!value.isIntegralNumber()) {
      throw new IllegalArgumentException("no number");
    }
    return value.asLong();
  }
}
