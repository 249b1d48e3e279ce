package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.TEXT_HOLDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which documents hold a text.
class TextHoldersTest {

  private static TestDatabase database;
  private TenantId tenant;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void writeTwoDocumentsThatShareASection() {
    Store store = new Store(database.database());
    tenant = store.createTenant("holders");
    for (String key : List.of("first", "second")) {
      put(store, key, "# Shared\n\nthe same words\n\n# Own\n\nonly in " + key + "\n");
    }
    put(store, "first", "# Shared\n\nthe same words\n\n# Own\n\nchanged\n");
  }

  private void put(Store store, String key, String text) {
    PreparedText prepared = PreparedText.of(Format.MARKDOWN, text);
    store.write(
        tenant,
        Intent.of("put", "test"),
        List.of(
            new Change.Put(
                Change.Place.of(key, "office"),
                new NewVersion(null, null, null, null, null, false, null, prepared))));
  }

  @Test
  void aTextIsHeldByEachDocumentThatHasItInAVersion() {
    assertThat(holders("the same words")).containsExactly("first", "second");
    assertThat(holders("only in first")).containsExactly("first");
    assertThat(holders("only in second")).containsExactly("second");
    assertThat(holders("changed")).containsExactly("first");
  }

  @Test
  void noSessionCanClaimATextForADocument() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            database
                .database()
                .write(
                    tenant,
                    sql ->
                        sql.execute(
                            "insert into asof.text_holder select * from asof.text_holder")));
  }

  private List<String> holders(String words) {
    return database
        .database()
        .read(
            tenant,
            sql ->
                sql.select(DOCUMENT.KEY)
                    .from(TEXT_HOLDER)
                    .join(SECTION_TEXT)
                    .on(
                        SECTION_TEXT.TENANT.eq(TEXT_HOLDER.TENANT),
                        SECTION_TEXT.TEXT_ID.eq(TEXT_HOLDER.TEXT_ID))
                    .join(DOCUMENT)
                    .on(
                        DOCUMENT.TENANT.eq(TEXT_HOLDER.TENANT),
                        DOCUMENT.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
                    .where(TEXT_HOLDER.TENANT.eq(tenant), SECTION_TEXT.BODY.contains(words))
                    .orderBy(DOCUMENT.KEY)
                    .fetch(DOCUMENT.KEY));
  }
}
