package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.intake.archive.Warc;
import dev.asof.intake.git.Repo;
import dev.asof.intake.law.Akn;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of the command line, asked by someone from whom a document is hidden: its output,
/// its exit code and the files it writes are those of a store that never had the document.
///
/// The hidden document shares a source and the text of a section with what is seen, and its key is
/// near another; whatever else it consists of says "zebra".
class HiddenDocumentTest {

  private static final String WITH = "tenant-a";
  private static final String WITHOUT = "tenant-b";
  private static final String SHARED = "# Holidays\n\nPay goes on during holidays.\n\n";

  private static TestDatabase database;
  @TempDir private static Path home;
  private static final Map<String, String> words = new LinkedHashMap<>();

  /// What is asked of a command; `{...}` stands for a word of [#words], `<` at the front for what
  /// standard input holds.
  record Asked(boolean reads, List<String> lines) {}

  /// Asks for something that only names what is not there, or changes what both stores hold.
  private static Asked asked(String... lines) {
    return new Asked(false, List.of(lines));
  }

  /// Answers about documents: whoever holds the label is told of the hidden one.
  private static Asked answers(String... lines) {
    return new Asked(true, List.of(lines));
  }

  static final Map<String, Asked> COMMANDS = new TreeMap<>();

  static {
    // They say nothing of the documents of a tenant, or work in one of their own.
    for (String command : List.of("init", "stop", "config", "demo", "resolve", "evaluate")) {
      COMMANDS.put(command, asked());
    }
    COMMANDS.put("tenant add", asked("{tenant}"));
    // What a server answers is walked in HiddenOverHttpTest; this one cannot begin.
    COMMANDS.put("serve", asked("--host 0.0.0.0 --port 0"));
    COMMANDS.put("token add", asked("zebrauser --role king"));
    COMMANDS.put("token list", asked(""));
    COMMANDS.put("token rotate", asked("9"));
    COMMANDS.put("token revoke", asked("9"));
    COMMANDS.put("tenant list", asked(""));
    COMMANDS.put("tenant set", asked("--zone Europe/London", "--recent P90D"));
    COMMANDS.put("tenant show", asked("", "--known @2"));
    COMMANDS.put("source list", asked(""));
    COMMANDS.put("source set", asked("office --authority-rank 3"));
    COMMANDS.put(
        "in-force",
        answers(
            "",
            "--about 2024-03-01",
            "--about 2024-06-15 --known @9",
            "--about 2020-01-01",
            "-d zebra/pay --about 2024-03-01",
            "-d zebro/pay --about 2020-01-01",
            "-d zebra"));
    COMMANDS.put(
        "ask",
        answers(
            "holidays --about 2024-03-01",
            "zebrawords --about 2024-03-01",
            "zebrawords --about 2020-01-01",
            "zebrahead --about 2024-03-01 --known @9",
            "pay -d zebra/pay --about 2024-03-01"));
    COMMANDS.put(
        "cite",
        answers(
            "asof:zebra/pay?about=2024-03-01T00:00:00Z&known=@9&source=hr&section=pay&passage=0",
            "asof:holidays?about=2024-03-01T00:00:00Z&known=@9&source=hr&section=holidays&passage=0"));
    COMMANDS.put(
        "audit",
        answers(
            "holidays --about 2024-03-01 --file {folder}/audit.txt",
            "zebrawords --about 2024-03-01 --file {folder}/none.json",
            "holidays --about 2024-03-01 --known @6 --file {folder}/audit.json"));
    for (String command : List.of("timeline", "history", "learned")) {
      COMMANDS.put(command, answers("-d zebra/pay", "-d zebro/pay", "-d zebra/pa"));
    }
    COMMANDS.put(
        "changes", answers("--since @2", "--since @6 --known @9", "--since @2 -d zebra/pay"));
    COMMANDS.put(
        "diff",
        answers(
            "--before-about 2020-01-01 --about 2024-03-01",
            "--before-about 2024-03-01 --about 2024-06-15",
            "--before-known @6 --about 2024-06-15",
            "-d zebra/pay --before-about 2024-03-01 --about 2024-06-15"));
    COMMANDS.put("exposure", answers("@9", "@4", "--statement {statement}"));
    COMMANDS.put(
        "reconstruct",
        answers(
            "--about 2024-03-01 --folder {folder}/one",
            "--about 2024-03-01 --known @9 --folder {folder}/two"));
    COMMANDS.put(
        "suggest-dates", asked("", "-d zebra/pay", "-d zebro/pay", "--to {folder}/dates.csv"));
    COMMANDS.put("documents", answers("", "--like ZEBR", "--known @9"));
    COMMANDS.put("verify", asked("", "--folder {folder}/one"));
    COMMANDS.put("doctor", asked("", "--output json"));
    COMMANDS.put("completion", asked("bash"));
    COMMANDS.put("index status", asked(""));
    COMMANDS.put("checkpoint", asked("--to {folder}/kept.checkpoint"));
    COMMANDS.put(
        "prove",
        asked(
            "-d zebra/pay --about 2024-03-01 -c {folder}/kept.checkpoint",
            "-d zebro/pay -s zebra --about 2024-03-01 -c {folder}/kept.checkpoint"));
    COMMANDS.put("holds", answers("", "--known @9"));
    // Only an owner of the database may, who sees everything anyhow.
    COMMANDS.put("export", asked("", "--to {folder}/export.jsonl.gz"));
    COMMANDS.put("backup", asked("{folder}/backup"));
    COMMANDS.put("restore", asked("{folder}/backup"));
    COMMANDS.put("index rebuild", asked(""));
    COMMANDS.put("embed", asked("--embedder minilm"));
    COMMANDS.put(
        "label",
        answers(
            "-d zebra/pay",
            "-d handbook",
            "-d zebra/pay --add zebrahr",
            "-d zebra/pay --remove zebraboard",
            "-d handbook --add zebrahr"));
    // Changes: what has no document is no document, whoever hides it.
    COMMANDS.put(
        "correct",
        asked(
            "-d zebra/pay -s office --version-label zebra-v1 --from 2024-02-01",
            "-d handbook -s office --version-label zebra-v1 --from 2024-02-01",
            "-d handbook -s office --version-label v1 --from 2024-06-01 --to 2024-06-10 --reason"
                + " r"));
    COMMANDS.put(
        "terminate",
        asked(
            "-d zebra/pay -s office --from 2025-01-01",
            "-d zebro/pay -s office --from 2025-01-01 --reason r"));
    COMMANDS.put(
        "retract",
        asked(
            "-d zebra/pay -s office --from 2024-01-01 --reason r",
            "-d zebro/pay -s office --from 2024-03-01 --to 2024-04-01 --reason r"));
    COMMANDS.put(
        "override",
        asked(
            "-d zebra/pay -s office --section zebrahead --not-in-force --from 2024-02-01",
            "-d handbook -s office --section zebrahead --not-in-force --from 2024-02-01"));
    COMMANDS.put(
        "restate",
        asked(
            "<{\"label\":\"zebra-v1\",\"from\":\"2024-01-01\"}\n"
                + "|-d handbook -s office --timeline - --reason r",
            "<{\"label\":\"zebra-v1\",\"from\":\"2024-01-01\"}\n"
                + "|-d zebra/pay -s office --timeline - --reason r"));
    COMMANDS.put(
        "mark",
        asked(
            "-d zebra/pay -s office --version zebra-v1 --technical --reason r",
            "-d handbook -s office --version zebra-v1 --technical --reason r"));
    COMMANDS.put("hold", asked("-d zebra/pay --matter m --reason r"));
    COMMANDS.put(
        "release",
        asked("-d zebra/pay --matter m --reason r", "-d zebra/pay --matter zebracase --reason r"));
    COMMANDS.put(
        "erase",
        asked(
            "-d zebra/pay --all-versions --order o --reason r --db-role eraser",
            "-d handbook --version zebra-v1 --order o --reason r --db-role eraser",
            "-d handbook --all-versions --order o --reason r --db-role eraser --dry-run"));
    COMMANDS.put("recall", asked("{statement} --reason r"));
    COMMANDS.put(
        "put", asked("<# Zebrahead\n\nzebrawords\n|-d mine -s office -f - --new-label m1"));
    COMMANDS.put(
        "assert",
        asked(
            "<" + SHARED + "|-d mine -s office -f - --new-label m2 --from 2024-01-01",
            "-d handbook -s office --version-label zebra-v1 --from 2024-01-01"));
    COMMANDS.put(
        "observe",
        asked(
            """
            <# Zebrahead

            zebrawords
            |-d mine -s office -f - --new-label m3 --looked 2024-08-01\
            """));
    COMMANDS.put(
        "import",
        asked(
            "<" + record("mine2") + "|-",
            "<" + record("mine2") + "|- --system-time carried --on-error skip"));
    COMMANDS.put("import-folder", asked("{folder}/documents -s office"));
    COMMANDS.put(
        "version",
        answers(
            "-d zebra/pay --version-label zebra-v1",
            "-d zebra/pay --about 2024-03-01 --text --to -",
            "-d zebro/pay --version-label zebra-v1",
            "-d handbook --version-label v1 --original --to -"));
    COMMANDS.put("import-git", asked("{repository} --path *.md -s office --system-time now"));
    // McpCommandTest asks its tools.
    COMMANDS.put("mcp", asked(""));
    COMMANDS.put("import-web-archive", asked("{archive} -s office"));
    COMMANDS.put("watch add", asked("http://127.0.0.1:1/mine5 -d mine5 -s office"));
    COMMANDS.put("watch list", answers("", "-d zebra/pay", "-s office"));
    COMMANDS.put("watch set", asked("-d zebra/pay -s office --every 2d"));
    COMMANDS.put("watch remove", asked("-d zebra/pay -s office"));
    COMMANDS.put("watch run", asked("-d zebra/pay --all", ""));
    COMMANDS.put("watch log", answers("", "-d zebra/pay", "--failed --last 5"));
    COMMANDS.put("import-law", asked("{law} -s office --valid-from frbr:expression"));
  }

