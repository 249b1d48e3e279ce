package dev.asof.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the database itself refuses, whatever SQL a login sends: walked from its catalogue, every
/// table, column, function and role, so that a new one is tried without being named. What each role
/// may do is named here, so that a new table or grant fails until somebody enters it.
class RefusalsTest {

  /// Everything the application's roles may do. Whoever adds a line says in review why.
  private static final String MAY =
      """
      table api_token: app insert select update(expires_at,last_used_at,revoked_at); auditor select
      table document: app insert select; auditor select; eraser select
      table document_label: app insert select update(system_to); auditor select; eraser select
      table document_validity: app insert select update(system_to); auditor select; eraser select
      table embedding: app delete insert select; auditor select; eraser delete insert select
      table embedding_model: app insert select update(stored,stored_at); auditor select; eraser select
      table erasure: app select; auditor select; eraser insert select
      table flyway_schema_history: app select; auditor select; eraser select
      table head: app select; auditor select; eraser select
      table hold: app insert select update(system_to); auditor select; eraser select
      table observation: app insert select; auditor select; eraser select update(label,note,salt)
      table original: app insert select; auditor select; eraser select update(salt,sha256)
      table original_piece: app insert select; auditor select; eraser delete select
      table passage: app delete insert select; auditor select; eraser delete insert select
      table section: app insert select; auditor select; eraser select update(key,salt)
      table section_text: app insert select; auditor select; eraser select update(body,salt,sha256,title)
      table section_validity: app insert select update(system_to); auditor select; eraser select
      table setting: app insert select update(system_to); auditor select; eraser select
      table source: app insert select; auditor select; eraser select
      table source_setting: app insert select update(system_to); auditor select; eraser select
      table statement: app insert select update(system_to); auditor select; eraser select update(label,salt,written)
      table tenant: app select; auditor select; eraser select
      table tenant_login:
      sequence tenant_tenant_seq:
      table text_holder: app select; auditor select; eraser select
      table transaction: app insert select; auditor select; eraser insert select
      table version: app insert select; auditor select; eraser select update(label,normalised_sha256,provenance,salt,sha256,title,url)
      table version_mark: app insert select update(system_to); auditor select; eraser select
      table watched_page: app delete insert select update(allows,claimed,document_id,etag,every_seconds,extractor,failures,fetched,final_url,language,last_modified,lease,leased_until,looked,moved_to,must_contain,next_due,note,outcome,payload,selector,title,url,version_id,without); auditor select; eraser select update(etag,final_url,last_modified,note,payload,version_id)
      function clock(): app execute; auditor execute; eraser execute
      function create_tenant(text): app execute
      function current_labels(): app execute; auditor execute; eraser execute
      function current_tenant(): app execute; auditor execute; eraser execute
      function entry_at(integer,timestamp with time zone): app execute; auditor execute; eraser execute
      function entry_hash(integer,bigint): app execute; auditor execute; eraser execute
      function entry_time(integer,bigint): app execute; auditor execute; eraser execute
      function has_api_tokens(): app execute; auditor execute
      function hidden_document(): app execute; auditor execute; eraser execute
      function hidden_text(bytea[]): app execute
      function hides_any(): app execute; auditor execute; eraser execute
      function hold_carrying(integer): app execute
      function hold_text(bigint,text,text): app execute
      function hold_texts(bigint[]): app execute
      function is_erased_here(bigint): eraser execute
      function is_held(bigint): app execute; eraser execute
      function is_section_free(bigint,bigint): eraser execute
      function is_text_free(bigint): eraser execute
      function key_is_hidden(text): app execute
      function open_transaction(integer,timestamp with time zone[]): app execute; eraser execute
      function sees_everything(): app execute; auditor execute; eraser execute
      function settle(integer): app execute; auditor execute; eraser execute
      function span_carries(): app execute; eraser execute
      function span_from(): app execute; eraser execute
      function span_holds(bigint): app execute; eraser execute
      function span_to(): app execute; eraser execute
      schema asof: app usage; auditor usage; eraser usage
      """;

  /// Projections, which may be made again at any time, and what is to be done: no transaction of
  /// the ledger is needed.
  private static final Set<String> PROJECTIONS =
      Set.of("passage", "embedding", "embedding_model", "watched_page");

