package dev.asof.evaluate;

import dev.asof.ingest.RecordFile;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The format of `ota-bench`: one right passage for each query, given as words. The corpus is
/// loaded as it is and, where there is a ledger, once more with the recorded times of that.
record OtaBench(Path folder) {
  private static final String PLAIN = "plain";
  private static final String LEDGER = "ledger";

  Dataset read() {
    Path versions = Dataset.file(folder, "versions.jsonl");
    Path queries = Dataset.file(folder, "queries.jsonl");
    List<Path> files = new ArrayList<>(List.of(versions, queries));
    List<Dataset.Load> loads = new ArrayList<>();
    loads.add(
        new Dataset.Load(
            PLAIN,
            Importer.Input.file(versions.toString(), () -> Files.newInputStream(versions)),
            ImportOptions.CARRIED));
    if (Dataset.has(folder, "ledger.jsonl")) {
      Path ledger = Dataset.file(folder, "ledger.jsonl");
      files.add(ledger);
      Map<String, String> recorded = recorded(ledger);
      loads.add(
          new Dataset.Load(
              LEDGER,
              new Importer.Input(
                  versions.toString().replaceFirst("\\.gz$", "") + " by " + ledger,
                  () ->
                      RecordFile.open(versions.toString(), Files.newInputStream(versions))
                          .changed(line -> rerecorded(line, recorded))),
              ImportOptions.CARRIED));
    }
    return new Dataset(
        Dataset.nameOf(folder), "ota-bench", loads, questions(queries), Dataset.hash(files));
  }

  private static Map<String, String> recorded(Path ledger) {
    Map<String, String> recorded = new HashMap<>();
    for (Lines.Line line : Lines.read(ledger)) {
      recorded.put(
          line.required("document_key") + " " + line.required("version_label"),
          line.required("recorded_at"));
    }
    return recorded;
  }

  private static String rerecorded(String line, Map<String, String> recorded) {
    JsonNode node = Lines.tree(line);
    String at =
        recorded.get(Lines.field(node, "document_key") + " " + Lines.field(node, "version_label"));
    if (at != null && node instanceof ObjectNode object) {
      object.put("recorded_at", at);
    }
    return Lines.json(node);
  }

  private List<BenchQuestion> questions(Path queries) {
    List<BenchQuestion> questions = new ArrayList<>();
    for (Lines.Line line : Lines.read(queries)) {
      String variant = line.optional("variant");
      String document = line.required("document_key");
      Set<String> groups = new LinkedHashSet<>();
      add(groups, line.optional("kind"));
      add(groups, variant);
      add(groups, line.optional("stage"));
      if (line.node().path("boundary").asBoolean(false)) {
        groups.add("boundary");
      }
      add(groups, line.optional("style"));
      questions.add(
          new BenchQuestion(
              line.required("id"),
              variant == null ? PLAIN : variant,
              line.required("question"),
              new BenchQuestion.About.At(
                  LocalTimes.parseAbout(line.required("about"), ZoneOffset.UTC, false)),
              line.optional("known"),
              groups,
              List.of(
                  new BenchQuestion.Item(
                      document,
                      Set.of(line.required("gold_version_label")),
                      null,
                      null,
                      line.required("gold_text"))),
              document,
              false,
              line.text()));
    }
    return questions;
  }

  private static void add(Set<String> groups, @Nullable String group) {
    if (group != null) {
      groups.add(group);
    }
  }
}
