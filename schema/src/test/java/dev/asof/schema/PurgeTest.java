package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PurgeTest {

  @Test
  void everyTableOfWhichTheEraserMayChangeSomethingIsWrittenAnew() {
    try (TestDatabase database = TestDatabases.create()) {
      database.asOwner(sql ->
          assertThat(
                  sql.fetch(
                          """
                          select relname from pg_class
                          where relnamespace = 'asof'::regnamespace and relkind in ('r', 'p')
                            and (has_any_column_privilege('asof_eraser', oid, 'update')
                              or has_table_privilege('asof_eraser', oid, 'delete'))
                          """)
                      .getValues(0, String.class))
              .containsExactlyInAnyOrderElementsOf(Purge.TABLES));
    }
  }
}
