package dev.asof.evaluate;

import dev.asof.ingest.RecordReader;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// TimelyQABench (2026): a file for each domain, ten documents in each row. It gives insertion
/// times and nothing about validity, so that the documents are of unknown validity and a question
/// is asked as known at its own insertion. Several documents may be right.
record TimelyQaBench(Path folder, List<Path> files) {

  Dataset read() {
    List<Dataset.Load> loads = new ArrayList<>();
    List<BenchQuestion> questions = new ArrayList<>();
    for (Path file : files) {
      String domain =
          file.getFileName()
              .toString()
              .replaceAll("^timelyrag_|(_dataset)?(_v\\d+)?\\.jsonl(\\.gz)?$", "");
      List<Lines.Line> rows = Lines.read(file);
      loads.add(
          new Dataset.Load(
              domain,
              new Importer.Input(
                  file.toString().replaceFirst("\\.gz$", "") + ", a record a document",
                  () -> RecordReader.of(records(domain, rows).iterator())),
              ImportOptions.CARRIED));
      rows.forEach(row -> questions.add(question(domain, row)));
    }
    return new Dataset(
        Dataset.nameOf(folder), "timelyqabench", loads, questions, Dataset.hash(files));
  }

  private static List<String> records(String domain, List<Lines.Line> rows) {
    Map<String, String> records = new LinkedHashMap<>();
    for (Lines.Line row : rows) {
      for (JsonNode document : documents(row)) {
        String id = id(row, document);
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("source", "timelyrag-" + domain);
        record.put("document_key", id);
        record.put("language", "ko");
        record.put("version_label", "1");
        record.put("validity_state", "unknown");
        record.put("recorded_at", instant(row, Lines.field(document, "doc_insert_time")));
        record.put("body", String.valueOf(Lines.field(document, "text")));
        records.putIfAbsent(id, Lines.json(record));
      }
    }
    return new ArrayList<>(records.values());
  }

  private static BenchQuestion question(String domain, Lines.Line row) {
    String asked = instant(row, row.optional("query_insert_time"));
    List<BenchQuestion.Item> items = new ArrayList<>();
    row.node()
        .path("gold_docs_final_global")
        .forEach(
            gold -> items.add(new BenchQuestion.Item(scalar(gold), Set.of(), null, null, null)));
    Set<String> groups = new LinkedHashSet<>(List.of(domain));
    String category = row.optional("category");
    if (category != null) {
      groups.add(category);
    }
    return new BenchQuestion(
        domain + "-" + scalar(row.node().path("index")),
        domain,
        row.required("query_ko"),
        new BenchQuestion.About.InWords(),
        asked,
        groups,
        items,
        null,
        false,
        row.text());
  }

  private static JsonNode documents(Lines.Line row) {
    JsonNode documents = row.node().path("docs_ko");
    if (!documents.isArray()) {
      throw row.bad("needs a list in docs_ko");
    }
    return documents;
  }

  private static String id(Lines.Line row, JsonNode document) {
    JsonNode id = document.get("global_doc_id");
    if (id == null || id.isNull()) {
      throw row.bad("has a document without global_doc_id");
    }
    return scalar(id);
  }

  private static String scalar(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }

  /// A time without a zone is read in UTC: the set names none.
  private static String instant(Lines.Line row, @org.jspecify.annotations.Nullable String time) {
    if (time == null) {
      throw row.bad("has no insertion time");
    }
    return LocalTimes.parseStated(time.trim().replace(' ', 'T'), ZoneOffset.UTC, true)
        .instant()
        .toString();
  }
}
