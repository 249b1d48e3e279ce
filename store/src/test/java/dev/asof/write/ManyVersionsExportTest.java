package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import dev.asof.schema.Owner;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.VerifiedRestore;
import dev.asof.verify.Verifier;
import dev.asof.write.export.Export;
import dev.asof.write.export.ExportImport;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A long ledger, generated, exported and imported. `-Dasof.test.versions=50000` makes it as long
/// as that; the rates are printed, and the heap that is left after collections does not grow with
/// it.
class ManyVersionsExportTest {

  private static final int VERSIONS = Integer.getInteger("asof.test.versions", 1_000);
  private static final int DOCUMENTS = 200;
  private static final int CLAUSES = 40;
  private static final long MOST_MEGABYTES = 150;
  private static final int LOOKS = 20;

  @TempDir private Path folder;

  @Test
  void aLongLedgerIsExportedAndImportedInConstantMemory(TestReporter reporter) throws IOException {
    try (TestDatabase home = TestDatabases.create();
        TestDatabase other = TestDatabases.create()) {
      TenantId tenant = new Store(home.database()).createTenant("long");
      ImportReport generated =
          new Importer(home.database())
              .run(
                  tenant,
                  List.of(new Importer.Input("generated", ManyVersionsExportTest::generated)),
                  ImportOptions.CARRIED,
                  Intent.of("import", "ada"),
                  Importer.Progress.NONE);
      assertThat(generated.written()).isEqualTo(VERSIONS);

      Path file = folder.resolve("long.jsonl");
      Heap heap = new Heap();
      long start = System.nanoTime();
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
        Export.write(Owner.of(home.ownerSettings()), "long", false, out, heap);
      }
      double exported = (System.nanoTime() - start) / 1e9;
      List<Long> whileExporting = heap.take();

      new Store(other.database()).createTenant("copy");
      start = System.nanoTime();
      ExportImport.Report report;
      try (RecordFile lines =
          RecordFile.open("the file", new BufferedInputStream(Files.newInputStream(file)))) {
        report =
            ExportImport.run(
                Owner.of(other.ownerSettings()),
                "copy",
                "the file",
                lines,
                VerifiedRestore::requireImported,
                heap);
      }
      double imported = (System.nanoTime() - start) / 1e9;
      List<Long> whileImporting = heap.take();

      assertThat(report.held()).isFalse();
      TenantId copy = new Store(other.database()).tenant("copy");
      assertThat(new Verifier(other.database()).verify(copy).finding()).isEmpty();
      for (List<Long> held : List.of(whileExporting, whileImporting)) {
        assertThat(held).as("looks at the heap").isNotEmpty();
        assertThat(held)
            .as("megabytes of heap after collections, which do not grow with the ledger")
            .allSatisfy(megabytes -> assertThat(megabytes).isLessThan(MOST_MEGABYTES));
      }
      reporter.publishEntry(
          Map.of(
              "versions", Integer.toString(VERSIONS),
              "file", Files.size(file) / 1_000_000 + " MB",
              "exported", rate(exported) + ", heap after collections " + whileExporting + " MB",
              "imported and verified",
                  rate(imported) + ", heap after collections " + whileImporting + " MB"));
    }
  }

  private static String rate(double seconds) {
    return Math.round(seconds) + " s, " + Math.round(VERSIONS / seconds) + " versions a second";
  }

  /// Each version changes one clause of forty of one document, about 2 kB.
  private static RecordReader generated() {
    Random random = new Random(1);
    String[][] clauses = new String[DOCUMENTS][CLAUSES];
    JsonMapper json = JsonMapper.builder().build();
    Instant first = Instant.parse("2001-01-01T00:00:00Z");
    return new RecordReader() {
      private int made;

      @Override
      public Optional<Item> next() {
        if (made == VERSIONS) {
          return Optional.empty();
        }
        int document = random.nextInt(DOCUMENTS);
        int changed = random.nextInt(CLAUSES);
        StringBuilder body = new StringBuilder("# Rule " + document + "\n");
        for (int i = 0; i < CLAUSES; i++) {
          if (clauses[document][i] == null || i == changed) {
            clauses[document][i] = "Clause " + i + " was agreed in change " + made + ".";
          }
          body.append("\n## Clause ").append(i).append("\n\n").append(clauses[document][i]);
        }
        Instant at = first.plusSeconds(600L * made);
        made++;
        return Optional.of(
            Item.of(
                made,
                "record " + made,
                json.writeValueAsString(
                    Map.of(
                        "document_key",
                        "rule-" + document,
                        "source",
                        "gazette",
                        "version_label",
                        "change-" + made,
                        "body",
                        body.append('\n').toString(),
                        "format",
                        "markdown",
                        "valid_from",
                        at.toString(),
                        "recorded_at",
                        at.toString()))));
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  /// What the heap held after a collection, each time a twentieth of the versions went by.
  private static final class Heap implements LongConsumer {
    private List<Long> left = new ArrayList<>();
    private long next;

    @Override
    public void accept(long done) {
      if (done >= next) {
        left.add(held());
        next = done + Math.max(1, VERSIONS / LOOKS);
      }
    }

    List<Long> take() {
      List<Long> taken = left;
      left = new ArrayList<>();
      next = 0;
      return taken;
    }

    private static long held() {
      System.gc();
      return ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(pool -> pool.getType() == MemoryType.HEAP)
              .filter(MemoryPoolMXBean::isCollectionUsageThresholdSupported)
              .mapToLong(pool -> pool.getUsage().getUsed())
              .sum()
          / 1_000_000;
    }
  }
}
