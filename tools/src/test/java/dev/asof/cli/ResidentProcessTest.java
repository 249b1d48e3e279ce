package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.cli.resident.ResidentClient;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A resident in a process of its own, started as a command starts it.
@Timeout(120)
class ResidentProcessTest {

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  @BeforeAll
  static void store() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    cli.run("tenant", "add", "default");
    cli.reading("Refunds are paid within 14 days.")
        .run("assert", "-d", "refunds", "-s", "legal", "-f", "-", "--from", "2024-01-01");
    cli.reading("Salaries are paid on the 25th.")
        .run("assert", "-d", "salaries", "-s", "legal", "-f", "-", "--from", "2024-01-01");
    assertThat(cli.run("label", "-d", "salaries", "--add", "hr", "--labels", "hr").exit()).isZero();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @AfterEach
  void stop() {
    ResidentClient.stop(home.resolve(".asof"), cli.environment);
    cli.environment.remove("ASOF_LABELS");
    cli.environment.remove("ASOF_RESIDENT");
  }

  /// @param exit empty where the resident did nothing
  private record Ran(OptionalInt exit, String out, String err) {}

  private static Ran resident(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OptionalInt exit = new ResidentClient(cli.environment, home, out, err).run("", args);
    return new Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static long pid() throws IOException {
    return Long.parseLong(Files.readString(home.resolve(".asof/resident/lock")).strip());
  }

  private static void assertTheSame(String... args) {
    Ran there = resident(args);
    Cli.Ran here = cli.run(args);
    assertThat(there.exit()).hasValue(here.exit());
    assertThat(there.out()).isEqualTo(here.out());
    assertThat(there.err()).isEqualTo(here.err());
  }

  @Test
  void everyAnswerIsThatOfAProcessOfItsOwn() {
    assertTheSame("ask", "refunds", "paid", "--about", "2024-03-01");
    assertTheSame("ask", "refunds", "--about", "2024-03-01", "-o", "json");
    assertTheSame("ask", "refunds", "--about", "2020-03-01");
    assertTheSame("ask", "nothing of the kind", "--about", "2024-03-01");
    assertTheSame("in-force", "-d", "refunds", "--about", "2024-03-01", "--known", "@1");
    assertTheSame("in-force", "-d", "refund", "--about", "2024-03-01");
    assertTheSame("history", "-d", "refunds", "-o", "jsonl");
    assertTheSame("documents");
    assertTheSame("resolve", "3 March 2024");
    assertTheSame("ask", "--no-such-option");
    assertTheSame("ask", "--help");
    assertTheSame("in-force", "--about", "2024-13-01");
  }

  @Test
  void oneProcessAnswersAllAndHasTheLabelsOfEachRequest() throws IOException {
    Ran first = resident("ask", "salaries", "--about", "2024-03-01");
    long pid = pid();
    cli.environment.put("ASOF_LABELS", "hr");
    Ran held = resident("ask", "salaries", "--about", "2024-03-01");
    cli.environment.remove("ASOF_LABELS");
    Ran again = resident("ask", "salaries", "--about", "2024-03-01");

    assertThat(first.exit()).hasValue(1);
    assertThat(held.exit()).hasValue(0);
    assertThat(held.out()).contains("25th");
    assertThat(again).isEqualTo(first);
    assertThat(pid()).isEqualTo(pid);
  }

  @Test
  void whatIsWrittenMeanwhileIsInTheNextAnswer() {
    assertThat(resident("ask", "moonlighting", "--about", "2024-03-01").exit()).hasValue(1);
    cli.reading("Moonlighting is allowed.")
        .run("assert", "-d", "jobs", "-s", "legal", "-f", "-", "--from", "2024-01-01");

    assertThat(resident("ask", "moonlighting", "--about", "2024-03-01").out())
        .contains("Moonlighting is allowed.");
  }

  @Test
  void severalThatStartAtOnceGetOne() throws Exception {
    List<Future<Ran>> asked = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < 3; i++) {
        asked.add(clients.submit(() -> resident("ask", "refunds", "--about", "2024-03-01")));
      }
    }
    for (Future<Ran> one : asked) {
      assertThat(one.get().exit()).hasValue(0);
    }
    String listens = " " + pid() + " listens";
    assertThat(Files.readString(home.resolve(".asof/log/resident.log")).lines())
        .filteredOn(line -> line.endsWith(listens))
        .hasSize(1);
  }

  @Test
  void oneThatWasKilledLeavesNothingInTheWay() throws Exception {
    assertThat(resident("ask", "refunds", "--about", "2024-03-01").exit()).hasValue(0);
    long killed = pid();
    ProcessHandle process = ProcessHandle.of(killed).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(10, TimeUnit.SECONDS);

    assertThat(resident("in-force", "--about", "2024-03-01").exit()).isEmpty();
    assertThat(resident("ask", "refunds", "--about", "2024-03-01").exit()).hasValue(0);
    assertThat(pid()).isNotEqualTo(killed);
  }

  @Test
  void stopEndsItAndSaysSo() throws Exception {
    resident("ask", "refunds", "--about", "2024-03-01");
    ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();

    assertThat(cli.run("stop").out())
        .startsWith("Ended the resident process of ")
        .contains("The database is a given server, which asof does not stop.");

    process.onExit().get(10, TimeUnit.SECONDS);
    assertThat(cli.run("stop").exit()).isEqualTo(78);
  }

  @Test
  void onlyAskAndAuditStartOneAndOnlyWhereTheyMay() {
    assertThat(resident("in-force", "--about", "2024-03-01").exit()).isEmpty();
    cli.environment.put("ASOF_RESIDENT", "join");
    assertThat(resident("ask", "refunds").exit()).isEmpty();
    cli.environment.put("ASOF_RESIDENT", "off");
    assertThat(resident("ask", "refunds").exit()).isEmpty();
    assertThat(resident("ask", "refunds", "--no-resident").exit()).isEmpty();
  }

  @Test
  void aPathCountsFromTheFolderOfWhoeverAsked() throws IOException {
    Path folder = Files.createDirectories(home.resolve("elsewhere"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exit =
        new ResidentProcess()
            .run(
                new dev.asof.cli.resident.ResidentRequest(
                    List.of("audit", "refunds", "--about", "2024-03-01", "--file", "record.txt"),
                    folder,
                    cli.environment,
                    ""),
                out,
                err);

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exit).isZero();
    assertThat(folder.resolve("record.txt")).content().contains("14 days");
  }
}