  /// Tables that hold nothing of a tenant's own and have no row-level policy.
  private static final Set<String> WITHOUT_POLICY = Set.of("flyway_schema_history");

  private static final List<String> ROLES = List.of("app", "auditor", "eraser");

  /// Not allowed.
  private static final String DENIED = "42501";

  /// COPY FROM does not run under row-level security.
  private static final String NO_COPY = "0A000";

  private static final String BACKWARD_RANGE = "22000";

  private static TestDatabase database;
  private static TenantId tenant;
  private static Connection connection;
  private static List<Table> tables;

  private record Table(String name, char kind, List<Column> columns) {
    boolean has(String column) {
      return columns.stream().anyMatch(each -> each.name().equals(column));
    }
  }

  private record Column(String name, String type, boolean generated) {}

  /// @param state SQLSTATE of the refusal; null: it was carried out
  private record Tried(String sql, @Nullable String state, String message, int count) {}

  @BeforeAll
  static void open() throws SQLException {
    database = TestDatabases.create();
    tenant = VerifierTest.tell(database, "kept");
    VerifierTest.tell(database, "other");
    DatabaseSettings settings = database.settings();
    connection =
        DriverManager.getConnection(
            String.valueOf(settings.jdbcUrl()), settings.user(), settings.password());
    tables = tables();
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    database.close();
  }

  @AfterEach
  void nothingHappened() {
    assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
  }

  private static List<Table> tables() {
    List<Table> found = new ArrayList<>();
    for (String[] table :
        owner(
            """
            select c.relname, c.relkind::text from pg_class c
            where c.relnamespace = 'asof'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
            order by c.relname
            """)) {
      List<Column> columns = new ArrayList<>();
      for (String[] column :
          owner(
              """
              select attname, format_type(atttypid, atttypmod), attgenerated <> '' or attidentity = 'a'
              from pg_attribute
              where attrelid = ('asof.' || quote_ident('%s'))::regclass and attnum > 0 and not attisdropped
              order by attnum
              """
                  .formatted(table[0]))) {
        columns.add(new Column(column[0], column[1], column[2].equals("t")));
      }
      found.add(new Table(table[0], table[1].charAt(0), columns));
    }
    assertThat(found).hasSizeGreaterThan(15);
    return found;
  }

