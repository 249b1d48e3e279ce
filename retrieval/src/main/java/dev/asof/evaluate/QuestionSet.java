package dev.asof.evaluate;

import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The format of the real sets: `questions.jsonl` beside a corpus. A right answer is a passage of
/// an expected version that holds the phrase.
record QuestionSet(Path folder) {
  private static final String LOAD = "recorded";

  Dataset read() {
    Path versions = Dataset.file(folder, "versions.jsonl");
    Path file = Dataset.file(folder, "questions.jsonl");
    List<Lines.Line> lines = Lines.read(file);
    // A set whose sources know a text from its publication on says so in its questions.
    String carriedBy =
        lines.stream()
            .map(line -> line.optional("known_basis"))
            .filter(java.util.Objects::nonNull)
            .findFirst()
            .orElse("recorded_at");
    return new Dataset(
        Dataset.nameOf(folder),
        "questions",
        List.of(
            new Dataset.Load(
                LOAD,
                Importer.Input.file(versions.toString(), () -> Files.newInputStream(versions)),
                ImportOptions.CARRIED.carriedBy(carriedBy))),
        lines.stream().map(QuestionSet::question).toList(),
        Dataset.hash(List.of(versions, file)));
  }

  private static BenchQuestion question(Lines.Line line) {
    String document = line.optional("document_key");
    String outcome = line.required("expected_outcome");
    boolean nothing = outcome.equals("none");
    Set<String> groups = new LinkedHashSet<>(List.of(line.required("kind")));
    return new BenchQuestion(
        line.required("id"),
        LOAD,
        line.required("question"),
        about(line),
        line.optional("as_of_known"),
        groups,
        nothing || document == null ? List.of() : items(line, document, outcome),
        document,
        nothing,
        line.text());
  }

  private static BenchQuestion.About about(Lines.Line line) {
    String named = line.optional("time_zone");
    ZoneId zone = named == null ? ZoneOffset.UTC : LocalTimes.zone(named);
    JsonNode valid = line.node().path("as_of_valid");
    if (valid.isArray() && valid.size() == 2) {
      return new BenchQuestion.About.During(
          time(valid.get(0).asString(), zone), time(valid.get(1).asString(), zone));
    }
    String point = line.optional("as_of_valid");
    return point == null
        ? new BenchQuestion.About.InWords()
        : new BenchQuestion.About.At(time(point, zone));
  }

  private static TimeInput time(String written, ZoneId zone) {
    return LocalTimes.parseAbout(written, zone, false);
  }

  /// The expected passage and, where several versions belong to the answer, the others. Without a
  /// phrase the set does not say which passage is meant.
  private static List<BenchQuestion.Item> items(Lines.Line line, String document, String outcome) {
    List<BenchQuestion.Item> items = new ArrayList<>();
    add(items, line.node(), document);
    boolean several = outcome.equals("conflict") || line.node().path("as_of_valid").isArray();
    if (several) {
      for (JsonNode other : line.node().path("also")) {
        String otherDocument = Lines.field(other, "document_key");
        add(items, other, otherDocument == null ? document : otherDocument);
      }
    }
    return items;
  }

  private static void add(List<BenchQuestion.Item> items, JsonNode node, String document) {
    String phrase = Lines.field(node, "phrase");
    String label = Lines.field(node, "version_label");
    if (phrase == null || label == null) {
      return;
    }
    Set<String> labels = new LinkedHashSet<>(List.of(label));
    node.path("accept_versions").forEach(other -> labels.add(other.asString()));
    items.add(new BenchQuestion.Item(document, labels, section(node), phrase, null));
  }

  private static @Nullable String section(JsonNode node) {
    return Lines.field(node, "section_key");
  }
}
