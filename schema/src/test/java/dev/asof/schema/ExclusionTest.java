package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Test;

/// What keeps two beliefs of one lane from overlapping has to know every row. A GiST index that is
/// read in a nested loop while one of its pages is split can lose some, which is a fault of
/// PostgreSQL, so no plan may read ours.
class ExclusionTest {

  /// A reader that has seen dead entries and goes on when the page that held them has been split.
  @Test
  void knowsEveryRowAfterAReaderInANestedLoopMetASplit() throws Exception {
    try (TestDatabase home = TestDatabases.create()) {
      home.asOwner(sql -> {
        sql.execute(
            "create function public.when_split(i integer) returns text language plpgsql as $$ begin"
                + " if i = 2 then perform pg_advisory_lock(1); end if; return 'zone'; end $$");
        insert(sql, 0, 37);
        sql.execute("delete from asof.setting where setting_id % 3 = 0");
      });
      try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
        home.asOwner(writer -> {
          writer.execute("select pg_advisory_lock(1)");
          Future<?> reader = threads.submit(() -> home.asOwner(ExclusionTest::readThreeTimes));
          awaitTheLock(writer);
          insert(writer, 5, 37);
          insert(writer, 7, 29);
          insert(writer, 8, 23);
          writer.execute("select pg_advisory_unlock(1)");
          get(reader);
        });
      }
      home.asOwner(sql -> {
        List<Long> rows =
            sql.fetch("select setting_id from asof.setting where name = 'zone'")
                .getValues(0, Long.class);
        assertThat(rows).hasSize(60 - 20 + 3 * 60);
        for (long row : rows) {
          assertThatExceptionOfType(DataAccessException.class)
              .as("a second row like %d", row)
              .isThrownBy(() ->
                  sql.execute(
                      "insert into asof.setting (tenant, setting_id, name, system_from, system_to)"
                          + " select tenant, -setting_id, name, system_from, system_to"
                          + " from asof.setting where setting_id = "
                          + row))
              .withMessageContaining("setting_no_overlap");
        }
      });
    }
  }

  @Test
  void noPlanCanReadAnIndexOfAnExclusionConstraint() {
    try (TestDatabase home = TestDatabases.create()) {
      home.asOwner(sql ->
          assertThat(
                  sql.fetch(
                          """
                          select c.relname, pg_get_expr(i.indpred, i.indrelid)
                          from pg_index i join pg_class c on c.oid = i.indexrelid
                          join pg_am a on a.oid = c.relam
                          where a.amname = 'gist' and c.relnamespace = 'asof'::regnamespace
                          """)
                      .intoMap(0, 1))
              .hasSizeGreaterThanOrEqualTo(7)
              .allSatisfy((index, predicate) ->
                  assertThat(predicate)
                      .as("%s: give it the predicate that no query states, as V0017 says", index)
                      .isEqualTo("((tenant + 0) > 0)")));
    }
  }

  private static void insert(DSLContext sql, int offset, int step) {
    sql.execute(
        """
        insert into asof.setting (tenant, setting_id, name, system_from, system_to)
        select 1, %1$d * 1000 + i, 'zone', timestamptz '2024-01-01Z' + i * interval '10 s' + %1$d * interval '1 s',
          timestamptz '2024-01-01Z' + i * interval '10 s' + %1$d * interval '1 s' + interval '1 s'
        from (select (one * %2$d) %% 61 as i from generate_series(1, 60) as one) as shuffled
        """
            .formatted(offset, step));
  }

  private static void readThreeTimes(DSLContext sql) {
    for (String other :
        List.of("seqscan", "bitmapscan", "hashjoin", "mergejoin", "material", "memoize")) {
      sql.execute("set enable_" + other + " = off");
    }
    sql.fetch(
        "select count(t.setting_id) from (select public.when_split(i) as name from"
            + " generate_series(1, 3) as i offset 0) as one join asof.setting as t using (name)");
  }

  private static void awaitTheLock(DSLContext sql) {
    while (sql.fetch("select pid from pg_locks where locktype = 'advisory' and not granted")
        .isEmpty()) {
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void get(Future<?> future) {
    try {
      future.get(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
