package dev.asof.schema;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Record;

/// Looks at an open database: its version, its schema, who may do what in it, and its clock.
/// Changes nothing.
public final class Checkup {
  private static final Duration CLOCKS_APART = Duration.ofSeconds(5);

  /// What is believed and what proves it: rows that nobody may change or remove.
  private static final String LASTING =
      "('transaction', 'statement', 'document_validity', 'section_validity', 'observation',"
          + " 'version')";

  private Checkup() {}

  /// @param now by the clock of this machine
  public static List<Finding> of(Database database, Instant now) {
    return database.readGlobal(sql -> {
      List<Finding> findings = new ArrayList<>();
      findings.add(clock(sql, now));
      findings.add(version(sql));
      findings.add(migrations(sql));
      findings.add(extension(sql));
      findings.addAll(roles(sql));
      findings.add(grants(sql));
      findings.add(policies(sql));
      return findings;
    });
  }

  private static Finding clock(DSLContext sql, Instant now) {
    Instant there =
        sql.fetchSingle("select clock_timestamp()").get(0, OffsetDateTime.class).toInstant();
    Duration apart = Duration.between(there, now).abs();
    return apart.compareTo(CLOCKS_APART) <= 0
        ? Finding.good("clock", "this machine and the database agree on the time")
        : Finding.bad(
            "clock",
            "this machine's clock says "
                + now
                + " and the database's "
                + there
                + "; system times are the database's",
            "set both by the same time service (NTP)");
  }

  private static Finding version(DSLContext sql) {
    String version =
        sql.fetchSingle("select current_setting('server_version')").get(0, String.class);
    return Finding.good("server", "PostgreSQL " + version);
  }

  private static Finding migrations(DSLContext sql) {
    Record found =
        sql.fetchSingle(
            """
            select coalesce(max(version::integer), 0) as newest,
                   count(*) filter (where not success) as failed
            from asof.flyway_schema_history
            where version is not null\
            """);
    long failed = found.get("failed", Long.class);
    return failed == 0
        ? Finding.good(
            "schema",
            "migration " + found.get("newest", Integer.class) + ", the newest this asof knows")
        : Finding.bad(
            "schema",
            failed + " migrations failed",
            "run asof init with the login that owns the database, and read what it says");
  }

  private static Finding extension(DSLContext sql) {
    boolean there =
        sql.fetchSingle("select exists (select from pg_extension where extname = 'btree_gist')")
            .get(0, Boolean.class);
    return there
        ? Finding.good("extensions", "btree_gist is there")
        : Finding.bad(
            "extensions",
            "btree_gist is missing, so beliefs could overlap",
            "run as the owner of the database: create extension btree_gist");
  }

  private static List<Finding> roles(DSLContext sql) {
    Record found =
        sql.fetchSingle(
            """
            select session_user::text as login, rolsuper as super,
              (select string_agg(name, ', ' order by name)
                 from (values ('asof_app'), ('asof_auditor'), ('asof_eraser')) as wanted(name)
                where pg_has_role(session_user, name, 'member')) as may,
              (select count(*) from asof.tenant_login where login = session_user) as tenants
            from pg_roles where rolname = session_user\
            """);
    String login = found.get("login", String.class);
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.good("roles", login + " may act as " + found.get("may", String.class)));
    if (found.get("super", Boolean.class)) {
      findings.add(
          Finding.note(
              "login",
              login + " is a superuser: policies bind what asof does, and not who has its password",
              "make a login of its own: asof init --login NAME"));
    }
    findings.add(
        found.get("tenants", Long.class) > 0
            ? Finding.good("tenants", login + " is granted tenants")
            : Finding.bad(
                "tenants",
                login + " is granted no tenant, so it sees none",
                "run asof init --login " + login + " with the login that owns the database"));
    return findings;
  }

  private static Finding grants(DSLContext sql) {
    String wrong =
        sql.fetchSingle(
                """
                select string_agg(distinct role || ' may ' || privilege || ' ' || relname, ', ')
                from pg_class join pg_namespace on pg_namespace.oid = relnamespace,
                     (values ('asof_app'), ('asof_auditor'), ('asof_eraser')) as roles(role),
                     (values ('delete'), ('truncate')) as privileges(privilege)
                where nspname = 'asof' and relname in %s
                  and has_table_privilege(role, pg_class.oid, privilege)\
                """
                    .formatted(LASTING))
            .get(0, String.class);
    return wrong == null
        ? Finding.good("grants", "what is recorded can be removed by none of asof's roles")
        : Finding.bad(
            "grants",
            wrong + ": what is recorded must not be removed",
            "revoke these as the owner of the database, then run asof verify");
  }

  private static Finding policies(DSLContext sql) {
    String open =
        sql.fetchSingle(
                """
                select string_agg(relname, ', ' order by relname)
                from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                where nspname = 'asof' and relname in %s and not relrowsecurity\
                """
                    .formatted(LASTING))
            .get(0, String.class);
    return open == null
        ? Finding.good("policies", "row-level security is on")
        : Finding.bad(
            "policies",
            "row-level security is off for " + open + ", so tenants are not kept apart",
            "as the owner of the database: alter table asof.NAME enable row level security");
  }
}
