package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A schema that is to be distributed by tenant has the tenant in every table, and in every key,
/// constraint and index of it: rows of one tenant lie on one node, and no node can hold a key
/// unique that spans several. Read from the catalogue of a migrated database.
class TenantEverywhereTest {

  /// Tables without rows of one tenant's, and why.
  private static final Set<String> OF_ALL_TENANTS =
      Set.of(
          // The list of tenants itself: a name has to be unique among all of them.
          "tenant",
          // Which login may reach which tenants, all of them included: asked before one is chosen.
          "tenant_login",
          // Of the migrations, not of anybody's data.
          "flyway_schema_history");

  private static TestDatabase home;

  @BeforeAll
  static void create() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void drop() {
    home.close();
  }

  @Test
  void theExceptionsAreTables() {
    assertThat(names("select relname from pg_class where relnamespace = 'asof'::regnamespace"))
        .containsAll(OF_ALL_TENANTS);
  }

  @Test
  void everyTableHasTheTenantWhichIsNeverMissing() {
    List<String> tables =
        tables(
            """
            select c.relname,
              exists (select from pg_attribute as a
                where a.attrelid = c.oid and a.attname = 'tenant' and a.attnotnull
                  and a.atttypid = 'integer'::regtype)
            from pg_class as c
            where c.relnamespace = 'asof'::regnamespace and c.relkind in ('r', 'p')
            """);
    assertThat(tables).hasSizeGreaterThan(15).allMatch(table -> table.endsWith(": true"));
  }

  @Test
  void everyTableHasAPrimaryKey() {
    assertThat(
            tables(
                """
                select c.relname,
                  exists (select from pg_constraint as k where k.conrelid = c.oid and k.contype = 'p')
                from pg_class as c
                where c.relnamespace = 'asof'::regnamespace and c.relkind in ('r', 'p')
                """))
        .allMatch(table -> table.endsWith(": true"));
  }

  @Test
  void everyKeyAndExclusionConstraintBeginsWithTheTenant() {
    List<String> keys =
        tables(
            """
            select c.relname, k.conname || ' ' || k.contype::text || ': ' || (a.attname = 'tenant')
            from pg_constraint as k
            join pg_class as c on c.oid = k.conrelid
            join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
            where c.relnamespace = 'asof'::regnamespace and k.contype in ('p', 'u', 'x')
            """);
    assertThat(keys).hasSizeGreaterThan(25).allMatch(key -> key.endsWith(": true"));
    assertThat(keys).as("exclusion constraints").filteredOn(key -> key.contains(" x:")).hasSize(7);
  }

  @Test
  void everyExclusionConstraintComparesTheTenantForEquality() {
    assertThat(
            tables(
                """
                select c.relname, k.conname || ': ' || o.oprname
                from pg_constraint as k
                join pg_class as c on c.oid = k.conrelid
                join pg_operator as o on o.oid = k.conexclop[1]
                where c.relnamespace = 'asof'::regnamespace and k.contype = 'x'
                """))
        .isNotEmpty()
        .allMatch(constraint -> constraint.endsWith(": ="));
  }

  /// A reference within one tenant leads from its tenant to its tenant. The tables of all tenants
  /// are copied to every node, and may be referred to from anywhere.
  @Test
  void everyForeignKeyBeginsWithTheTenantOnBothSides() {
    List<String> references =
        tables(
            """
            select c.relname, k.conname || ': ' || (own.attname = 'tenant' and other.attname = 'tenant')
            from pg_constraint as k
            join pg_class as c on c.oid = k.conrelid
            join pg_attribute as own on own.attrelid = k.conrelid and own.attnum = k.conkey[1]
            join pg_attribute as other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
            where c.relnamespace = 'asof'::regnamespace and k.contype = 'f'
            """);
    assertThat(references)
        .hasSizeGreaterThan(20)
        .allMatch(reference -> reference.endsWith(": true"));
  }

  @Test
  void everyIndexBeginsWithTheTenant() {
    List<String> indexes =
        tables(
            """
            select t.relname, c.relname || ': ' || coalesce(a.attname = 'tenant', false)
            from pg_index as i
            join pg_class as c on c.oid = i.indexrelid
            join pg_class as t on t.oid = i.indrelid
            left join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
            where t.relnamespace = 'asof'::regnamespace
            """);
    assertThat(indexes).hasSizeGreaterThan(40).allMatch(index -> index.endsWith(": true"));
  }

  /// Rows of a query, each `table: rest`, without the tables of all tenants.
  private static List<String> tables(String query) {
    return names("select relname || ': ' || rest from (" + query + ") as found (relname, rest)")
        .stream()
        .filter(row -> !OF_ALL_TENANTS.contains(row.substring(0, row.indexOf(':'))))
        .toList();
  }

  private static List<String> names(String query) {
    List<String> found = new ArrayList<>();
    home.asOwner(sql -> found.addAll(sql.fetch(query).getValues(0, String.class)));
    return found;
  }
}
