package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.embed.Embedders;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationTest {

  private static final List<String> WORDS =
      List.of(
          "notice",
          "contract",
          "privacy",
          "service",
          "account",
          "payment",
          "refund",
          "licence",
          "content",
          "liability",
          "warranty",
          "dispute",
          "court",
          "consumer",
          "data",
          "cookie");

  private static TestDatabase database;

  /// Where the libraries of the model are unpacked: one place for all tests of a process.
  private static final Path HOME = Path.of("target", "embed-home");

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  /// A corpus in which nothing says anything about time: no start, one recording for all, no date
  /// in a text. Then one in which everything says the same.
  @ParameterizedTest
  @ValueSource(strings = {"unknown", "asserted"})
  void onACorpusWithoutTimeEveryTemporalPartLeavesTheOrderUnchanged(String state)
      throws IOException {
    Random random = new Random(17);
    List<String> records = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      Map<String, Object> record = record("doc" + letters(i), "one", state, words(random, 60));
      if (state.equals("asserted")) {
        record.put("valid_from", "2020-01-01");
      }
      records.add(Lines.json(record));
    }
    write("versions.jsonl", records);
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      questions.add(
          Lines.json(
              Map.of(
                  "id",
                  "q" + letters(i),
                  "question",
                  words(random, 3),
                  "kind",
                  "static",
                  "as_of_valid",
                  "2022-06-01",
                  "expected_outcome",
                  "version",
                  "document_key",
                  "docaa",
                  "version_label",
                  "one",
                  "phrase",
                  "nothing of this")));
    }
    write("questions.jsonl", questions);

    Report report = withVectors();

    assertThat(report.timeless()).isPresent();
    assertThat(report.corpus())
        .isEqualTo(new Evaluation.Searched(true, "all-minilm-l6-v2-q", 120, 120));
    assertThat(report.missing()).isEmpty();
    for (Report.Row row : report.rows()) {
      Report.Order order = row.order();
      if (order != null && !isChangedWithoutTime(row.system(), state)) {
        assertThat(order.unchanged()).as(row.system()).isEqualTo(1);
      }
    }
    // A date before the question moves its vector, whatever the passages say.
    Report.Order prefixed = Objects.requireNonNull(row(report, "time-prefix").order());
    assertThat(prefixed.unchanged()).isLessThan(1);
  }

  /// What is in force is all that one of them ever shows; a model reads dates as words.
  private static boolean isChangedWithoutTime(String system, String state) {
    return system.endsWith("time-prefix")
        || (system.equals("no-second-tier") && state.equals("unknown"));
  }

  @Test
  void theVersionInForceIsFoundByEligibilityAndTheNextOneIsNoLeak() throws IOException {
    writeTwoVersions();

    Report report = report(folder, null);

    Report.Row eligible = row(report, "eligible-bm25");
    assertThat(eligible.figure(Report.ALL, Measure.NDCG).orElseThrow().mean()).isEqualTo(1);
    assertThat(eligible.figure(Report.ALL, Measure.WRONG_VERSION).orElseThrow().mean()).isZero();
    assertThat(eligible.figure(Report.ALL, Measure.LEAK).orElseThrow().mean()).isZero();
    Report.Row untimed = row(report, "bm25");
    assertThat(untimed.figure(Report.ALL, Measure.LEAK).orElseThrow().mean()).isEqualTo(1);
    assertThat(row(report, "known-only").figure(Report.ALL, Measure.LEAK).orElseThrow().mean())
        .isZero();
    // As known before the correction the first version is right; by today's beliefs it is not.
    assertThat(
            row(report, "valid-today")
                .figure("correction", Measure.WRONG_VERSION)
                .orElseThrow()
                .mean())
        .isEqualTo(1);
    assertThat(eligible.compared(Report.ALL, Measure.NDCG).orElseThrow().difference()).isPositive();
    assertThat(report.missing()).containsKeys("vector", "hybrid", "time-prefix");
  }

  @Test
  void aRunThatWasStoppedGoesOnAndGivesTheSameFigures() throws IOException {
    writeTwoVersions();
    Path run = folder.resolve("run");
    Report first = report(folder, run);
    Path kept = run.resolve("outcomes.jsonl");
    List<String> lines = Files.readAllLines(kept);
    // Killed while the last line but five was being written.
    List<String> cut = new ArrayList<>(lines.subList(0, lines.size() - 5));
    cut.add(lines.getLast().substring(0, 20));
    Files.writeString(kept, String.join("\n", cut));

    Evaluation.Done second = run(folder, run);

    assertThat(second.reused()).isEqualTo(lines.size() - 5);
    assertThat(figures(Report.of(second, null, 1))).isEqualTo(figures(first));
    assertThat(run(folder, run).reused()).isEqualTo(lines.size());
  }

  @Test
  void anotherQuestionIsAnsweredAnew() throws IOException {
    writeTwoVersions();
    Path run = folder.resolve("run");
    run(folder, run);
    Path questions = folder.resolve("questions.jsonl");
    Files.writeString(questions, Files.readString(questions).replace("notice of", "notices of"));

    assertThat(run(folder, run).reused()).isZero();
  }

  @Test
  void halvesAreDisjointAndTogetherEverything() throws IOException {
    writeTwoVersions();
    Dataset dataset = Dataset.open(folder);
    List<BenchQuestion> asked = new ArrayList<>();
    for (Evaluation.Half half : List.of(Evaluation.Half.ODD, Evaluation.Half.EVEN)) {
      asked.addAll(
          evaluation()
              .run(
                  dataset,
                  new Evaluation.Options(Systems.named(List.of("bm25")), half, null, null),
                  Evaluation.Progress.NONE)
              .questions());
    }

    assertThat(asked).containsExactlyInAnyOrderElementsOf(dataset.questions());
  }

  @Test
  void thePageNeedsNothingFromAnywhereAndEscapesWhatItShows() throws IOException {
    writeTwoVersions();

    String page = HtmlReport.of(report(folder, null));

    assertThat(page)
        .startsWith("<!doctype html>")
        .contains("<svg", "ndcg@10", "eligible-bm25", "correction &lt;early&gt;")
        .doesNotContain("<script", "http://", "https://", "url(", "<early>");
  }

  private Report withVectors() {
    try (Embedder embedder =
        Embedders.open(EmbedderSettings.read(Map.of(), Map.of(), HOME, 1)).orElseThrow()) {
      return Report.of(
          new Evaluation(database.database(), embedder)
              .run(
                  Dataset.open(folder),
                  new Evaluation.Options(Systems.all(), Evaluation.Half.ALL, null, null),
                  Evaluation.Progress.NONE),
          null,
          1);
    }
  }

  private Evaluation evaluation() {
    return new Evaluation(database.database(), null);
  }

  private Evaluation.Done run(Path data, Path run) {
    return evaluation()
        .run(
            Dataset.open(data),
            new Evaluation.Options(Systems.all(), Evaluation.Half.ALL, null, run),
            Evaluation.Progress.NONE);
  }

  private Report report(Path data, @org.jspecify.annotations.Nullable Path run) {
    return Report.of(
        evaluation()
            .run(
                Dataset.open(data),
                new Evaluation.Options(Systems.all(), Evaluation.Half.ALL, null, run),
                Evaluation.Progress.NONE),
        null,
        1);
  }

  private static Map<String, Map<String, Map<String, Statistics.Estimate>>> figures(Report report) {
    return report.rows().stream()
        .collect(Collectors.toMap(Report.Row::system, Report.Row::figures));
  }

  private static Report.Row row(Report report, String system) {
    return report.rows().stream()
        .filter(row -> row.system().equals(system))
        .findFirst()
        .orElseThrow();
  }

  private void writeTwoVersions() throws IOException {
    Map<String, Object> first =
        record(
            "terms",
            "one",
            "asserted",
            "The notice of cancellation is thirty days long, and it begins with the day of"
                + " receipt.");
    first.put("valid_from", "2020-01-01");
    first.put("recorded_at", "2020-01-01T00:00:00Z");
    Map<String, Object> second =
        record("terms", "two", "asserted", "The notice of cancellation is sixty days long.");
    second.put("valid_from", "2021-01-01");
    second.put("recorded_at", "2021-03-01T00:00:00Z");
    write("versions.jsonl", List.of(Lines.json(first), Lines.json(second)));
    write(
        "questions.jsonl",
        List.of(
            question("before", "plain", "2020-06-01", "2020-06-01", "one", "thirty days"),
            question("lag", "correction", "2021-02-01", "2021-02-02", "one", "thirty days"),
            question(
                "lag-marked",
                "correction <early>",
                "2021-02-01",
                "2021-02-02",
                "one",
                "thirty days")));
  }

  private static String question(
      String id, String kind, String about, String known, String label, String phrase) {
    return Lines.json(
        Map.of(
            "id",
            id,
            "question",
            "notice of cancellation",
            "kind",
            kind,
            "as_of_valid",
            about,
            "as_of_known",
            known,
            "expected_outcome",
            "version",
            "document_key",
            "terms",
            "version_label",
            label,
            "phrase",
            phrase));
  }

  private static Map<String, Object> record(
      String document, String label, String state, String body) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("source", "office");
    record.put("document_key", document);
    record.put("version_label", label);
    record.put("validity_state", state);
    record.put("recorded_at", "2021-01-01T00:00:00Z");
    record.put("body", body);
    return record;
  }

  private static String words(Random random, int count) {
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(WORDS.get((int) (WORDS.size() * Math.pow(random.nextDouble(), 2))));
    }
    Collections.shuffle(chosen, random);
    return String.join(" ", chosen);
  }

  private static String letters(int number) {
    return "" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }
}
