package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.ServerErrorMessage;

/// The plans by which the server really carries out what a piece of work asks of one database,
/// statements inside functions and behind foreign keys included. The server's `auto_explain` sends
/// each as a notice, and the driver logs notices.
public final class Plans {

  private static final String DRIVER = "org.postgresql.core.v3.QueryExecutorImpl";

  /// Asked before a tenant is chosen.
  private static final String OF_LOGINS = "tenant_login";

  private static final Pattern TENANT =
      Pattern.compile("\\btenant(_\\d+)? = |= (\\w+\\.)?tenant\\b");

  private final TestDatabase home;

  private Plans(TestDatabase home) {
    this.home = home;
  }

  /// One step of a plan that reads a table.
  ///
  /// @param type as PostgreSQL names it: `Seq Scan`, `Index Scan`, ...
  /// @param found by what an index is entered; empty where none is
  /// @param conditions all conditions of the step, `found` included
  /// @param loops how often it was carried out; 0: it was not needed
  public record Read(
      String statement, String table, String type, String found, String conditions, long loops) {}

  /// Makes the server tell the plans of those who connect to the database from now on.
  public static Plans of(TestDatabase home) {
    home.asOwner(sql -> {
      String database = sql.fetchSingle("select current_database()").get(0, String.class);
      for (String setting :
          List.of(
              "session_preload_libraries = 'auto_explain'",
              "auto_explain.log_min_duration = 0",
              "auto_explain.log_nested_statements = on",
              "auto_explain.log_format = 'json'",
              "auto_explain.log_analyze = on",
              "auto_explain.log_timing = off",
              "auto_explain.log_level = 'notice'")) {
        sql.execute("alter database " + database + " set " + setting);
      }
    });
    return new Plans(home);
  }

  /// Takes every policy of rows away, so that a plan shows what the statements themselves ask.
  public Plans withoutPolicies() {
    home.asOwner(sql ->
        sql.fetch(
                "select relname from pg_class where relnamespace = 'asof'::regnamespace and"
                    + " relrowsecurity")
            .forEach(table ->
                sql.execute("alter table asof." + table.get(0) + " disable row level security")));
    return this;
  }

  /// What is read from the tables of the schema while `work` runs, in order.
  public List<Read> reads(Runnable work) {
    List<String> plans = Collections.synchronizedList(new ArrayList<>());
    Logger driver = Logger.getLogger(DRIVER);
    Level before = driver.getLevel();
    boolean parents = driver.getUseParentHandlers();
    Handler notices = new Notices(plans);
    driver.addHandler(notices);
    driver.setUseParentHandlers(false);
    driver.setLevel(Level.FINEST);
    try {
      work.run();
    } finally {
      driver.setLevel(before);
      driver.setUseParentHandlers(parents);
      driver.removeHandler(notices);
    }
    if (plans.isEmpty()) {
      throw new AssertionError("the server told no plan");
    }
    return plans.stream().flatMap(plan -> reads(plan).stream()).toList();
  }

  private List<Read> reads(String plan) {
    List<Read> reads = new ArrayList<>();
    home.asOwner(sql ->
        sql.fetch(
                """
                with node as (
                  select plan ->> 'Query Text' as statement, node, number
                  from (select cast({0} as jsonb) as plan) as told,
                    jsonb_path_query(plan, 'strict $.** ? (exists (@."Node Type"))')
                      with ordinality as found (node, number)
                )
                select statement, node ->> 'Relation Name', node ->> 'Node Type',
                  coalesce(node ->> 'Index Cond', node ->> 'Recheck Cond', ''),
                  concat_ws(' and ', node ->> 'Index Cond', node ->> 'Recheck Cond', node ->> 'Filter'),
                  cast(node ->> 'Actual Loops' as numeric)
                from node
                where node ->> 'Node Type' like '%Scan'
                  and exists (select from pg_class as c
                    where c.relnamespace = 'asof'::regnamespace and c.relname = node ->> 'Relation Name')
                order by number
                """,
                plan)
            .forEach(row ->
                reads.add(
                    new Read(
                        row.get(0, String.class),
                        row.get(1, String.class),
                        row.get(2, String.class),
                        row.get(3, String.class),
                        row.get(4, String.class),
                        row.get(5, Long.class)))));
    return reads;
  }

  /// Asserts that each read of `work` is confined to one tenant, of whatever table of tenants.
  ///
  /// @param tables what it reads at least
  public void requireTheTenant(Runnable work, String... tables) {
    List<Read> reads = reads(work);
    assertThat(reads).extracting(Read::table).contains(tables);
    assertThat(reads)
        .filteredOn(read -> !read.table().equals(OF_LOGINS))
        .filteredOn(read -> !TENANT.matcher(read.conditions()).find())
        .isEmpty();
  }

  /// Asserts that no read of `work` goes through a large table from beginning to end, and that each
  /// enters its index by the tenant; except those that were planned and not needed.
  ///
  /// @param tables what it reads at least
  public void requireIndexes(Runnable work, Collection<String> large, String... tables) {
    // Each planner has its own mind: 15 reads all statements to learn which entries of the ledger
    // are hidden.
    home.asOwner(sql ->
        assumeThat(sql.fetchSingle("show server_version_num").get(0, Integer.class))
            .as("the plans are those of PostgreSQL 18")
            .isGreaterThanOrEqualTo(180_000));
    List<Read> reads = reads(work);
    assertThat(reads).extracting(Read::table).contains(tables);
    assertThat(reads)
        .filteredOn(read -> large.contains(read.table()) && read.loops() > 0)
        .isNotEmpty()
        .filteredOn(read -> read.type().equals("Seq Scan") || !TENANT.matcher(read.found()).find())
        .isEmpty();
  }

  private static final class Notices extends Handler {
    private static final String PLAN = "  plan:";

    /// What is inside is indented; after it the notice says where in a function it was.
    private static final String END = "\n}";

    private final List<String> plans;

    Notices(List<String> plans) {
      this.plans = plans;
    }

    @Override
    public void publish(LogRecord logged) {
      if (!String.valueOf(logged.getMessage()).contains("NoticeResponse")) {
        return;
      }
      String said = said(Objects.requireNonNull(logged.getParameters())[0]);
      if (said != null && said.contains(PLAN)) {
        int begin = said.indexOf(PLAN) + PLAN.length();
        plans.add(said.substring(begin, said.indexOf(END, begin) + END.length()));
      }
    }

    private static @Nullable String said(Object notice) {
      return notice instanceof ServerErrorMessage told ? told.getMessage() : notice.toString();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
