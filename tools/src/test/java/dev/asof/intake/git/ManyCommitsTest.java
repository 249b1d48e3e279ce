package dev.asof.intake.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// A long history, generated. `-Dasof.test.commits=50000` makes it as long as that and prints the
/// rate; the heap that is left after collections does not grow with it.
class ManyCommitsTest {

  private static final int COMMITS = Integer.getInteger("asof.test.commits", 1_200);
  private static final int FILES = 200;
  private static final long MOST_MEGABYTES = 150;
  private static final int LOOKED_AT_EVERY = Math.max(600, COMMITS / 20);

  @TempDir private Path folder;

  @Test
  void aLongHistoryIsImportedCommitByCommitInConstantMemory(TestReporter reporter) {
    try (TestDatabase home = TestDatabases.create();
        Repo repo = Repo.at(folder.resolve("long.git"))) {
      generate(repo);
      TenantId tenant = new Store(home.database()).createTenant("long");
      GitImport git = GitImport.of(repo.place(), GitOptions.of("long", "*.md"));
      Heap heap = new Heap();
      long start = System.nanoTime();
      ImportReport report =
          new Importer(home.database())
              .run(
                  tenant,
                  List.of(git.input(home.database(), tenant)),
                  GitImport.carried(),
                  Intent.of("import", "ada"),
                  heap);
      double seconds = (System.nanoTime() - start) / 1e9;

      assertThat(git.report().commits()).isEqualTo(COMMITS);
      assertThat(report.written()).isEqualTo(COMMITS);
      assertThat(report.transactions()).isEqualTo(COMMITS);
      assertThat(heap.most())
          .as("megabytes of heap after collections, which do not grow with the history")
          .isLessThan(MOST_MEGABYTES);
      reporter.publishEntry(
          Map.of(
              "commits", Integer.toString(COMMITS),
              "seconds", Long.toString(Math.round(seconds)),
              "commits a second", Long.toString(Math.round(COMMITS / seconds)),
              "read and checked after", Math.round((heap.checked - start) / 1e9) + " s",
              "heap after collections", heap.left + " MB"));
    }
  }

  /// Each commit changes a line of one file of about 2 kB; now and then a file moves.
  private static void generate(Repo repo) {
    Random random = new Random(1);
    String[][] lines = new String[FILES][40];
    int[] moved = new int[FILES];
    for (int i = 0; i < COMMITS; i++) {
      int file = random.nextInt(FILES);
      int line = random.nextInt(40);
      for (int l = 0; l < 40; l++) {
        if (lines[file][l] == null || l == line) {
          lines[file][l] = "Clause " + l + " of rule " + file + " was agreed in change " + i + ".";
        }
      }
      String path = "rules/part" + file % 20 + "/" + file + "-" + moved[file] + ".md";
      if (random.nextInt(100) == 0) {
        repo.remove(path);
        moved[file]++;
        path = "rules/part" + file % 20 + "/" + file + "-" + moved[file] + ".md";
      }
      repo.put(path, "# Rule " + file + "\n\n" + String.join("\n", lines[file]) + "\n");
      repo.commit("Change " + i, Instant.parse("2001-01-01T00:00:00Z").plusSeconds(600L * i));
    }
    repo.publish();
  }

  /// What the heap held after the last collection, each time so many records were written.
  private static final class Heap implements Importer.Progress {
    private final List<Long> left = new ArrayList<>();
    private long checked;

    @Override
    public LongConsumer checking(String file) {
      return records -> {
        if (records % LOOKED_AT_EVERY == 0) {
          left.add(held());
        }
      };
    }

    @Override
    public LongConsumer writing(long records) {
      checked = System.nanoTime();
      return done -> {
        if (done % LOOKED_AT_EVERY == 0) {
          left.add(held());
        }
      };
    }

    long most() {
      return left.stream().mapToLong(Long::longValue).max().orElse(0);
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