  private static String record(String document) {
    return "{\"source\":\"office\",\"document_key\":\""
        + document
        + "\",\"version_label\":\"zebra-v1\",\"seq\":1,\"format\":\"text\",\"valid_from\":\"2024-01-01\",\"validity_state\":\"asserted\",\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\"zebrawords\"}\n";
  }

  @BeforeAll
  static void tell() {
    database = TestDatabases.create();
    try (Repo repo = Repo.at(home.resolve("mine.git"))) {
      repo.put("mine3.md", SHARED + "# Zebrahead\n\nzebrawords\n");
      repo.commit("Begin", "2024-01-01T00:00:00Z");
      words.put("repository", repo.publish().place().toString());
    }
    Path law = home.resolve("mine5.xml");
    try {
      Files.writeString(
          law,
          Akn.act("/akn/zz/act/mine5").article("art_1", "", "1", "Own", "zebrawords").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    words.put("law", law.toString());
    words.put(
        "archive",
        Warc.write(
                home,
                "mine.warc",
                new Warc()
                    .page("http://mine4/", "2024-01-01T00:00:00Z", "<p>zebrawords</p>")
                    .response(
                        "http://zebra/pay", "2024-01-01T00:00:00Z", "410 Gone", "", new byte[0])
                    .plain())
            .toString());
    for (String tenant : List.of(WITH, WITHOUT)) {
      done(tenant, "tenant add " + tenant);
      done(tenant, "source set office --zone UTC");
      done(tenant, "source set filler --publisher p0");
      asserts(tenant, "handbook", "v1", "2024-01-01", SHARED + "# Own\n\nThe first handbook.\n");
      asserts(tenant, "handbook", "v2", "2024-06-01", SHARED + "# Own\n\nThe second handbook.\n");
      asserts(tenant, "zebro/pay", "v1", "2024-01-01", "# Other\n\nOther words.\n");
      done(
          tenant,
          "<# Other\n\nOther words.\n|observe -d zebro/pay -s office -f - --looked 2024-05-01");
      if (tenant.equals(WITH)) {
        asserts(
            tenant, "zebra/pay", "zebra-v1", "2024-01-01", SHARED + "# Zebrahead\n\nzebrawords\n");
        words.put("statement", lastStatement());
        asserts(
            tenant,
            "zebra/pay",
            "zebra-v2",
            "2024-06-01",
            SHARED + "# Zebrahead\n\nmore zebrawords\n");
        done(
            tenant,
            "correct -d zebra/pay -s office --version-label zebra-v1 --from 2024-06-01 --to"
                + " 2024-07-01 --reason zebracause");
        done(tenant, "observe -d zebra/pay -s office --failed zebranote --reason zebracause");
        done(
            tenant, "watch add http://127.0.0.1:1/pay -d zebra/pay -s office --select zebraselect");
        done(
            tenant,
            "<zebraunknown|put -d zebra/pay -s office -f - --new-label zebra-v3 --reason"
                + " zebracause");
        done(tenant, "label -d zebra/pay --add zebrahr --labels zebrahr --reason zebracause");
      } else {
        for (int filler = 5; filler >= 0; filler--) {
          done(tenant, "source set filler --publisher p" + filler);
        }
      }
      asserts(tenant, "notes", "v1", "2024-01-01", "Notes.\n");
    }
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void asserts(
      String tenant, String document, String label, String from, String text) {
    done(
        tenant,
        "<"
            + text
            + "|assert -d "
            + document
            + " -s office -f - --new-label "
            + label
            + " --from "
            + from
            + (label.startsWith("zebra") ? " --reason zebracause" : ""));
  }

  private static void done(String tenant, String line) {
    Cli.Ran ran = run(tenant, "", line);
    assertThat(ran.exit()).as(line + ": " + ran.err()).isZero();
  }

  private static String lastStatement() {
    Cli.Ran ran = run(WITH, "", "history -d zebra/pay --output json");
    Matcher statement = Pattern.compile("\"statement\" ?: ?(\\d+)").matcher(ran.out());
    assertThat(statement.find()).isTrue();
    return statement.group(1);
  }

  /// Runs one line for a caller with these labels.
  private static Cli.Ran run(String tenant, String labels, String line) {
    Cli cli = Cli.on(database, home);
    cli.environment.put("ASOF_TENANT", tenant);
    cli.environment.put("ASOF_LABELS", labels);
    String rest = line;
    if (line.startsWith("<")) {
      int end = line.indexOf('|');
      cli.reading(line.substring(1, end));
      rest = line.substring(end + 1);
    }
    return cli.run(
        Arrays.stream(rest.split(" ", -1)).filter(word -> !word.isEmpty()).toArray(String[]::new));
  }

  private static String filled(String line, String tenant, String labels) {
    String filled =
        line.replace("{tenant}", tenant).replace("{folder}", folder(tenant, labels).toString());
    for (Map.Entry<String, String> word : words.entrySet()) {
      filled = filled.replace("{" + word.getKey() + "}", word.getValue());
    }
    return filled;
  }

  private static Path folder(String tenant, String labels) {
    try {
      return Files.createDirectories(home.resolve("files-" + labels + "-" + tenant));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String command(String name, String line) {
    int input = line.startsWith("<") ? line.indexOf('|') + 1 : 0;
    return line.substring(0, input) + name + " " + line.substring(input);
  }

  @Test
  void everyCommandIsAskedHere() {
    assertThat(COMMANDS.keySet())
        .as("enter a new command above, with arguments that could show a hidden document")
        .containsExactlyInAnyOrderElementsOf(HelpTest.commands().collect(Collectors.toSet()));
  }

  @Test
  void noCommandShowsATraceOfAHiddenDocument() {
    List<Map.Entry<String, Asked>> readsFirst = new ArrayList<>(COMMANDS.entrySet());
    readsFirst.sort(
        (one, other) -> Boolean.compare(other.getValue().reads(), one.getValue().reads()));
    SoftAssertions all = new SoftAssertions();
    for (Map.Entry<String, Asked> command : readsFirst) {
      for (String line : command.getValue().lines()) {
        for (String format : formats(command.getKey(), command.getValue())) {
          String asked = command(command.getKey(), line) + format;
          Shown with = shown(WITH, asked);
          Shown without = shown(WITHOUT, asked);
          all.assertThat(with).as(asked).isEqualTo(without);
          if (!asked.contains("zebra")) {
            all.assertThat(with.toString()).as(asked).doesNotContain("zebra");
          }
        }
      }
    }
    all.assertAll();
  }

  /// Tables show the seconds of system time, and leave out a column in which all rows are alike,
  /// which is a matter of chance here.
  private static List<String> formats(String name, Asked asked) {
    if (Set.of("history", "learned", "changes", "exposure").contains(name)) {
      return List.of(" -o json");
    }
    return asked.reads() ? List.of("", " -o json") : List.of("");
  }

  @Test
  void onlyThatItsKeyCannotBeUsedIsToldToWhoWantsToCreateIt() {
    for (String line :
        List.of(
            "<x|put -d zebra/pay -s office -f -",
            "<x|assert -d zebra/pay -s office -f - --from 2024-01-01",
            "observe -d zebra/pay -s office --failed no",
            "observe -d zebra/pay -s elsewhere --gone no",
            "watch add http://127.0.0.1:1/pay -d zebra/pay -s office",
            "watch add http://127.0.0.1:1/pay -d zebra/pay -s elsewhere")) {
      Cli.Ran ran = run(WITH, "", line);
      assertThat(ran.exit()).as(line).isEqualTo(77);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err())
          .isEqualTo(
              "asof: you may not write a document with the key zebra/pay; use another key\n");
    }
    Cli.Ran imported = run(WITH, "", "<" + record("zebra/pay") + "|import -");
    assertThat(imported.exit()).isEqualTo(77);
    assertThat(imported.out()).isEmpty();
    assertThat(imported.err())
        .isEqualTo(
            "asof: standard input line 1: you may not write a document with the key zebra/pay; use"
                + " another key (nothing was imported; --on-error skip leaves such lines out)\n");
  }

  @Test
  void whoeverHoldsTheLabelIsToldEverything() {
    Set<String> silent = new TreeSet<>();
    COMMANDS.forEach((name, asked) -> {
      if (asked.reads()) {
        boolean told = false;
        for (String line : asked.lines()) {
          if (line.contains("--add") || line.contains("--remove")) {
            continue;
          }
          Cli.Ran ran = run(WITH, "zebrahr", filled(command(name, line), WITH, "zebrahr"));
          String own = ran.out() + files(WITH, "zebrahr");
          told |= own.replace("zebra/pa", "").contains("zebra");
        }
        if (!told) {
          silent.add(name);
        }
      }
    });
    assertThat(silent).as("commands that show nothing of it").isEmpty();
    assertThat(run(WITH, "*", "verify").out()).contains("texts", "beliefs");
    assertThat(run(WITH, "*", "index status").out()).contains("passages");
  }

  /// What a command left behind, without what differs from run to run.
  private record Shown(int exit, String out, String err, Map<String, String> files) {}

  private static Shown shown(String tenant, String line) {
    Cli.Ran ran = run(tenant, "", filled(line, tenant, ""));
    Map<String, String> written = new TreeMap<>();
    Matcher named = Pattern.compile("\\{folder}/([a-z.]+)").matcher(line);
    if (named.find()) {
      files(tenant, "")
          .forEach((file, content) -> {
            if (file.startsWith(named.group(1))) {
              written.put(file, content);
            }
          });
    }
    return new Shown(ran.exit(), plain(ran.out(), tenant), plain(ran.err(), tenant), written);
  }

  private static Map<String, String> files(String tenant, String labels) {
    Path folder = folder(tenant, labels);
    try (Stream<Path> found = Files.walk(folder)) {
      Map<String, String> files = new TreeMap<>();
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.put(
            folder.relativize(file).toString(),
            plain(Files.readString(file, StandardCharsets.UTF_8), tenant));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String plain(String text, String tenant) {
    return text.replace(folder(tenant, "").toString(), "FOLDER")
        .replace(WITH, "TENANT")
        .replace(WITHOUT, "TENANT")
        .replaceAll("\"tenant\" ?: ?\\d+", "\"tenant\":N")
        .replaceAll("20(2[5-9]|[3-9]\\d)-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("PT[0-9.HMS]+|\\d+\\.\\d s\\b", "DURATION")
        .replaceAll("[0-9,]+ a second", "RATE")
        .replaceAll("\\b[0-9a-f]{16,}\\b", "HASH")
        .replaceAll("\\b\\d{7,}\\b", "ID")
        .replaceAll("\\d+\\.\\d{2,}", "SCORE")
        .replaceAll("\"(generation|seconds)\" ?: ?[0-9.E-]+", "\"$1\":N")
        .replaceAll(" +", " ")
        .replaceAll("-{3,}", "---")
        // The home's own list of what was written in this test, for both tenants.
        .replaceAll("(?m)^ the (audit|reconstruction) in .*\\R", "");
  }
}
