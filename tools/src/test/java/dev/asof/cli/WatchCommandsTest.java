package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.intake.watch.Site;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchCommandsTest {

  private static final String PAGE =
      "<html><head><title>T</title></head><body><main><p>You may copy.</p></main></body></html>";

  private static TestDatabase database;
  @TempDir private Path home;
  private Site site;

  @BeforeAll
  static void openDatabase() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void closeDatabase() {
    database.close();
  }

  @BeforeEach
  void open() {
    site = new Site();
  }

  @AfterEach
  void close() throws Exception {
    site.close();
  }

  private Cli.Ran run(String tenant, String... words) {
    List<String> line = new ArrayList<>(Arrays.asList(words));
    line.addFirst("watch");
    line.addAll(List.of("--tenant", tenant));
    Cli cli = Cli.on(database, home);
    cli.environment.put("COLUMNS", "200");
    return cli.run(line.toArray(String[]::new));
  }

  private String plain(String out) {
    return out.replace(site.url(""), "http://SITE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\b[0-9a-f]{12}\\b", "LABEL")
        .replaceAll(" +", " ")
        .replaceAll("(?m) $", "");
  }

  @Test
  void aPageWhoseAddressIsPrivateAsItIsWrittenIsNotedAtOnce() {
    for (String host : List.of("10.0.0.7", "[fd00::1]", "localhost", "169.254.169.254")) {
      assertThat(run("private", "add", "http://" + host + "/t", "-d", host, "-s", "crawler").out())
          .as(host)
          .contains("Note: " + host + " is of this machine or of a private network");
    }
    for (String host : List.of("example.org", "93.184.216.34", "[2606:2800:220:1::1]", "a.bc")) {
      assertThat(run("private", "add", "http://" + host + "/t", "-d", host, "-s", "crawler").out())
          .as(host)
          .doesNotContain("Note:");
    }
  }

  @Test
  void aPageIsAddedLookedAtListedAndLogged() {
    site.html("/terms", PAGE).status("/gone", 410).status("/broken", 500);
    assertThat(
            plain(
                run(
                        "told",
                        "add",
                        site.url("/terms"),
                        "-d",
                        "terms",
                        "-s",
                        "crawler",
                        "--every",
                        "6h")
                    .out()))
        .isEqualTo(
            """
            Watched from now on:
            DOCUMENT SOURCE URL EVERY NEXT DUE
            terms crawler http://SITE/terms 6h TIME
            Note: 127.0.0.1 is of this machine or of a private network, so that each look at it fails unless asof watch run is told --allow-private
            """);
    run("told", "add", site.url("/gone"), "-d", "gone", "-s", "crawler");
    run("told", "add", site.url("/broken"), "-d", "broken", "-s", "crawler");

    Cli.Ran ran = run("told", "run", "--allow-private", "--delay", "0s", "--parallel", "1");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(plain(ran.out()))
        .isEqualTo(
            """
            3 pages looked at: 1 changed (0 of them technical), 0 unchanged, 1 gone, 1 failed; 0 put off.
            DOCUMENT SOURCE FOUND NOTE
            terms crawler changed
            gone crawler gone 410 Gone
            broken crawler failed 500 Internal Server Error
            """);
    Cli.Ran idle = run("told", "run", "--allow-private");
    assertThat(idle.exit()).isZero();
    assertThat(idle.out()).startsWith("0 pages looked at");
    assertThat(plain(run("told", "list").out()))
        .isEqualTo(
            """
            DOCUMENT SOURCE URL EVERY LOOKED FOUND NOTE FAILURES NEXT DUE
            broken crawler http://SITE/broken 1d TIME failed 500 Internal Server Error 1 TIME
            gone crawler http://SITE/gone 1d TIME gone 410 Gone TIME
            terms crawler http://SITE/terms 6h TIME changed TIME
            """);
    assertThat(plain(run("told", "log").out()).lines().skip(1))
        .containsExactly(
            "LOOKED DOCUMENT SOURCE STATUS VERSION NOTE",
            "TIME broken crawler failed 500 Internal Server Error",
            "TIME gone crawler gone 410 Gone",
            "TIME terms crawler seen LABEL");
    assertThat(plain(run("told", "log", "--failed", "-o", "jsonl").out()))
        .containsOnlyOnce("\"status\":\"failed\"")
        .contains("\"document\":\"broken\"");
  }

  @Test
  void theReportInJsonHasEachLook() {
    site.html("/terms", PAGE);
    run("json", "add", site.url("/terms"), "-d", "terms", "-s", "crawler");
    assertThat(plain(run("json", "run", "--allow-private", "-o", "json").out()))
        .contains("\"looked\" : 1", "\"changed\" : 1", "\"found\" : \"changed\"");
    assertThat(plain(run("json", "run", "--all", "--allow-private", "-o", "jsonl").out()))
        .isEqualTo(
            "{\"document\":\"terms\",\"source\":\"crawler\",\"scope\":\"\",\"url\":\"http://SITE/terms\",\"found\":\"unchanged\",\"note\":null,\"moved_to\":null,\"looked\":\"TIME\"}\n");
  }

  @Test
  void whatIsSetAnewHoldsAndAnEmptyWordUnsets() {
    site.html("/terms", PAGE);
    run(
        "changed",
        "add",
        site.url("/terms"),
        "-d",
        "terms",
        "-s",
        "crawler",
        "--select",
        "main",
        "--must-contain",
        "copy",
        "--allow",
        "http,other-host");
    Cli.Ran set =
        run(
            "changed",
            "set",
            "-d",
            "terms",
            "-s",
            "crawler",
            "--select",
            "",
            "--every",
            "1d12h",
            "--allow",
            "none",
            "-o",
            "json");
    assertThat(set.out())
        .contains(
            "\"select\" : null",
            "\"must_contain\" : \"copy\"",
            "\"every\" : \"PT36H\"",
            "\"allows\" : [ ]");
    assertThat(run("changed", "set", "-d", "terms", "-s", "crawler").exit()).isEqualTo(64);
    assertThat(run("changed", "remove", "-d", "terms", "-s", "crawler").exit()).isZero();
    assertThat(run("changed", "list").out())
        .isEqualTo("No page is watched; asof watch add adds one.\n");
    Cli.Ran none = run("changed", "remove", "-d", "terms", "-s", "crawler");
    assertThat(none.exit()).isEqualTo(65);
    assertThat(none.err()).contains("no page of terms at crawler is watched");
  }

  @Test
  void aPageThatMovedIsListedWithWhereTo() {
    site.redirect("/old", 301, "/new").html("/new", PAGE);
    run("moved", "add", site.url("/old"), "-d", "terms", "-s", "crawler");
    run("moved", "run", "--allow-private", "--delay", "0s");
    assertThat(plain(run("moved", "list").out()))
        .endsWith(
            "Moved for good: http://SITE/old to http://SITE/new (asof watch set -d terms -s crawler"
                + " --url follows it)\n");
    run("moved", "set", "-d", "terms", "-s", "crawler", "--url", site.url("/new"));
    assertThat(run("moved", "run", "--allow-private", "--delay", "0s").out())
        .contains("1 unchanged");
    assertThat(run("moved", "list").out()).doesNotContain("Moved");
  }

  @Test
  void badOptionsAreSaidBeforeAnythingIsOpened() {
    Cli cli = Cli.in(home);
    for (List<String> bad :
        List.of(
            List.of("add", "example.org", "-d", "x", "-s", "y", "is no address of a page"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--select", "p[", "no CSS selector"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--without", "p[", "no CSS selector"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--every", "often", "span of time"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--every", "59s", "from a minute"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--every", "367d", "from a minute"),
            List.of("add", "http://a/", "-d", "x", "-s", "y", "--allow", "all", "other-host"),
            List.of("run", "--agent", "my robot", "cannot name a robot"),
            List.of("run", "--contact", "a b", "is no contact"),
            List.of("run", "--parallel", "0", "from 1 to 64"))) {
      List<String> line = new ArrayList<>(bad.subList(0, bad.size() - 1));
      line.addFirst("watch");
      Cli.Ran ran = cli.run(line.toArray(String[]::new));
      assertThat(ran.exit()).as(line.toString()).isEqualTo(65);
      assertThat(ran.err()).contains(bad.getLast());
    }
    assertThat(cli.run("watch", "run", "--loop", "--all").exit()).isEqualTo(64);
  }

  @Test
  void aLoopTellsOfEachLookUntilItIsStopped() throws Exception {
    site.html("/terms", PAGE);
    run("loop", "add", site.url("/terms"), "-d", "terms", "-s", "crawler");
    List<Cli.Ran> ended = new ArrayList<>();
    Thread loop =
        new Thread(() ->
            ended.add(
                run("loop", "run", "--loop", "--allow-private", "--delay", "0s", "-o", "jsonl")));
    loop.start();
    for (int i = 0; i < 600 && !run("loop", "list").out().contains("changed"); i++) {
      Thread.sleep(100);
    }
    loop.interrupt();
    loop.join(60_000);
    assertThat(ended).hasSize(1);
    assertThat(ended.getFirst().out()).contains("\"found\":\"changed\"");
    assertThat(run("loop", "list").out()).doesNotContain("under way");
  }
}
