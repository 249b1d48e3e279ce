package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.ledger.Checkpoint;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.verify.Against;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A million transactions, loaded by a carried bulk import, are verified in constant memory: by a
/// JVM of its own with a small heap, once from the first transaction and once from a checkpoint in
/// the middle.
///
/// `asof.conformance.transactions` (1,000,000) is how many, `asof.conformance.heap` (128) the heap
/// in megabytes. Each record is a transaction; every document has ten versions, a tenth of them
/// with sections that have dates of their own.
class MillionConformance {

  private static final long TRANSACTIONS = Long.getLong("asof.conformance.transactions", 1_000_000);
  private static final long HEAP_MB = Long.getLong("asof.conformance.heap", 128);
  private static final int VERSIONS = 10;
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

  @TempDir private Path folder;

  @Test
  void aMillionTransactionsAreVerifiedInConstantMemory() throws Exception {
    try (TestDatabase database = TestDatabases.create()) {
      TenantId tenant = new Store(database.database()).createTenant("million");
      long began = System.nanoTime();
      long half = TRANSACTIONS / 2;
      load(database.database(), tenant, 0, half);
      Checkpoint middle = new Verifier(database.database()).checkpoint(tenant);
      load(database.database(), tenant, half, TRANSACTIONS);
      Duration loading = Duration.ofNanos(System.nanoTime() - began);
      assertThat(middle.sequence()).isEqualTo(half);

      Path checkpoint = folder.resolve("middle.checkpoint");
      Files.writeString(checkpoint, middle.text(), StandardCharsets.UTF_8);
      Measured whole = verify(database.settings(), tenant, "");
      Measured after = verify(database.settings(), tenant, checkpoint.toString());
      assertThat(whole.finding()).isEmpty();
      assertThat(after.finding()).isEmpty();
      assertThat(whole.transactions()).isEqualTo(TRANSACTIONS);
      assertThat(after.transactions()).isEqualTo(TRANSACTIONS - half);
      System.out.printf(
          Locale.ROOT,
          "million: %,d transactions, %,d rows; carried import %,d s; verified in %,d s and %,d MB"
              + " of heap (limit %d MB), from a checkpoint in the middle in %,d s and %,d MB%n",
          whole.transactions(),
          whole.rows(),
          loading.toSeconds(),
          whole.seconds(),
          whole.megabytes(),
          HEAP_MB,
          after.seconds(),
          after.megabytes());
    }
  }

  private static void load(Database database, TenantId tenant, long from, long to) {
    ImportReport report =
        new Importer(database)
            .run(
                tenant,
                List.of(Importer.Input.file("million.jsonl", () -> records(from, to))),
                ImportOptions.CARRIED,
                Intent.of("import", "conformance"),
                Importer.Progress.NONE);
    assertThat(report.transactions()).isEqualTo(to - from);
  }

  /// One record a second of system time, document after document within blocks of a thousand, so
  /// that the versions of one document are spread over the ledger.
  private static InputStream records(long from, long to) {
    Iterator<InputStream> lines =
        LongStream.range(from, to)
            .<InputStream>mapToObj(
                number -> new ByteArrayInputStream(record(number).getBytes(StandardCharsets.UTF_8)))
            .iterator();
    return new SequenceInputStream(
        Collections.enumeration(
            new AbstractCollection<InputStream>() {
              @Override
              public Iterator<InputStream> iterator() {
                return lines;
              }

              @Override
              public int size() {
                return Math.toIntExact(to - from);
              }
            }));
  }

  private static String record(long number) {
    long block = number / (1_000L * VERSIONS);
    long document = block * 1_000 + number % 1_000;
    long version = number % (1_000L * VERSIONS) / 1_000;
    Instant recorded = FIRST.plusSeconds(number);
    Instant applies = FIRST.plus(Duration.ofDays(30 * version));
    String shared = "Article 1 of document " + document + " stays as it was.\\n";
    String own = "Article 2 of document " + document + " as amended " + version + " times.\\n";
    String sections =
        document % 10 != 0
            ? ""
            : ",\"sections\":[{\"section_key\":\"1\",\"body\":\""
                + shared
                + "\"},{\"section_key\":\"2\",\"body\":\""
                + own
                + "\",\"valid_from\":\""
                + applies.plus(Duration.ofDays(10))
                + "\"}]";
    return "{\"source\":\"gazette\",\"document_key\":\"document/"
        + document
        + "\",\"version_label\":\"v"
        + version
        + "\",\"state\":\"asserted\",\"valid_from\":\""
        + applies
        + "\",\"recorded_at\":\""
        + recorded
        + "\",\"body\":\""
        + shared
        + own
        + "\""
        + sections
        + "}\n";
  }

  private record Measured(
      long transactions, long rows, long seconds, long megabytes, String finding) {}

  private Measured verify(DatabaseSettings settings, TenantId tenant, String checkpoint)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MB + "m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Verifying.class.getName(),
                String.valueOf(settings.jdbcUrl()),
                String.valueOf(settings.user()),
                String.valueOf(settings.password()),
                folder.toString(),
                Integer.toString(tenant.value()),
                checkpoint)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    String[] told = Files.readString(out, StandardCharsets.UTF_8).strip().split(" ", 5);
    return new Measured(
        Long.parseLong(told[0]),
        Long.parseLong(told[1]),
        Long.parseLong(told[2]),
        Long.parseLong(told[3]),
        told.length > 4 ? told[4] : "");
  }

  /// The JVM with the small heap.
  static final class Verifying {
    private Verifying() {}

    public static void main(String[] args) throws IOException {
      DatabaseSettings settings =
          DatabaseSettings.read(
              Map.of("jdbc-url", args[0], "db-user", args[1]),
              Map.of("ASOF_DB_PASSWORD", args[2]),
              Path.of(args[3]));
      Against against =
          args[5].isEmpty()
              ? Against.NOTHING
              : new Against(
                  new Against.Kept(
                      args[5], Checkpoint.parse(args[5], Files.readString(Path.of(args[5])))),
                  List.of());
      long began = System.nanoTime();
      try (Database database = Database.open(settings)) {
        Verification found =
            new Verifier(database).verify(new TenantId(Integer.parseInt(args[4])), against);
        long heap =
            ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
        System.out.println(
            found.transactions()
                + " "
                + found.rows()
                + " "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds()
                + " "
                + heap / 1_000_000
                + found.finding().map(finding -> " " + finding).orElse(""));
      }
    }
  }
}
