package dev.asof.intake.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.Verifier;
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

/// Archives that other programs wrote, as their README tells; nothing in them is ours but the pages.
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
    try (InputStream in = ForeignArchivesTest.class.getResourceAsStream(name)) {
      Files.copy(Objects.requireNonNull(in, name), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  private ImportReport run(String... names) {
    ArchiveImport archives =
        ArchiveImport.of(
            Stream.of(names).map(this::file).toList(), ArchiveOptions.of("crawler"));
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
            context ->
                context.fetch(sql).stream().map(row -> String.valueOf(row.get(0))).toList());
  }

  private List<String> looks() {
    return lines(
        """
        select concat_ws(' ', replace(key, '127.0.0.1:8765', ''), to_char(looked, 'YYYY-MM-DD'), status)
        from asof.observation join asof.document d using (tenant, document_id)
        order by key, looked, observation_id
        """);
  }

  @Test
  void whatWgetWroteIsRead() {
    ImportReport report = run("wget.warc.gz", "wget-again.warc.gz", "wget.cdx");
    System.out.println(report);
    System.out.println(String.join("\n", looks()));
    System.out.println(lines("select string_agg(body, '|') from asof.section_text"));
    System.out.println(lines("select concat_ws(' ', label, title, language, provenance) from asof.version order by 1"));
    assertThat(new Verifier(home.database()).verify(tenant).finding()).isEmpty();
  }

  @Test
  void aWaczOfAnotherProgramIsReadAsItsWarcAndItsListAddsNothing() {
    ImportReport report = run("js-wacz.wacz");
    System.out.println(report);
    System.out.println(String.join("\n", looks()));
    ImportReport again = run("wget.warc.gz", "warcio.cdxj");
    System.out.println(again);
    System.out.println(String.join("\n", looks()));
  }
}
