package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.StandInModel;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `ask --words` against a stand-in for a model.
class AskInWordsTest {
  private static TestDatabase database;

  @TempDir private Path home;
  private StandInModel standIn;
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
  void begin() {
    standIn = StandInModel.start();
    cli = Cli.on(database, home);
    cli.run("tenant", "add", "default");
    asserted("v1", "thirty days", "2024-01-01", "legal");
    asserted("v2", "sixty days", "2024-06-01", "legal");
  }

  @AfterEach
  void end() {
    standIn.close();
  }

  private void asserted(String label, String words, String from, String source) {
    Cli.Ran ran =
        cli.reading(
                ("# Notice\n\nWe give " + words + " of notice.\n").getBytes(StandardCharsets.UTF_8))
            .run(
                "assert",
                "-d",
                "terms",
                "-s",
                source,
                "-f",
                "-",
                "--new-label",
                label,
                "--from",
                from,
                "--format",
                "markdown");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  private void configured() {
    cli.environment.put("ASOF_WORDS_URL", standIn.url());
    cli.environment.put("ASOF_WORDS_MODEL", "stand-in");
    cli.environment.put("ASOF_WORDS_KEY", "sesame");
  }

  private Cli.Ran ask(String... more) {
    return cli.run(
        Stream.concat(
                Stream.of("ask", "how much notice?", "--about", "2024-03-01"), Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void sentencesStandAboveThePassagesWithTheirCitationsAndMarks() {
    configured();
    standIn.says("They give thirty days of notice [1]. They are kind. It was nine days [1].");

    Cli.Ran ran = ask("--words");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out().lines())
        .containsSubsequence(
            "   They give thirty days of notice. [1]",
            "   They are kind.",
            "     ! no citation",
            "   It was nine days. [1]",
            "     ! in no cited passage: nine",
            "1. terms # notice \"Notice\"");
    assertThat(ran.out())
        .containsPattern("(?m)^A model wrote this, stand-in at 127.0.0.1:\\d+, from 1 passage")
        .doesNotContain("sesame");
  }

  @Test
  void jsonHoldsTheSameAnswerAndTheWords() {
    configured();
    standIn.says("They give thirty days of notice [1].");

    JsonNode plain = AnswerJson.mapper().readTree(ask("--output", "json").out());
    assertThat(standIn.requests()).isEmpty();
    JsonNode answer = AnswerJson.mapper().readTree(ask("--words", "--output", "json").out());

    assertThat(plain.has("words")).isFalse();
    assertThat(answer.path("parts")).isEqualTo(plain.path("parts"));
    JsonNode words = answer.path("words");
    assertThat(words.path("outcome").asString()).isEqualTo("written");
    assertThat(words.path("token").asLong()).isEqualTo(answer.path("token").asLong());
    assertThat(words.path("citations").path(0).path("permalink"))
        .isEqualTo(answer.path("parts").path(0).path("results").path(0).path("permalink"));
    JsonNode sentence = words.path("sections").path(0).path("sentences").path(0);
    assertThat(sentence.path("citations").path(0).asInt()).isEqualTo(1);
    assertThat(sentence.path("marks").isEmpty()).isTrue();

    List<String> lines = ask("--words", "--output", "jsonl").out().lines().toList();
    assertThat(AnswerJson.mapper().readTree(lines.getLast()).path("words").path("outcome"))
        .isEqualTo(words.path("outcome"));
  }

  @Test
  void passagesOfSeveralPeriodsAreCountedThroughAsTheWordsNameThem() {
    configured();
    standIn.says("## 1\nIt was thirty days [1].\n## 2\nIt was sixty days [2].");

    Cli.Ran ran =
        cli.run(
            "ask", "compare", "notice", "in", "March", "2024", "and", "in", "August", "2024",
            "--words");

    assertThat(ran.out().lines())
        .containsSubsequence(
            "   -- 2024-03 --",
            "   It was thirty days. [1]",
            "   -- 2024-08 --",
            "   It was sixty days. [2]",
            "1. terms # notice \"Notice\"",
            "2. terms # notice \"Notice\"");
    assertThat(ran.out()).doesNotContain("! ");
  }

  @Test
  void aModelThatFailsDoesNotFailTheQuestion() {
    configured();
    standIn.gives(401, "{}", Map.of());

    Cli.Ran ran = ask("--words");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains("No words: the language model stand-in at ")
        .containsPattern("check\\s+ASOF_WORDS_KEY;\\s+the\\s+passages\\s+stand\\s+without\\s+it")
        .contains("thirty days")
        .doesNotContain("sesame");
  }

  @Test
  void wordsThatAreNotConfiguredAreRefusedByTheSettingsThatAreMissing() {
    Cli.Ran ran = ask("--words");

    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err()).contains("words-url", "ASOF_WORDS_MODEL", "ASOF_WORDS_KEY");
    assertThat(ran.out()).isEmpty();
    assertThat(ask("--words", "--words-url", "http://models.example/v1", "--words-model", "m"))
        .satisfies(plain -> {
          assertThat(plain.exit()).isEqualTo(78);
          assertThat(plain.err()).contains("use https, or set words-plain-http");
        });
  }

  @Test
  void configShowsWhereEachSettingCameFromAndNoKey() {
    configured();

    String shown = cli.run("config").out();

    assertThat(shown.lines())
        .anyMatch(line ->
            line.matches("words-url +http://127.0.0.1:\\d+/v1 +environment ASOF_WORDS_URL *"))
        .anyMatch(line -> line.matches("words-key +\\(set\\) +environment ASOF_WORDS_KEY *"))
        .anyMatch(line -> line.matches("words-timeout +PT45S +default *"));
    assertThat(shown).doesNotContain("sesame");
  }

  @Test
  void aServerWhoseRequestsEndBeforeItsModelMayIsRefused() {
    configured();

    Cli.Ran ran = cli.run("serve", "--port", "0", "--request-timeout", "10s");

    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err()).contains("words-timeout is PT45S", "--request-timeout");
  }
}
