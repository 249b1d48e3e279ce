package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import dev.asof.verify.Verifier;
import dev.asof.write.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.jooq.impl.DSL;

/// A server of its own and a client in a process of its own, killed without warning while writing;
/// then whatever was acknowledged is looked for.
final class CrashRun implements AutoCloseable {

  /// @param unacknowledged transactions that were committed when the client could not be told
  record Figures(int rounds, int servers, int clients, long acknowledged, long unacknowledged) {}

  private record Acknowledged(Instant systemTime, String label) {}

  private final Path home;
  private final Random random;
  private final Map<Long, Acknowledged> acknowledged = new HashMap<>();
  private long ledger;
  private int servers;
  private int clients;

  private CrashRun(long seed) throws IOException {
    this.random = new Random(seed);
    this.home = Files.createTempDirectory("asof-crash-").toRealPath();
    // The programs are unpacked once for the module.
    Path programs = Path.of("target", "test-postgres").toAbsolutePath();
    Files.createDirectories(programs);
    Files.createSymbolicLink(home.resolve("postgres"), programs);
  }

  static Figures run(int rounds, long seed) throws Exception {
    try (CrashRun run = new CrashRun(seed)) {
      EmbeddedServer.in(run.home).start();
      for (int round = 0; round < rounds; round++) {
        run.round(round, "seed " + seed + ", round " + round);
      }
      return new Figures(
          rounds,
          run.servers,
          run.clients,
          run.acknowledged.size(),
          run.ledger - run.acknowledged.size());
    }
  }

  private void round(int round, String at) throws Exception {
    Process client = start("round" + round);
    List<String> lines = new ArrayList<>();
    Thread reading = Thread.ofPlatform().start(() -> read(client, lines));
    try {
      awaitWriting(client, lines, 1 + random.nextInt(20));
      TimeUnit.MILLISECONDS.sleep(random.nextInt(60));
      int victim = random.nextInt(3);
      if (victim != 0) {
        killServer();
        servers++;
      }
      if (victim != 1) {
        client.destroyForcibly();
        clients++;
      }
      // A client whose server is gone ends by itself.
      assertThat(client.waitFor(2, TimeUnit.MINUTES)).as(at).isTrue();
    } finally {
      client.destroyForcibly();
      reading.join();
    }
    long before = acknowledged.size();
    for (String line : lines) {
      String[] told = line.split(" ", -1);
      if (told.length == 3 && line.startsWith("#")) {
        acknowledged.put(
            Long.parseLong(told[0].substring(1)),
            new Acknowledged(Instant.parse(told[1]), told[2]));
      }
    }
    assertThat(acknowledged.size()).as(at + ": " + lines).isGreaterThan((int) before);
    check(at);
  }

  private Process start(String label) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CrashClient.class.getName(),
            home.toString(),
            label)
        .redirectErrorStream(true)
        .start();
  }

  private static void read(Process client, List<String> into) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (into) {
          into.add(line);
        }
      }
    } catch (IOException e) {
      // The pipe ends with the process.
      return;
    }
  }

  private static void awaitWriting(Process client, List<String> lines, int acknowledged)
      throws Exception {
    for (int i = 0; i < 12_000; i++) {
      synchronized (lines) {
        if (lines.stream().filter(line -> line.startsWith("#")).count() >= acknowledged) {
          return;
        }
      }
      if (!client.isAlive()) {
        throw new AssertionError("the client ended before it wrote: " + lines);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
    throw new AssertionError("the client does not write: " + lines);
  }

  /// Every process of the server at once, as a power cut of the machine would end them.
  private void killServer() throws Exception {
    EmbeddedServer.Running server =
        Objects.requireNonNull(EmbeddedServer.in(home).status().server());
    ProcessHandle postmaster = ProcessHandle.of(server.pid()).orElseThrow();
    try (Stream<ProcessHandle> children = postmaster.descendants()) {
      List<ProcessHandle> all = new ArrayList<>(children.toList());
      all.addFirst(postmaster);
      all.forEach(ProcessHandle::destroyForcibly);
      for (ProcessHandle each : all) {
        each.onExit().get(1, TimeUnit.MINUTES);
      }
    }
  }

  private void check(String at) {
    try (Database database =
        Database.open(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home))) {
      TenantId tenant = new Store(database).tenant(CrashClient.TENANT);
      database.read(
          tenant,
          sql -> {
            Map<Long, Instant> times = new HashMap<>();
            sql.fetch(
                    "select sequence, system_time from asof.transaction where tenant = {0}",
                    DSL.inline(tenant.value()))
                .forEach(row -> times.put(row.get(0, Long.class), row.get(1, Instant.class)));
            ledger = times.size();
            assertThat(
                    sql.fetchSingle(
                            "select sequence from asof.head where tenant = {0}",
                            DSL.inline(tenant.value()))
                        .get(0, Long.class))
                .as(at)
                .isEqualTo(ledger);
            Map<Instant, List<String>> labels = new HashMap<>();
            sql.fetch(
                    "select system_from, label from asof.version where tenant = {0}",
                    DSL.inline(tenant.value()))
                .forEach(row ->
                    labels
                        .computeIfAbsent(row.get(0, Instant.class), none -> new ArrayList<>())
                        .add(row.get(1, String.class)));
            // Nothing half-written: each transaction has its text for all three documents.
            assertThat(labels.keySet()).as(at).containsExactlyInAnyOrderElementsOf(times.values());
            labels.forEach((time, written) ->
                assertThat(written)
                    .as(at + " at " + time)
                    .hasSize(CrashClient.DOCUMENTS.size())
                    .containsOnly(written.getFirst()));
            acknowledged.forEach((sequence, told) -> {
              assertThat(times.get(sequence))
                  .as(at + ", acknowledged " + sequence)
                  .isEqualTo(told.systemTime());
              assertThat(labels.get(told.systemTime())).as(at).contains(told.label());
            });
            return null;
          });
      assertThat(new Verifier(database).verify(tenant).finding()).as(at).isEmpty();
    }
  }

  @Override
  public void close() throws IOException {
    EmbeddedServer.in(home).stop();
    PathUtils.deleteDirectory(home);
  }
}
