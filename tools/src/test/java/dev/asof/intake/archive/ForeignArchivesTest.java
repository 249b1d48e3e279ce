package dev.asof.intake.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.Verifier;
import dev.asof.write.Eraser;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives that other programs wrote, as their README tells; nothing in them is ours but the
/// pages.
class ForeignArchivesTest {

  private final TestDatabase home = TestDatabases.create();
  private TenantId tenant;
  @TempDir private Path folder;

  @BeforeEach
  void openTenant() {
    tenant = new Store(home.database()).createTenant("web");
  }

  @AfterEach
  void close() {
    home.close();
  }

  private Path file(String name) {
    Path file = folder.resolve(name);
    if (Files.exists(file)) {
      return file;
    }
    try (InputStream in = ForeignArchivesTest.class.getResourceAsStream(name)) {
      Files.copy(Objects.requireNonNull(in, name), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  private ImportReport run(String... names) {
    return run(ArchiveOptions.of("crawler"), names);
  }

  private ImportReport run(ArchiveOptions options, String... names) {
    ArchiveImport archives = ArchiveImport.of(Stream.of(names).map(this::file).toList(), options);
    return new Importer(home.database())
        .run(
            tenant,
            archives.inputs(home.database(), tenant),
            ArchiveImport.how(),
            Intent.of("import", "ada"),
            Importer.Progress.NONE);
  }

  private List<String> lines(String sql) {
    return home.database()
        .read(
            tenant,
            context -> context.fetch(sql).stream().map(row -> String.valueOf(row.get(0))).toList());
  }

  private List<String> looks() {
    return lines(
        """
        select concat_ws(' ', replace(key, '127.0.0.1:8765', ''), to_char(looked, 'YYYY-MM-DD'), status)
        from asof.observation join asof.document d using (tenant, document_id)
        order by key, looked, observation_id
        """);
  }

  private static String terms(String when) {
    return """
    # Terms of the allotment

    Every member waters in the %s.

    Fees and rules; old; moved.\
    """
        .formatted(when);
  }

  @Test
  void whatWgetWroteIsRead() {
    ImportReport report = run("wget.warc.gz", "wget-again.warc.gz", "wget.cdx");
    assertThat(report.written()).isEqualTo(7);
    assertThat(report.refused()).isEmpty();
    assertThat(looks())
        .containsExactly(
            "/index.html 2024-03-01 seen",
            "/index.html 2024-06-01 seen",
            "/rules.txt 2024-03-01 seen",
            "/rules.txt 2024-06-01 seen",
            "/sub/fees.html 2024-03-01 seen",
            "/sub/fees.html 2024-06-01 seen",
            "/zipped.html 2024-03-01 seen");
    assertThat(lines("select body from asof.section_text order by body"))
        .containsExactlyInAnyOrder(
            "# Gebühren\n\nDie Gebühr beträgt fünf Mark im Jahr.",
            terms("evening"),
            terms("morning"),
            "# Zipped\n\nSent compressed.",
            "No dogs after noon.\n");
    assertThat(run("wget.warc.gz", "wget-again.warc.gz", "wget.cdx").written()).isZero();
    assertThat(new Verifier(home.database()).verify(tenant).finding()).isEmpty();
  }

  @Test
  void aWaczOfAnotherProgramIsReadAsItsWarcAndItsListAddsNothing() {
    assertThat(run("js-wacz.wacz").written()).isEqualTo(4);
    List<String> seen = looks();
    assertThat(seen).hasSize(4);
    assertThat(run("wget.warc.gz", "warcio.cdxj").written()).isZero();
    assertThat(looks()).isEqualTo(seen);
  }

  @Test
  void aPageThatWasErasedDoesNotComeBackWithAnotherSelector() {
    run("wget.warc.gz");
    String page = "127.0.0.1:8765/sub/fees.html";
    new Eraser(home.open(DatabaseRole.ERASER))
        .erase(
            tenant,
            Intent.of("erase", "clerk").because("asked"),
            page,
            new Eraser.Which.All(),
            "order 1");

    ImportReport again =
        run(
            new ArchiveOptions("crawler", List.of(), "p", null),
            "wget.warc.gz",
            "wget-again.warc.gz");

    assertThat(again.erased()).isPositive();
    assertThat(lines("select body from asof.section_text where body like '%Gebühr%'")).isEmpty();
    assertThat(new Verifier(home.database()).verify(tenant).finding()).isEmpty();
  }
}
