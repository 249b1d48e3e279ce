package dev.asof.verify;

import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record2;
import org.jooq.SortField;
import org.jooq.Table;
import org.jooq.impl.DSL;

/// The rows of a table in an order, a window at a time: memory holds a few megabytes of them,
/// however many there are and however large single ones. A first pass in the database only reads
/// how large each is.
final class Windows<R extends Record> implements Iterator<List<R>>, AutoCloseable {

  private static final long MOST_BYTES = 2_000_000;
  private static final int MOST_ROWS = 250;
  private static final int FETCH = 2_000;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Table<R> table;
  private final Ledgered ledgered;
  private final Field<Long> id;
  private final Cursor<Record2<Long, Long>> sizes;

  /// @param size of a row in memory, in bytes, roughly
  /// @param which of the tenant's rows
  Windows(
      DSLContext sql,
      TenantId tenant,
      Table<R> table,
      Field<Long> size,
      Condition which,
      List<? extends SortField<?>> order) {
    this.sql = sql;
    this.tenant = tenant;
    this.table = table;
    this.ledgered = Ledgered.of(table);
    this.id = idOf(ledgered);
    this.sizes =
        sql.select(id, size)
            .from(table)
            .where(ledgered.tenant().eq(tenant), which)
            .orderBy(order)
            .fetchSize(FETCH)
            .fetchLazy();
  }

  /// The id of a table as the number it is.
  static Field<Long> idOf(Ledgered table) {
    return DSL.field(DSL.name(table.table().getName(), table.id().getName()), Long.class);
  }

  @Override
  public boolean hasNext() {
    return sizes.hasNext();
  }

  @Override
  public List<R> next() {
    if (!sizes.hasNext()) {
      throw new NoSuchElementException();
    }
    List<Long> ids = new ArrayList<>();
    long bytes = 0;
    while (sizes.hasNext() && ids.size() < MOST_ROWS && bytes < MOST_BYTES) {
      Record2<Long, Long> row = Objects.requireNonNull(sizes.fetchNext());
      ids.add(row.value1());
      bytes += row.value2() == null ? 0 : row.value2();
    }
    Map<Long, R> rows = new HashMap<>();
    sql.selectFrom(table)
        .where(ledgered.tenant().eq(tenant), id.in(ids))
        .forEach(row -> rows.put(ledgered.idOf(row), row));
    List<R> window = new ArrayList<>(ids.size());
    for (Long each : ids) {
      R row = rows.get(each);
      if (row != null) {
        window.add(row);
      }
    }
    return window;
  }

  /// The rows one by one.
  Iterator<R> rows() {
    return new Iterator<>() {
      private Iterator<R> window = List.<R>of().iterator();

      @Override
      public boolean hasNext() {
        while (!window.hasNext() && Windows.this.hasNext()) {
          window = Windows.this.next().iterator();
        }
        return window.hasNext();
      }

      @Override
      public R next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return window.next();
      }
    };
  }

  @Override
  public void close() {
    sizes.close();
  }
}
