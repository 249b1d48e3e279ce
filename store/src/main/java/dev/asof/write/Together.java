package dev.asof.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.Query;
import org.jooq.QueryPart;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.ResultOrRows;
import org.jooq.TableRecord;
import org.jspecify.annotations.Nullable;

/// Statements that go to the server in one round trip and are carried out in their order. For few
/// rows: each statement is rendered with its own values, and prepared once for each shape.
final class Together {

  private final DSLContext sql;
  private final List<Query> queries = new ArrayList<>();
  private final List<IntConsumer> counts = new ArrayList<>();

  Together(DSLContext sql) {
    this.sql = sql;
  }

  void add(Query query) {
    add(query, count -> {});
  }

  /// @param count told how many rows it touched, once all are carried out
  void add(Query query, IntConsumer count) {
    queries.add(query);
    counts.add(count);
  }

  /// Rows that set the same columns are one statement.
  void insert(List<? extends TableRecord<?>> rows) {
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

  static Map<List<Field<?>>, List<TableRecord<?>>> byColumns(List<? extends TableRecord<?>> rows) {
    Map<List<Field<?>>, List<TableRecord<?>>> byColumns = new LinkedHashMap<>();
    for (TableRecord<?> row : rows) {
      List<Field<?>> columns = Arrays.stream(row.fields()).filter(row::modified).toList();
      byColumns.computeIfAbsent(columns, none -> new ArrayList<>()).add(row);
    }
    return byColumns;
  }

  /// Carries them out. What is fetched has the values as the driver has them: convert it by
  /// `into(TABLE)`.
  ///
  /// @return what was fetched, in the order of the statements that fetch
  List<Result<Record>> run() {
    if (queries.isEmpty()) {
      return List.of();
    }
    String statements =
        IntStream.range(0, queries.size())
            .mapToObj(i -> "{" + i + "}")
            .collect(Collectors.joining(";\n"));
    List<Result<Record>> fetched = new ArrayList<>();
    int number = 0;
    for (ResultOrRows each :
        sql.resultQuery(statements, queries.toArray(QueryPart[]::new))
            .fetchMany()
            .resultsOrRows()) {
      Result<Record> result = each.result();
      if (result == null) {
        counts.get(number).accept(each.rows());
      } else {
        fetched.add(result);
      }
      number++;
    }
    return fetched;
  }
}
