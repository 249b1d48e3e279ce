package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What an import does with records that are late, wrong or many.
class ImporterTest {

  private static TestDatabase home;
  private static Store store;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
    store = new Store(home.database());
  }

  @AfterAll
  static void close() {
    home.close();
  }

  private static ImportReport run(TenantId tenant, ImportOptions options, List<String> lines) {
    byte[] file = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return new Importer(home.database())
        .run(
            tenant,
            List.of(Importer.Input.file("lines", () -> new ByteArrayInputStream(file))),
            options,
            Intent.of("import", "ada"),
            Importer.Progress.NONE);
  }

  private static String line(
      String label, @Nullable String from, String observed, String recorded) {
    return """
    {"source": "office", "document_key": "rules", "version_label": "%s", "body": "Rule %s.",\
     "validity_state": "%s", "recorded_at": "%s", "observed_at": "%s"%s}\
    """
        .formatted(
            label,
            label,
            from == null ? "observed" : "asserted",
            recorded,
            observed,
            from == null ? "" : ", \"valid_from\": \"" + from + "\"");
  }

  @Test
  void aLookInTheFutureIsRefusedByItsLineWithTheTimeAndTheMend() {
    TenantId tenant = store.createTenant("future");
    List<String> lines =
        List.of(
            line("v1", null, "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
            line("v2", null, "2199-01-01T00:00:00Z", "2024-01-02T00:00:00Z"));

    for (ImportOptions options : List.of(ImportOptions.NOW, ImportOptions.CARRIED)) {
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(() -> run(tenant, options, lines))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.BAD_TIME))
          .withMessageContaining("lines line 2")
          .withMessageContaining("observed_at is 2199-01-01T00:00:00Z")
          .withMessageContaining("correct when it was looked");
    }
    ImportReport report = run(tenant, ImportOptions.CARRIED.skippingBad(true), lines);
    assertThat(report.written()).isEqualTo(1);
    assertThat(report.refused())
        .singleElement()
        .satisfies(refused -> assertThat(refused.place()).isEqualTo("line 2"));
  }

  @Test
  void ofMoreThanAThousandLinesLeftOutAllAreCountedAndAThousandNamed() {
    TenantId tenant = store.createTenant("many");
    List<String> lines = new ArrayList<>(Collections.nCopies(1_500, "{\"source\": \"office\"}"));
    lines.add(line("v1", "2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"));

    ImportReport report = run(tenant, ImportOptions.NOW.skippingBad(true), lines);

    assertThat(report.leftOut()).isEqualTo(1_500);
    assertThat(report.refused()).hasSize(1_000);
    assertThat(report.refused().getLast().place()).isEqualTo("line 1000");
    assertThat(report.written()).isEqualTo(1);
  }

  @Test
  void anAnnouncementRecordedAfterTheLookThatTookItBackSaysNothing() {
    String announced = line("may", "2024-05-01", "2024-01-10T00:00:00Z", "2024-01-10T00:00:00Z");
    String shown = line("now", "2024-01-01", "2024-02-10T00:00:00Z", "2024-02-10T00:00:00Z");
    String again = line("again", "2024-05-01", "2024-03-10T00:00:00Z", "2024-03-10T00:00:00Z");
    ImportOptions page = ImportOptions.NOW.as(SourceKind.PAGE);
    TenantId late = store.createTenant("late");
    TenantId early = store.createTenant("early");

    run(early, page, List.of(announced));
    run(early, page, List.of(shown));
    run(late, page, List.of(shown));
    ImportReport report = run(late, page, List.of(announced));

    assertThat(beliefs(early)).containsExactly("now [2024-01-01T00:00:00Z, )");
    assertThat(beliefs(late)).isEqualTo(beliefs(early));
    assertThat(report.superseded())
        .singleElement()
        .satisfies(one -> assertThat(one.byLabel()).isEqualTo("may"));

    TenantId announcedAgain = store.createTenant("again");
    run(early, page, List.of(again));
    run(announcedAgain, page, List.of(shown));
    run(announcedAgain, page, List.of(again));
    run(announcedAgain, page, List.of(announced));
    assertThat(beliefs(announcedAgain)).isEqualTo(beliefs(early)).hasSize(2);
  }

  @Test
  void aLookThatRepeatsInstantAndTextUnderAnotherLabelOnlyAppends() {
    TenantId tenant = store.createTenant("repeats");
    String first = line("first", null, "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z");
    run(tenant, ImportOptions.NOW, List.of(first));
    List<String> before = beliefs(tenant);

    run(
        tenant,
        ImportOptions.NOW,
        List.of(first.replace("\"version_label\": \"first\"", "\"version_label\": \"second\"")));

    assertThat(before).hasSize(1);
    assertThat(beliefs(tenant)).isEqualTo(before);
    assertThat(
            home.database()
                .<Integer>read(
                    tenant,
                    sql ->
                        sql.fetchSingle("select count(*) from asof.observation").get(0, int.class)))
        .isEqualTo(2);
  }

  private static List<String> beliefs(TenantId tenant) {
    return home.database()
        .read(
            tenant,
            sql ->
                sql.fetch(
                        """
                        select v.label, lower(b.valid_during), upper(b.valid_during)
                        from asof.document_validity b
                        join asof.version v using (tenant, version_id)
                        where b.system_to is null order by lower(b.valid_during)
                        """)
                    .map(row ->
                        row.get(0)
                            + " ["
                            + row.get(1, java.time.Instant.class)
                            + ", "
                            + (row.get(2) == null ? "" : row.get(2, java.time.Instant.class))
                            + ")"));
  }
}