  private static List<String[]> owner(String query) {
    List<String[]> rows = new ArrayList<>();
    database.asOwner(sql ->
        sql.connection(superuser -> {
          try (Statement statement = superuser.createStatement();
              ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
              String[] row = new String[columns];
              for (int i = 0; i < columns; i++) {
                row[i] = String.valueOf(found.getString(i + 1));
              }
              rows.add(row);
            }
          }
        }));
    return rows;
  }

  /// Runs `first` and then `sql` as a role of a login that may choose every tenant, and takes it
  /// back.
  private static Tried attempt(String role, List<String> first, String sql) {
    try {
      connection.setAutoCommit(false);
      Tried tried = tryOut(role, first, sql);
      connection.rollback();
      connection.setAutoCommit(true);
      return tried;
    } catch (SQLException e) {
      throw new IllegalStateException("before " + sql, e);
    }
  }

  private static Tried tryOut(String role, List<String> first, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set local role asof_" + role);
      statement.execute("set local asof.tenant = '" + tenant.value() + "'");
      statement.execute("set local time zone 'UTC'");
      for (String each : first) {
        statement.execute(each);
      }
      try {
        boolean rows = statement.execute(sql);
        return new Tried(role + ": " + sql, null, "", rows ? 0 : statement.getUpdateCount());
      } catch (SQLException e) {
        return new Tried(role + ": " + sql, e.getSQLState(), String.valueOf(e.getMessage()), 0);
      }
    }
  }

  private static Tried attempt(String role, String sql) {
    return attempt(role, List.of(), sql);
  }

  /// Who may ask is a matter of today, and no part of the ledger either.
  private static boolean isWrittenWithoutATransaction(Table table) {
    return PROJECTIONS.contains(table.name()) || table.name().equals("api_token");
  }

  private static void assertDenied(Tried tried) {
    assertThat(tried.state()).as(tried.sql() + " -> " + tried.message()).isEqualTo(DENIED);
  }

  private static String may(String what) {
    return MAY.lines().filter(line -> line.startsWith(what + ":")).findFirst().orElse("");
  }

  private static boolean may(String role, String what, String privilege) {
    for (String part : may(what).replaceFirst("^[^:]*:", "").split(";", -1)) {
      List<String> words = List.of(part.strip().split(" ", -1));
      if (words.getFirst().equals(role)) {
        return words.stream()
            .anyMatch(word ->
                word.equals(privilege)
                    || (privilege.startsWith("update(")
                        && word.startsWith("update(")
                        && List.of(word.replaceAll("update\\(|\\)", "").split(",", -1))
                            .contains(privilege.replaceAll("update\\(|\\)", ""))));
      }
    }
    return false;
  }

  // What may be done

  @Test
  void everyRoleMayDoWhatIsNamedHereAndNothingElse() {
    assertThat(actual()).isEqualTo(MAY);
  }

  private static String actual() {
    String query =
        """
        with role (short, name) as (values ('app', 'asof_app'), ('auditor', 'asof_auditor'), ('eraser', 'asof_eraser')),
        of_table as (
          select case c.relkind when 'S' then 2 else 1 end as part,
            case c.relkind when 'S' then 'sequence ' else 'table ' end || c.relname as what, role.short,
            (select string_agg(lower(p.privilege), ' ' order by p.privilege)
             from (values ('DELETE'), ('INSERT'), ('REFERENCES'), ('SELECT'), ('TRIGGER'), ('TRUNCATE'), ('UPDATE')) as p (privilege)
             where c.relkind <> 'S' and has_table_privilege(role.name, c.oid, p.privilege)
                or c.relkind = 'S' and p.privilege in ('SELECT', 'UPDATE') and has_sequence_privilege(role.name, c.oid, p.privilege)) as wide,
            (select 'update(' || string_agg(a.attname, ',' order by a.attname) || ')' from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and c.relkind <> 'S'
               and has_column_privilege(role.name, c.oid, a.attnum, 'UPDATE')
               and not has_table_privilege(role.name, c.oid, 'UPDATE')) as narrow,
            (select 'insert(' || string_agg(a.attname, ',' order by a.attname) || ')' from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and c.relkind <> 'S'
               and has_column_privilege(role.name, c.oid, a.attnum, 'INSERT')
               and not has_table_privilege(role.name, c.oid, 'INSERT')) as narrow_insert
          from pg_class c cross join role
          where c.relnamespace = 'asof'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')),
        of_function as (
          select 3 as part, 'function ' || replace(replace(p.oid::regprocedure::text, 'asof.', ''), '"', '') as what, role.short,
            case when has_function_privilege(role.name, p.oid, 'execute') then 'execute' end as wide
          from pg_proc p cross join role where p.pronamespace = 'asof'::regnamespace),
        of_schema as (
          select 4 as part, 'schema asof' as what, role.short,
            nullif(concat_ws(' ', case when has_schema_privilege(role.name, 'asof', 'create') then 'create' end,
                                  case when has_schema_privilege(role.name, 'asof', 'usage') then 'usage' end), '') as wide
          from role),
        listed as (
          select part, what, short, concat_ws(' ', wide, narrow, narrow_insert) as may from of_table
          union all select part, what, short, coalesce(wide, '') from of_function
          union all select part, what, short, coalesce(wide, '') from of_schema)
        select what || ':' || coalesce(' ' || string_agg(short || ' ' || may, '; ' order by short) filter (where may <> ''), '')
        from listed
        group by part, what
        order by case when part > 2 then part else 1 end, replace(replace(what, 'sequence ', ''), 'table ', '') collate "C"
        """;
    return owner(query).stream().map(row -> row[0]).collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  void noRoleOrLoginHasPowersOfTheWholeServer() {
    assertThat(
            owner(
                """
                select rolname from pg_roles
                where (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
                  and (rolname in ('asof_app', 'asof_auditor', 'asof_eraser', 'asof_owner') or rolname = '%s')
                """
                    .formatted(database.settings().user())))
        .isEmpty();
    assertThat(
            owner(
                """
                select rolname from pg_roles
                where pg_has_role('%1$s', oid, 'member') and rolname <> '%1$s' order by rolname
                """
                    .formatted(database.settings().user())))
        .extracting(row -> row[0])
        .containsExactly("asof_app", "asof_auditor", "asof_eraser");
  }

  @Test
  void everyTableIsUnderRowLevelSecurityAndEveryFunctionOfTheOwnerHasAFixedPath() {
    assertThat(
            owner(
                """
                select relname from pg_class
                where relnamespace = 'asof'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
                """))
        .extracting(row -> row[0])
        .containsExactlyInAnyOrderElementsOf(WITHOUT_POLICY);
    assertThat(
            owner(
                """
                select proname from pg_proc
                where pronamespace = 'asof'::regnamespace and prosecdef
                  and not coalesce(proconfig, '{}') @> array['search_path=asof, pg_temp']
                """))
        .isEmpty();
  }

  // Forbidden statements, one by one

  @Test
  void nobodyChangesRowsBeyondWhatIsNamed() {
    int tried = 0;
    for (String role : ROLES) {
      for (Table table : tables) {
        if (table.kind() == 'S') {
          assertDenied(attempt(role, "select nextval('asof." + table.name() + "')"));
          assertDenied(attempt(role, "select setval('asof." + table.name() + "', 1)"));
          continue;
        }
        String what = "table " + table.name();
        String name = "asof." + table.name();
        if (!may(role, what, "delete")) {
          assertDenied(attempt(role, "delete from " + name));
          assertDenied(
              attempt(
                  role,
                  "merge into "
                      + name
                      + " using (select 1) as one on true when matched then"
                      + " delete"));
        }
        assertDenied(attempt(role, "truncate " + name));
        assertDenied(attempt(role, "truncate " + name + " cascade"));
        // Outside of a transaction of the ledger an allowed insertion is refused as well.
        if (!may(role, what, "insert") || !isWrittenWithoutATransaction(table)) {
          assertDenied(attempt(role, insert(table, "2020-01-01", null, tenant.value())));
          assertDenied(
              attempt(
                  role,
                  "merge into "
                      + name
                      + " using (select 1) as one on false when not matched then "
                      + insert(table, "2020-01-01", null, tenant.value())
                          .replace("into " + name, "")));
        }
        assertThat(attempt(role, "copy " + name + " from stdin").state())
            .as(role + ": copy " + name)
            .isIn(DENIED, NO_COPY);
        for (Column column : table.columns()) {
          tried++;
          if (!may(role, what, "update(" + column.name() + ")")) {
            assertDenied(attempt(role, "update " + name + " set " + column.name() + " = default"));
            assertDenied(
                attempt(
                    role,
                    "merge into "
                        + name
                        + " using (select 1) as one on true when matched then"
                        + " update set "
                        + column.name()
                        + " = default"));
          } else if (column.name().equals("system_to")) {
            Tried closed =
                attempt(role, "update " + name + " set system_to = now() where system_to is null");
            assertThat(closed.state() == null && closed.count() > 0).as(closed.sql()).isFalse();
          }
        }
      }
    }
    assertThat(tried).isGreaterThan(300);
  }

  @Test
  void nobodyChangesTheShapeOfATableOrWhoMayUseIt() {
    String before = shape();
    for (String role : ROLES) {
      for (Table table : tables) {
        String name = "asof." + table.name();
        if (table.kind() == 'S') {
          assertDenied(attempt(role, "alter sequence " + name + " restart"));
          assertDenied(attempt(role, "drop sequence " + name + " cascade"));
          continue;
        }
        for (String statement :
            List.of(
                "alter table %s add column planted integer",
                "alter table %s disable row level security",
                "alter table %s no force row level security",
                "alter table %s disable trigger all",
                "alter table %s owner to current_user",
                "alter table %s rename to planted",
                "alter table %s set schema public",
                "alter table %s set unlogged",
                "drop table %s cascade",
                "create trigger planted before insert on %s for each row execute function"
                    + " suppress_redundant_updates_trigger()",
                "create rule planted as on insert to %s do instead nothing",
                "create policy planted on %s using (true)",
                "create index planted on %s ((1))",
                "create table pg_temp.planted () inherits (%s)",
                "comment on table %s is 'planted'")) {
          assertDenied(attempt(role, statement.formatted(name)));
        }
        for (Column column : table.columns()) {
          assertDenied(
              attempt(role, "alter table " + name + " drop column " + column.name() + " cascade"));
        }
        // No error to PostgreSQL, but without effect.
        attempt(role, "grant all on " + name + " to public");
      }
      for (String[] constraint :
          owner(
              "select conrelid::regclass, quote_ident(conname) from pg_constraint where"
                  + " connamespace = 'asof'::regnamespace and conrelid <> 0 and contype <> 'n'")) {
        assertDenied(
            attempt(
                role,
                "alter table " + constraint[0] + " drop constraint " + constraint[1] + " cascade"));
      }
      for (String[] policy :
          owner(
              "select quote_ident(policyname), tablename from pg_policies where schemaname ="
                  + " 'asof'")) {
        assertDenied(attempt(role, "drop policy " + policy[0] + " on asof." + policy[1]));
        assertDenied(
            attempt(role, "alter policy " + policy[0] + " on asof." + policy[1] + " to public"));
      }
    }
    assertThat(shape()).isEqualTo(before);
    assertThat(actual()).isEqualTo(MAY);
  }

  private static String shape() {
    return owner(
            """
            select coalesce(string_agg(concat_ws(' ', c.relname, c.relacl::text, c.relrowsecurity, c.relowner::regrole,
                (select count(*) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped),
                (select count(*) from pg_trigger t where t.tgrelid = c.oid),
                (select count(*) from pg_rewrite r where r.ev_class = c.oid),
                (select count(*) from pg_policy p where p.polrelid = c.oid)), ' | ' order by c.relname), '')
            from pg_class c where c.relnamespace = 'asof'::regnamespace
            """)
        .getFirst()[0];
  }

  @Test
  void nobodyCallsOrReplacesAFunctionThatIsNotMeantForIt() {
    for (String role : ROLES) {
      for (String[] function :
          owner(
              """
              select p.oid::regprocedure::text, p.proname,
                (select coalesce(string_agg('null::' || format_type(t, null), ', ' order by n), '')
                 from unnest(p.proargtypes) with ordinality as a (t, n)),
                pg_get_functiondef(p.oid)
              from pg_proc p where p.pronamespace = 'asof'::regnamespace order by 1
              """)) {
        String what = "function " + function[0].replace("asof.", "").replace("\"", "");
        if (!may(role, what, "execute")) {
          assertDenied(
              attempt(role, "select * from asof." + function[1] + "(" + function[2] + ")"));
        }
        assertDenied(attempt(role, "drop function " + function[0] + " cascade"));
        assertDenied(attempt(role, "alter function " + function[0] + " owner to current_user"));
        assertDenied(attempt(role, "alter function " + function[0] + " security invoker"));
        assertDenied(attempt(role, function[3]));
      }
    }
  }

  @Test
  void nobodyBecomesSomebodyElse() {
    String superuser = database.superuser();
    for (String role : ROLES) {
      for (String statement :
          List.of(
              "set role asof_owner",
              "set role \"" + superuser + "\"",
              "set session authorization asof_owner",
              "set session authorization \"" + superuser + "\"",
              "set session_replication_role = replica",
              "alter role asof_" + role + " superuser",
              "alter role asof_" + role + " bypassrls",
              "grant asof_owner to asof_" + role,
              "create role planted superuser",
              "create schema planted",
              "drop schema asof cascade",
              "create table asof.planted (n integer)",
              "create view asof.planted as select 1",
              "create function asof.clock(integer) returns integer language sql return 1",
              "create table public.planted (n integer)",
              "alter default privileges for role asof_owner in schema asof grant all on tables to"
                  + " public",
              "alter database current set session_replication_role = replica",
              "create extension file_fdw",
              "copy (select 1) to program 'true'",
              "copy asof.document to '/tmp/planted'",
              "select pg_read_file('postgresql.conf')",
              "select lo_import('/etc/passwd')")) {
        Tried tried = attempt(role, statement.replace("database current", "database " + name()));
        assertThat(tried.state()).as(tried.sql() + " -> " + tried.message()).isEqualTo(DENIED);
      }
      // Asking for the rows behind the policies is an error, not an answer.
      assertDenied(
          attempt(role, List.of("set local row_security = off"), "select * from asof.version"));
    }
  }

  private static String name() {
    return "\"" + owner("select current_database()").getFirst()[0] + "\"";
  }

  // Lies, in a transaction of the ledger

  private static final String OPEN = "select * from asof.open_transaction(%d)";

  private static List<String> inTransaction() {
    return List.of(OPEN.formatted(tenant.value()));
  }

  @Test
  void noRowIsBackDatedWhateverTheSessionSetsFirst() {
    List<String> first = new ArrayList<>(inTransaction());
    for (String setting :
        List.of("system_time", "span_from", "span_to", "clock", "known", "xid", "carrying")) {
      first.add("set local asof." + setting + " = '2020-01-01'");
    }
    for (Table table : insertable()) {
      for (String time : List.of("2020-01-01", "2999-01-01", "infinity", "-infinity")) {
        assertDenied(attempt("app", first, insert(table, time, null, tenant.value())));
      }
    }
  }

  @Test
  void noRowIsWrittenForAnotherTenant() {
    for (Table table : insertable()) {
      if (table.has("tenant")) {
        assertDenied(
            attempt("app", inTransaction(), insert(table, spanFrom(), null, tenant.value() + 1)));
      }
      if (table.has("tenant") && !may("app", "table " + table.name(), "update(tenant)")) {
        assertDenied(
            attempt(
                "app",
                inTransaction(),
                "update asof." + table.name() + " set tenant = tenant + 1"));
      }
    }
  }

  @Test
  void noRowIsOpenedClosedAndNoneClosedAtAnotherTimeThanThatOfTheTransaction() {
    int closable = 0;
    for (Table table : insertable()) {
      if (!table.has("system_to")) {
        continue;
      }
      closable++;
      assertDenied(
          attempt("app", inTransaction(), insert(table, spanFrom(), "2999-01-01", tenant.value())));
      String update = "update asof." + table.name() + " set system_to = ";
      boolean open =
          !owner(
                  "select 1 from asof."
                      + table.name()
                      + " where system_to is null and tenant = "
                      + tenant.value())
              .isEmpty();
      for (String time :
          List.of("'2020-01-01'", "'2999-01-01'", "'infinity'", "clock_timestamp()", "null")) {
        Tried tried = attempt("app", inTransaction(), update + time + " where system_to is null");
        if (open) {
          // A range that would end before it begins fails before the policy is asked.
          assertThat(tried.state()).as(tried.sql()).isIn(DENIED, BACKWARD_RANGE);
        } else {
          assertThat(tried.count()).as(tried.sql()).isZero();
        }
        // A closed row is closed: it is not even seen by an update.
        Tried again =
            attempt("app", inTransaction(), update + time + " where system_to is not null");
        assertThat(again.state()).as(again.sql()).isNull();
        assertThat(again.count()).as(again.sql()).isZero();
      }
    }
    assertThat(closable).isGreaterThanOrEqualTo(5);
    assertThat(
            owner(
                "select 1 from asof.section_validity where system_to is not null and tenant = "
                    + tenant.value()))
        .as("there are closed rows to try it on")
        .isNotEmpty();
  }

  @Test
  void aLedgerEntryIsOnlyOfTheTransactionThatIsOpen() {
    Table entries =
        tables.stream().filter(each -> each.name().equals("transaction")).findFirst().orElseThrow();
    String honest = insert(entries, null, null, tenant.value());
    for (String[] lie :
        List.of(
            new String[] {"sequence", "3"},
            new String[] {"sequence", "9"},
            new String[] {"system_time", "'2020-01-01'"},
            new String[] {"system_time", "asof.span_to() + interval '1 second'"},
            new String[] {"carried", "true"},
            new String[] {"tenant", Integer.toString(tenant.value() + 1)})) {
      assertDenied(attempt("app", inTransaction(), insertEntry(entries, lie[0], lie[1])));
    }
    assertThat(attempt("app", inTransaction(), insertEntry(entries, "", "")).state())
        .as("the honest one is let through: " + honest)
        .isNull();
    assertDenied(attempt("app", insertEntry(entries, "", "")));
  }

  private static String insertEntry(Table entries, String column, String lie) {
    return entries.columns().stream()
        .filter(each -> !each.generated())
        .map(each ->
            each.name().equals(column)
                ? lie
                : switch (each.name()) {
                  case "tenant" -> Integer.toString(tenant.value());
                  case "sequence" -> "7";
                  case "system_time" -> "asof.span_to()";
                  default -> value(each.type());
                })
        .collect(
            Collectors.joining(
                ", ",
                "insert into asof.transaction ("
                    + entries.columns().stream()
                        .filter(each -> !each.generated())
                        .map(Column::name)
                        .collect(Collectors.joining(", "))
                    + ") values (",
                ")"));
  }

  @Test
  void aDatabaseTransactionOpensTheLedgerOnceAndOnlyForwards() {
    String call = "select * from asof.open_transaction(" + tenant.value();
    assertThat(attempt("app", inTransaction(), OPEN.formatted(tenant.value())).state())
        .isEqualTo("AS005");
    assertThat(attempt("app", inTransaction(), call + ", array[now()])").state())
        .isEqualTo("AS005");
    assertThat(attempt("app", inTransaction(), call + ", array[]::timestamptz[])").state())
        .isEqualTo("AS005");
    assertThat(attempt("app", call + ", array['2020-01-01'::timestamptz])").state())
        .isEqualTo("AS002");
    assertThat(attempt("app", call + ", array['2999-01-01'::timestamptz])").state())
        .isEqualTo("AS003");
    assertThat(attempt("app", call + ", array[null]::timestamptz[])").state()).isEqualTo("AS005");
    assertThat(attempt("app", call + ", array['infinity'::timestamptz])").state())
        .isEqualTo("AS003");
    assertDenied(attempt("app", OPEN.formatted(tenant.value() + 1)));
    assertDenied(attempt("auditor", OPEN.formatted(tenant.value())));
    // An earlier savepoint does not help: what it opened is gone with it.
    assertDenied(
        attempt(
            "app",
            List.of(
                "savepoint before", OPEN.formatted(tenant.value()), "rollback to savepoint before"),
            insert(
                tables.stream()
                    .filter(each -> each.name().equals("document"))
                    .findFirst()
                    .orElseThrow(),
                "2020-01-01",
                null,
                tenant.value())));
  }

  private static List<Table> insertable() {
    return tables.stream()
        .filter(table -> table.has("system_from") && may("app", "table " + table.name(), "insert"))
        .toList();
  }

  private static String spanFrom() {
    return "span";
  }

  /// A row with something in every column.
  private static String insert(
      Table table, @Nullable String systemFrom, @Nullable String systemTo, int ofTenant) {
    StringBuilder columns = new StringBuilder();
    StringBuilder values = new StringBuilder();
    for (Column column : table.columns()) {
      if (column.generated()) {
        continue;
      }
      columns.append(columns.isEmpty() ? "" : ", ").append(column.name());
      values.append(values.isEmpty() ? "" : ", ");
      values.append(
          switch (column.name()) {
            case "tenant" -> Integer.toString(ofTenant);
            case "system_from" ->
                "span".equals(systemFrom)
                    ? "asof.span_to()"
                    : "'" + Objects.requireNonNullElse(systemFrom, "2020-01-01") + "'";
            case "system_to" -> systemTo == null ? "null" : "'" + systemTo + "'";
            default -> value(column.type());
          });
    }
    return columns.isEmpty()
        ? "insert into asof." + table.name() + " default values"
        : "insert into asof." + table.name() + " (" + columns + ") values (" + values + ")";
  }

  private static String value(String type) {
    return switch (type) {
      case "smallint", "integer", "bigint" -> "1";
      case "text", "name" -> "'x'";
      case "boolean" -> "false";
      case "bytea" -> "decode(repeat('00', 32), 'hex')";
      case "json", "jsonb" -> "'[]'";
      case "timestamp with time zone" -> "'2024-01-01'";
      case "timestamp without time zone" -> "'2024-01-01'";
      case "interval" -> "'1 day'";
      case "tstzrange" -> "'[2024-01-01,2024-02-01)'";
      case "xid8" -> "'1'";
      case "uuid" -> "gen_random_uuid()";
      default -> {
        if (type.endsWith("[]")) {
          yield "'{}'";
        }
        if (type.startsWith("character")) {
          yield "'x'";
        }
        throw new IllegalStateException("enter a value for columns of type " + type);
      }
    };
  }
}
