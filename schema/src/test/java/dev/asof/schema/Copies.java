package dev.asof.schema;

import java.util.List;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/// Makes a small store a large one for the planner: copies of its documents with all that is
/// recorded of them, under ids and keys of their own. They are written past ledger, policies and
/// foreign keys, so what is asked afterwards may be planned, and only what was there before may be
/// verified.
public final class Copies {

  private static final List<String> TABLES =
      List.of(
          "document",
          "section",
          "section_text",
          "version",
          "statement",
          "document_validity",
          "observation",
          "passage",
          "text_holder");

  private Copies() {}

  /// @param copies how many of each document
  public static void add(TestDatabase home, int copies) {
    home.asOwner(sql -> {
      sql.execute("set session_replication_role = replica");
      TABLES.forEach(table -> copy(sql, table, copies));
      sql.execute("set session_replication_role = origin");
      sql.execute("analyze");
    });
  }

  private static void copy(DSLContext sql, String table, int copies) {
    var columns =
        sql.fetch(
            """
            select quote_ident(attname), case
                when attname in ('key') then 'of.key || ''-copy-'' || copy.id'
                when attname = 'record_key' or (attname = 'sha256' and attrelid = 'asof.section_text'::regclass)
                  then format('sha256(of.%1$I || convert_to(copy.id::text, ''UTF8''))', attname)
                when attname = 'source_id' then 'of.source_id'
                when atttypid = 'bigint'::regtype then format('of.%I + copy.id', attname)
                when atttypid = 'bigint[]'::regtype then format(
                  'array(select one + copy.id from unnest(of.%I) with ordinality as all_of (one, place) order by place)', attname)
                else format('of.%I', attname) end
            from pg_attribute
            where attrelid = {0}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            order by attnum
            """,
            "asof." + table);
    sql.execute(
        "insert into asof.%s (%s) select %s from asof.%s as of cross join (select place::bigint << 44 as id from generate_series(1, %d) as place) as copy"
            .formatted(
                table,
                columns.getValues(0, String.class).stream().collect(Collectors.joining(", ")),
                columns.getValues(1, String.class).stream().collect(Collectors.joining(", ")),
                table,
                copies));
  }
}
