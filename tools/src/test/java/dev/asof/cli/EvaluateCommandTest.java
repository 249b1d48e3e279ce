package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.io.IOUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The fixed slice: sixty generated questions about thirteen of the demo's documents, with exact
/// figures, so that every change of ranking is seen; with vectors eleven of them about three. After
/// a change that is meant, run `mvn -q -pl tools -am test -Dtest=EvaluateCommandTest
/// -Dasof.regenerate=true` and read what changed in `expected.txt` and `expected-vectors.txt`.
class EvaluateCommandTest {
  private static final String RESOURCES = "/dev/asof/cli/evaluate/";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SYSTEMS =
      "bm25,recency,post-filter-10,timelyrag-50,timelyrag-interval-50,eligible-bm25,"
          + "eligible-temporal,valid-today,known-only,no-second-tier";

  /// Few passages: each has to be embedded.
  private static final Set<String> EMBEDDED =
      Set.of(
          "github/supplemental-terms-for-microsoft-volume-licensing",
          "github/copilot-for-business-privacy-statement",
          "github/candidate-privacy-policy");

  private static TestDatabase database;

  @TempDir private static Path home;
  private static Path data;

  @BeforeAll
  static void open() throws IOException {
    database = TestDatabases.create();
    data = slice("slice", key -> true);
  }

  /// The questions about some documents and the demo's versions of these.
  private static Path slice(String name, Predicate<String> documents) throws IOException {
    Path folder = Files.createDirectory(home.resolve(name));
    List<String> queries =
        IOUtils.resourceToString(RESOURCES + "queries.jsonl", StandardCharsets.UTF_8)
            .lines()
            .filter(line -> documents.test(document(line)))
            .toList();
    Files.write(folder.resolve("queries.jsonl"), queries);
    Set<String> asked =
        queries.stream().map(EvaluateCommandTest::document).collect(Collectors.toSet());
    try (InputStream corpus =
            Objects.requireNonNull(
                EvaluateCommandTest.class.getResourceAsStream(
                    "/dev/asof/cli/demo/githubpolicy.jsonl.gz"));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(corpus), StandardCharsets.UTF_8))) {
      Files.write(
          folder.resolve("versions.jsonl"),
          lines.lines().filter(line -> asked.contains(document(line))).toList());
    }
    return folder;
  }

  private static String document(String line) {
    return JSON.readTree(line).get("document_key").stringValue();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void theFiguresOfTheFixedSliceAreThoseWrittenDown() throws IOException {
    isAsWrittenDown("expected.txt", figures(evaluate(data, SYSTEMS, "json")));
  }

  @Test
  void theFiguresWithVectorsAreThoseWrittenDown() throws IOException {
    Path few = slice("few", EMBEDDED::contains);
    String systems = "bm25,vector,hybrid,time-vector,eligible-vector,eligible-hybrid-tiered";

    String json = evaluate(few, systems, "json", "--embedder", "minilm");

    JsonNode corpus = JSON.readTree(json).get("corpus");
    assertThat(corpus.get("model").stringValue()).isEqualTo("all-minilm-l6-v2-q");
    assertThat(corpus.get("with_vector").intValue())
        .isPositive()
        .isEqualTo(corpus.get("passages").intValue());
    isAsWrittenDown("expected-vectors.txt", figures(json));
  }

  private static void isAsWrittenDown(String file, String figures) throws IOException {
    if (Boolean.getBoolean("asof.regenerate")) {
      Files.writeString(Path.of("src/test/resources" + RESOURCES + file), figures);
      return;
    }
    assertThat(figures)
        .as("a change of ranking that is meant is written down with -Dasof.regenerate=true")
        .isEqualTo(IOUtils.resourceToString(RESOURCES + file, StandardCharsets.UTF_8));
  }

  @Test
  void thePageAndTheTableShowTheSame() {
    String page = evaluate(data, SYSTEMS, "html");
    String table = evaluate(data, SYSTEMS, "table");

    assertThat(page).startsWith("<!doctype html>").contains("<svg", "eligible-bm25");
    assertThat(table)
        .contains("60 questions of slice", "NDCG@10", "ndcg@10 by kind", "wrong-version@1 by kind");
  }

  @Test
  void aWrongSystemIsNamedWithThoseThatThereAre() {
    Cli.Ran ran =
        Cli.on(database, home).run("evaluate", "--data", data.toString(), "--systems", "bm52");

    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err()).contains("there is no system bm52; there are bm25, ");
  }

  @Test
  void onlyThisCommandAnswersWithAPage() {
    Cli.Ran ran = Cli.on(database, home).run("tenant", "list", "--output", "html");

    assertThat(ran.exit()).isEqualTo(64);
    assertThat(ran.err()).contains("only asof evaluate answers in html");
  }

  private static String evaluate(Path folder, String systems, String format, String... more) {
    List<String> arguments =
        List.of(
            "evaluate",
            "--data",
            folder.toString(),
            "--systems",
            systems,
            "--run",
            home.resolve("run").toString(),
            "--output",
            format);
    Cli.Ran ran =
        Cli.on(database, home)
            .run(Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    return ran.out();
  }

  /// A line for each system and kind, but not the latency.
  private static String figures(String json) {
    StringBuilder figures = new StringBuilder();
    for (JsonNode row : JSON.readTree(json).get("rows")) {
      row.get("figures")
          .properties()
          .forEach(group -> {
            figures
                .append(row.get("system").stringValue())
                .append(", ")
                .append(group.getKey())
                .append(':');
            for (String measure :
                List.of("ndcg@10", "hit@1", "recall@10", "wrong-version@1", "future-leak@10")) {
              JsonNode figure = group.getValue().get(measure);
              if (figure != null) {
                figures.append(
                    String.format(
                        Locale.ROOT, " %s %.4f", measure, figure.get("mean").doubleValue()));
              }
            }
            figures.append('\n');
          });
    }
    return figures.toString();
  }
}
