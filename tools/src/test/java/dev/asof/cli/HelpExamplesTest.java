package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.ask.AnswerCache;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.StandInModel;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The examples that `--help` shows: all of them are understood, and those that ask run against the
/// demo's documents.
class HelpExamplesTest {
  /// What changes something, or needs what only its user has: another server, a login, a model, a
  /// repository, files. Each of them has tests of its own.
  private static final Set<String> ONLY_UNDERSTOOD =
      Set.of(
          "init",
          "stop",
          "demo",
          "restore",
          "backup",
          "evaluate",
          "embed",
          "import",
          "import-folder",
          "import-git",
          "import-law",
          "import-web-archive",
          "put",
          "assert",
          "correct",
          "restate",
          "terminate",
          "retract",
          "recall",
          "override",
          "observe",
          "mark",
          "label",
          "hold",
          "release",
          "erase",
          "cite",
          "prove",
          "version",
          "verify",
          "checkpoint",
          "export",
          "suggest-dates",
          "tenant add",
          "token add",
          "token rotate",
          "token revoke",
          "watch add",
          "watch set",
          "watch remove",
          "watch run",
          "watch log",
          "serve",
          "mcp");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  @TempDir private Path home;

  /// @param command such as `tenant list`
  /// @param args everything after `asof`
  record Example(String command, String line, List<String> args) {}

  private static List<Example> examples() {
    List<Example> examples = new ArrayList<>();
    List<String> commands = HelpTest.commands().toList();
    for (String command : commands) {
      CommandLine line = HelpTest.root();
      for (String name : command.split(" ", -1)) {
        line = Objects.requireNonNull(line.getSubcommands().get(name), command);
      }
      String footer =
          String.join("\n", line.getCommandSpec().usageMessage().footer()).replace("\\\n", " ");
      footer
          .lines()
          .filter(each -> each.matches("(.*[|&] *)?\\s*(\\w+=\\S+ +)*asof .*"))
          .forEach(each -> examples.add(example(commands, each)));
    }
    return examples;
  }

  /// What is before `asof` sets variables or fills a pipe, what is behind a pipe reads one.
  private static Example example(List<String> commands, String line) {
    String own = line.replaceFirst("^.*?\\basof ", "").replaceFirst(" ([|>]|&&) .*$", "");
    List<String> args = new ArrayList<>();
    Matcher word = WORD.matcher(own);
    while (word.find()) {
      args.add(
          Stream.of(1, 2, 3).map(word::group).filter(g -> g != null).findFirst().orElseThrow());
    }
    String two = args.size() > 1 ? args.get(0) + " " + args.get(1) : "";
    return new Example(commands.contains(two) ? two : args.getFirst(), line.strip(), args);
  }

  @Test
  void everyExampleIsUnderstood() {
    SoftAssertions all = new SoftAssertions();
    for (Example example : examples()) {
      String wrong = "";
      try {
        HelpTest.root().parseArgs(example.args().toArray(String[]::new));
      } catch (ParameterException e) {
        wrong = String.valueOf(e.getMessage());
      }
      all.assertThat(wrong).as(example.line()).isEmpty();
    }
    all.assertAll();
    assertThat(examples()).hasSizeGreaterThan(100);
  }

  @Test
  void whatAsksAnswersAboutTheDocumentsOfTheDemo() throws IOException {
    try (TestDatabase database = TestDatabases.create();
        StandInModel standIn = StandInModel.start().says("They say so [1].")) {
      Cli cli = Cli.on(database, home);
      cli.environment.put("ASOF_WORDS_URL", standIn.url());
      cli.environment.put("ASOF_WORDS_MODEL", "stand-in");
      Path demo = home.resolve("demo.jsonl.gz");
      Files.write(demo, IOUtils.resourceToByteArray("/dev/asof/cli/demo/githubpolicy.jsonl.gz"));
      for (String line :
          List.of(
              "tenant add default",
              "tenant add acme",
              "tenant add laws",
              "import " + demo + " --system-time carried")) {
        Cli.Ran ran = cli.run(line.split(" "));
        assertThat(ran.exit()).as(line + ": " + ran.err()).isZero();
      }
      SoftAssertions all = new SoftAssertions();
      int run = 0;
      for (Example example : examples()) {
        if (!ONLY_UNDERSTOOD.contains(example.command())) {
          Cli.Ran ran = cli.in(in(home), example.args().toArray(String[]::new));
          all.assertThat(ran.exit()).as(example.line() + "\n" + ran.err()).isIn(0, 1);
          run++;
        }
      }
      all.assertAll();
      assertThat(run).isGreaterThan(50);
      assertThat(standIn.requests()).isNotEmpty();
    }
  }

  /// A process of its own that was started in `folder`.
  private static Host in(Path folder) {
    Host own = Host.own();
    return new Host() {
      @Override
      public Path folder() {
        return folder;
      }

      @Override
      public Database open(DatabaseSettings settings) {
        return own.open(settings);
      }

      @Override
      public PassageIndex index(Database database, @Nullable String model) {
        return own.index(database, model);
      }

      @Override
      public Optional<Embedder> embedder(EmbedderSettings settings) {
        return own.embedder(settings);
      }

      @Override
      public AnswerCache answers() {
        return own.answers();
      }
    };
  }
}
