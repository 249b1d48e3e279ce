package dev.asof.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.Query;
import org.jooq.QueryPart;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.ResultOrRows;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.TableRecord;
import org.jspecify.annotations.Nullable;

/// Statements that go to the server in one round trip and are carried out in their order. For few
/// rows: each statement is rendered with its own values, and prepared once for each shape.
public final class Together {

  private final DSLContext sql;
  private final List<Query> queries = new ArrayList<>();
  private final List<Consumer<ResultOrRows>> takers = new ArrayList<>();

  public Together(DSLContext sql) {
    this.sql = sql;
  }

  private void add(Query query, Consumer<ResultOrRows> taker) {
    queries.add(query);
    takers.add(taker);
  }

  /// A statement whose outcome nobody wants.
  public void add(Query query) {
    add(query, outcome -> {});
  }

  /// @param count told how many rows it touched, once all are carried out
  public void count(Query query, IntConsumer count) {
    add(query, outcome -> count.accept(outcome.rows()));
  }

  /// What a query yields; to be asked for after [#run].
  public Supplier<Result<Record>> fetch(Select<?> query) {
    // Not `fields()`, which forgets of which table each is.
    Field<?>[] columns =
        query.$select().stream().map(column -> (Field<?>) column).toArray(Field<?>[]::new);
    return fetch(query, raw -> typed(raw, columns));
  }

  /// The rows of a query for all columns of a table; to be asked for after [#run].
  public <R extends Record> Supplier<Result<R>> fetch(Table<R> table, Select<R> query) {
    return fetch(query, raw -> raw.into(table));
  }

  private <R extends Record> Supplier<Result<R>> fetch(
      Select<?> query, Function<Result<Record>, Result<R>> typing) {
    Rows<R> rows = new Rows<>(typing);
    add(query, outcome -> rows.take(Objects.requireNonNull(outcome.result())));
    return rows;
  }

  /// The driver's values become those of the fields, by their places.
  private Result<Record> typed(Result<Record> raw, Field<?>[] columns) {
    Result<Record> typed = sql.newResult(columns);
    for (Record row : raw) {
      Record one = sql.newRecord(columns);
      for (int i = 0; i < columns.length; i++) {
        set(one, columns[i], row, i);
      }
      typed.add(one);
    }
    return typed;
  }

  /// Rows that set the same columns are one statement.
  public void insert(List<? extends TableRecord<?>> rows) {
    byColumns(rows)
        .forEach((columns, alike) -> {
          InsertValuesStepN<?> insert =
              sql.insertInto(alike.getFirst().getTable()).columns(columns);
          for (TableRecord<?> row : alike) {
            insert = insert.values(columns.stream().<@Nullable Object>map(row::get).toList());
          }
          add(insert);
        });
  }

  public static Map<List<Field<?>>, List<TableRecord<?>>> byColumns(
      List<? extends TableRecord<?>> rows) {
    Map<List<Field<?>>, List<TableRecord<?>>> byColumns = new LinkedHashMap<>();
    for (TableRecord<?> row : rows) {
      List<Field<?>> columns = Arrays.stream(row.fields()).filter(row::modified).toList();
      byColumns.computeIfAbsent(columns, none -> new ArrayList<>()).add(row);
    }
    return byColumns;
  }

  /// Carries them out.
  public void run() {
    if (queries.isEmpty()) {
      return;
    }
    String statements =
        IntStream.range(0, queries.size())
            .mapToObj(i -> "{" + i + "}")
            .collect(Collectors.joining(";\n"));
    int number = 0;
    for (ResultOrRows each :
        sql.resultQuery(statements, queries.toArray(QueryPart[]::new))
            .fetchMany()
            .resultsOrRows()) {
      takers.get(number).accept(each);
      number++;
    }
  }

  private static <T> void set(Record typed, Field<T> column, Record raw, int place) {
    Converter<?, T> converter = column.getConverter();
    // One that converts nothing leaves what the driver chose.
    boolean converts = !converter.fromType().equals(converter.toType());
    typed.set(column, converts ? raw.get(place, converter) : raw.get(place, converter.toType()));
  }

  private static final class Rows<R extends Record> implements Supplier<Result<R>> {
    private final Function<Result<Record>, Result<R>> typing;
    private @Nullable Result<R> rows;

    Rows(Function<Result<Record>, Result<R>> typing) {
      this.typing = typing;
    }

    void take(Result<Record> raw) {
      rows = typing.apply(raw);
    }

    @Override
    public Result<R> get() {
      return Objects.requireNonNull(rows, "nothing was carried out yet");
    }
  }
}
