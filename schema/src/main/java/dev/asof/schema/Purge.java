package dev.asof.schema;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/// Takes what was erased off the disk. An update leaves the old row in its page, the old page in
/// the write-ahead log, and samples of both in the planner's statistics; so the tables are written
/// anew, the statistics too, and every piece of log from before is removed.
public final class Purge {

  /// The tables of which the eraser may blank or delete something.
  static final List<String> TABLES =
      List.of(
          "version",
          "section_text",
          "section",
          "statement",
          "observation",
          "passage",
          "embedding",
          "original",
          "original_piece",
          "watched_page");

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MOST_SEGMENTS = 500;

  private Purge() {}

  /// What the operator of a given server has to run as its superuser, in this order; the last two
  /// as often as there are files of log from before.
  public static List<String> statements() {
    List<String> statements = new ArrayList<>();
    TABLES.forEach(table -> statements.add("vacuum (full) asof." + table + ";"));
    statements.add(
        "delete from pg_statistic where starelid in ("
            + String.join(
                ", ", TABLES.stream().map(table -> "'asof." + table + "'::regclass").toList())
            + ");");
    TABLES.forEach(table -> statements.add("analyze asof." + table + ";"));
    statements.add("vacuum (full) pg_statistic;");
    statements.add("select pg_switch_wal();");
    statements.add("checkpoint;");
    return statements;
  }

  /// Does it on the embedded server. Waits up to a minute for sessions that may still read what was
  /// erased.
  ///
  /// Throws [Unavailable] where one goes on longer, or where something keeps the old log; what was
  /// erased is then still erased for every reader, and this can be repeated.
  public static void embedded(Owner owner) {
    if (!owner.isEmbedded()) {
      throw new IllegalArgumentException("a given server is purged by its operator");
    }
    owner.run((connection, sql) -> {
      awaitOldSnapshots(sql);
      for (String table : TABLES) {
        sql.execute("vacuum (full) {0}", name("asof", table));
      }
      sql.execute(
          "delete from pg_statistic where starelid in (select oid from pg_class where relnamespace"
              + " = 'asof'::regnamespace)");
      sql.execute("analyze");
      awaitOldSnapshots(sql);
      sql.execute("vacuum (full) pg_statistic");
      sql.execute("alter system set wal_recycle = off");
      try {
        sql.execute("select pg_reload_conf()");
        removeOldLog(sql);
      } finally {
        sql.execute("alter system reset wal_recycle");
        sql.execute("select pg_reload_conf()");
      }
      return owner;
    });
  }

  /// Rows that a snapshot may still see are copied when a table is written anew.
  private static void awaitOldSnapshots(DSLContext sql) {
    String mark = String.valueOf(sql.fetchSingle("select pg_current_xact_id()::text").get(0));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var oldest =
          sql.fetch(
              """
              select 'session ' || pid || coalesce(' (' || nullif(application_name, '') || ')', '')
              from pg_stat_activity
              where pid <> pg_backend_pid() and backend_type = 'client backend'
                and greatest(age(backend_xmin), age(backend_xid)) >= age({0}::xid)
              union all
              select 'prepared transaction ' || gid from pg_prepared_xacts
              union all
              select 'replication slot ' || slot_name from pg_replication_slots
              where greatest(age(xmin), age(catalog_xmin)) >= age({0}::xid)
              """,
              inline(mark));
      if (oldest.isEmpty()) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new Unavailable(
            Code.RETRY,
            "what was erased is not off the disk yet: "
                + oldest.getFirst().get(0)
                + " may still read it; end it, then run: asof erase --finish");
      }
      pause();
    }
  }

  /// Moves on until every file of the log from before was removed, those too that were put by for
  /// later use with their old content. A file that was put by and is written to has that content
  /// behind its end; so the last step is into a new one.
  private static void removeOldLog(DSLContext sql) {
    String clean = null;
    for (int i = 0; i < MOST_SEGMENTS; i++) {
      String current = switched(sql);
      sql.execute("checkpoint");
      if (exists(sql, "name > {0}", current)) {
        clean = null;
      } else if (clean == null) {
        // From the next file on they are made anew.
        clean = current;
      } else if (!exists(sql, "name <= {0}", clean)) {
        return;
      }
    }
    throw new Unavailable(
        Code.RETRY,
        "what was erased is not off the disk yet: something keeps the server's old log (a"
            + " replication slot, wal_keep_size or an archive that is behind); mend that, then run:"
            + " asof erase --finish");
  }

  private static boolean exists(DSLContext sql, String condition, String file) {
    return sql.fetchExists(
        sql.selectOne()
            .from("pg_ls_waldir()")
            .where("length(name) = 24")
            .and(condition, inline(file)));
  }

  /// The file of the log that is written to after a switch.
  private static String switched(DSLContext sql) {
    sql.execute("select pg_logical_emit_message(false, 'asof', 'purge')");
    sql.execute("select pg_switch_wal()");
    sql.execute("select pg_logical_emit_message(false, 'asof', 'purge')");
    return Objects.requireNonNull(
        sql.select(DSL.field("pg_walfile_name(pg_current_wal_insert_lsn())", String.class))
            .fetchSingle()
            .value1());
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(
          Code.RETRY, "interrupted while waiting; run again: asof erase --finish", e);
    }
  }
}
