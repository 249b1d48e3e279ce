package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everything that can go wrong ends with one line that names the mend, and with the exit code that
/// the help lists.
class FaultsTest {

  private static TestDatabase database;
  @TempDir private Path home;
  private Cli cli;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void tenant() {
    cli = Cli.on(database, home);
    cli.run("tenant", "add", "default");
  }

  @Test
  void anUnknownTenantIsNamedWithTheCommandThatAddsIt() {
    fails(
        65,
        "asof: there is no tenant nope; create it with: asof tenant add nope",
        "source",
        "list",
        "--tenant",
        "nope");
  }

  @Test
  void anUnknownDocumentIsNamedWithTheCommandThatListsKeys() {
    cli.reading("text").run("put", "-d", "known", "-s", "site", "-f", "-");
    fails(
        65,
        "asof: there is no document unheard; asof documents lists the keys",
        "terminate",
        "-d",
        "unheard",
        "-s",
        "site",
        "--from",
        "2024-01-01");
  }

  @Test
  void knownInTheFutureIsRefusedWithBothTimes() {
    cli.reading("text").run("put", "-d", "known", "-s", "site", "-f", "-");
    Cli.Ran ran = cli.run("in-force", "--known", "2999-01-01");
    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err())
        .matches(
            "asof: known 2999-01-01T23:59:59.999999Z lies ahead of the database's clock, .*\n");
  }

  @Test
  void aRangeThatEndsBeforeItStartsIsRefused() {
    cli.reading("text");
    fails(
        65,
        "asof: the range from 2024-03-01 to 2024-02-01 is empty: ranges are [from, to); give an end"
            + " after the start, or leave --to out",
        "assert",
        "-d",
        "d",
        "-s",
        "site",
        "-f",
        "-",
        "--from",
        "2024-03-01",
        "--to",
        "2024-02-01");
  }

  @Test
  void timesInOtherFormsAreRefusedWithTheForms() {
    for (String time :
        List.of(
            "yesterday", "03/04/2024", "2024", "2024-13-01", "9999-12-31", "2024-03-01 10:00")) {
      cli.reading("text");
      Cli.Ran ran = cli.run("assert", "-d", "d", "-s", "site", "-f", "-", "--from", time);
      assertThat(ran.exit()).as(time).isEqualTo(65);
      assertThat(ran.err()).as(time).startsWith("asof: \"" + time + "\"").hasLineCount(1);
    }
  }

  @Test
  void aLocalTimeThatDoesNotExistIsAskedBack() {
    cli.reading("text");
    Cli.Ran ran =
        cli.run(
            "assert",
            "-d",
            "d",
            "-s",
            "s",
            "-f",
            "-",
            "--from",
            "2024-03-31T01:30",
            "--zone",
            "Europe/London");
    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err())
        .startsWith("asof: 01:30 on 2024-03-31 does not exist in Europe/London: write ");
  }

  @Test
  void aWrongPasswordIsNotAllowed() {
    database.asOwner(sql ->
        Assumptions.assumeFalse(
            sql.fetchExists(
                DSL.selectOne()
                    .from("pg_hba_file_rules")
                    .where("type = 'host' and auth_method = 'trust'")),
            "this server trusts every login and asks for no password"));
    cli.environment.put("ASOF_DB_PASSWORD", "wrong");
    Cli.Ran ran = cli.run("tenant", "list");
    assertThat(ran.exit()).isEqualTo(77);
    assertThat(ran.err())
        .contains("refuses login", "check the user and the password")
        .hasLineCount(1)
        .doesNotContain("wrong\"");
  }

  @Test
  void aDatabaseThatIsDownIsUnavailable() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    cli.environment.put("ASOF_JDBC_URL", "jdbc:postgresql://127.0.0.1:" + free + "/asof");
    Cli.Ran ran = cli.run("tenant", "list");
    assertThat(ran.exit()).isEqualTo(69);
    assertThat(ran.err())
        .startsWith("asof: the database 127.0.0.1:" + free + "/asof cannot be reached")
        .contains("check that the server runs")
        .hasLineCount(1);
  }

  @Test
  void aWrongSettingIsAConfigurationFault() {
    cli.environment.put("ASOF_POOL_SIZE", "many");
    fails(
        78,
        "asof: pool-size (environment ASOF_POOL_SIZE) is 'many'; it has to be from 1 to 200",
        "tenant",
        "list");
  }

  @Test
  void aCommandLineThatCannotBeUnderstoodNamesTheHelp() {
    fails(64, "asof: Missing required subcommand; see: asof --help");
    fails(
        64,
        "asof: 'asert' is no command or option here; did you mean assert?; see: asof --help",
        "asert");
    fails(
        64,
        "asof: Missing required options: '--document=KEY', '--source=NAME'; see: asof put --help",
        "put");
    fails(
        64,
        "asof: Give the text with --file, or a stored version with --version-label; see: asof"
            + " assert --help",
        "assert",
        "-d",
        "d",
        "-s",
        "s",
        "--from",
        "2024-01-01");
  }

  @Test
  void whatMovedOnSinceIsToBeTriedAgain() {
    cli.reading("one")
        .run("assert", "-d", "moved", "-s", "site", "-f", "-", "--from", "2024-01-01");
    cli.reading("two");
    Cli.Ran ran =
        cli.run(
            "assert",
            "-d",
            "moved",
            "-s",
            "site",
            "-f",
            "-",
            "--from",
            "2024-02-01",
            "--expect",
            "@0");
    assertThat(ran.exit()).isEqualTo(75);
    assertThat(ran.err()).contains("after the expected 0", "repeat with --expect").hasLineCount(1);
  }

  @Test
  void textsThatCannotBeStoredAreRefused() {
    cli.reading("");
    fails(
        65,
        "asof: the text is empty; to say that nothing applies, terminate or retract instead",
        put());
    cli.reading("a\0b");
    fails(
        65,
        "asof: the text holds a NUL character at offset 1, which cannot be stored; remove it",
        put());
    cli.reading(new byte[] {(byte) 0xFF});
    fails(65, "asof: standard input is not UTF-8; convert it, for example with iconv", put());
    cli.reading(new byte[20_000_000]);
    fails(
        65,
        "asof: standard input has more than the 16777216 bytes a version may have; cut it into"
            + " several documents",
        put());
    fails(
        65,
        "asof: no/such/file cannot be read (there is no such file or folder); name a file that can",
        "put",
        "-d",
        "d",
        "-s",
        "s",
        "-f",
        "no/such/file");
  }

  private static String[] put() {
    return new String[] {"put", "-d", "d", "-s", "s", "-f", "-"};
  }

  @Test
  void anUnexpectedFaultLeavesItsTraceInAFileAndNotOnTheTerminal() throws IOException {
    cli.clock = new BrokenClock();
    Cli.Ran ran = cli.run("import", "-");
    assertThat(ran.exit()).isEqualTo(70);
    assertThat(ran.err())
        .startsWith(
            "asof: something went wrong that should not (java.lang.IllegalStateException: no"
                + " clock); ")
        .hasLineCount(1)
        .doesNotContain("\tat ");
    Path trace = Path.of(ran.err().strip().replaceFirst(".* the stack trace is in ", ""));
    assertThat(trace.getParent()).isEqualTo(home.resolve(".asof").resolve("log"));
    assertThat(Files.readString(trace, StandardCharsets.UTF_8))
        .contains("IllegalStateException: no clock", "\tat dev.asof.cli.Import");
  }

  @Test
  void aReaderThatWentAwayEndsTheCommandQuietly() {
    Cli.Ran ran = cli.writingTo(failing("Broken pipe")).run("tenant", "list");
    assertThat(ran.exit()).isEqualTo(141);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void aFullDiskUnderALongOutputIsSaidOnce() {
    cli.reading("text").run("put", "-d", "known", "-s", "site", "-f", "-");
    Cli.Ran ran = cli.writingTo(failing("No space left on device")).run("documents", "-o", "jsonl");
    assertThat(ran.exit()).isEqualTo(69);
    assertThat(ran.err().lines().filter(line -> line.startsWith("asof: "))).hasSize(1);
  }

  @Test
  void anOutputThatCannotBeWrittenIsNoSuccess() {
    Cli.Ran ran = cli.writingTo(failing("No space left on device")).run("tenant", "list");
    assertThat(ran.exit()).isEqualTo(69);
    assertThat(ran.err())
        .isEqualTo(
            "asof: the output cannot be written (No space left on device); free some space or write"
                + " it elsewhere\n");
  }

  private void fails(int exit, String line, String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.err()).isEqualTo(line + "\n");
    assertThat(ran.exit()).isEqualTo(exit);
    assertThat(ran.out()).isEmpty();
  }

  private static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(why);
      }
    };
  }

  /// Fails the first time, and works for the name of the file with the trace.
  private static final class BrokenClock extends Clock {
    private boolean asked;

    @Override
    public Instant instant() {
      if (!asked) {
        asked = true;
        throw new IllegalStateException("no clock");
      }
      return Instant.EPOCH;
    }

    @Override
    public ZoneId getZone() {
      return ZoneId.of("UTC");
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
