package dev.asof.evaluate;

import dev.asof.ingest.RecordReader;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The human-annotated part of TimeQA as a set of paragraphs: a page is a document, a paragraph a
/// section of it, of unknown validity. The time is in the words of the question.
record TimeQa(Path folder) {
  private static final String LOAD = "paragraphs";

  /// One instant for all: nothing is said about when a paragraph became known.
  private static final String RECORDED = "2021-08-13T00:00:00Z";

  private record Paragraph(String id, String text) {}

  Dataset read() {
    Path paragraphs = Dataset.file(folder, "paragraphs.jsonl");
    Path queries = Dataset.file(folder, "queries.jsonl");
    List<Lines.Line> lines = Lines.read(paragraphs);
    Map<String, String> pageOf = new LinkedHashMap<>();
    lines.forEach(line -> pageOf.put(line.required("id"), line.required("page")));
    List<BenchQuestion> questions = new ArrayList<>();
    for (Lines.Line line : Lines.read(queries)) {
      List<BenchQuestion.Item> items = new ArrayList<>();
      line.node()
          .path("gold")
          .forEach(gold -> {
            String page = pageOf.get(gold.asString());
            if (page == null) {
              throw line.bad("names the paragraph " + gold.asString() + ", which is not there");
            }
            items.add(new BenchQuestion.Item(page, Set.of(), gold.asString(), null, null));
          });
      questions.add(
          new BenchQuestion(
              line.required("id"),
              LOAD,
              line.required("question"),
              new BenchQuestion.About.InWords(),
              null,
              new LinkedHashSet<>(List.of("in words")),
              items,
              null,
              false,
              line.text()));
    }
    return new Dataset(
        Dataset.nameOf(folder),
        "timeqa",
        List.of(
            new Dataset.Load(
                LOAD,
                new Importer.Input(
                    paragraphs.toString().replaceFirst("\\.gz$", "") + ", a record a page",
                    () -> RecordReader.of(records(lines).iterator())),
                ImportOptions.CARRIED)),
        questions,
        Dataset.hash(List.of(paragraphs, queries)));
  }

  private static List<String> records(List<Lines.Line> lines) {
    Map<String, List<Paragraph>> pages = new LinkedHashMap<>();
    Map<String, String> urls = new LinkedHashMap<>();
    for (Lines.Line line : lines) {
      String page = line.required("page");
      pages
          .computeIfAbsent(page, none -> new ArrayList<>())
          .add(new Paragraph(line.required("id"), line.required("text")));
      urls.putIfAbsent(page, Objects.requireNonNullElse(line.optional("url"), ""));
    }
    List<String> records = new ArrayList<>();
    pages.forEach((page, paragraphs) -> {
      Map<String, Object> record = new LinkedHashMap<>();
      record.put("source", "wikipedia");
      record.put("document_key", page);
      record.put("title", page);
      record.put("language", "en");
      record.put("version_label", "1");
      record.put("validity_state", "unknown");
      record.put("recorded_at", RECORDED);
      record.put("url", urls.getOrDefault(page, ""));
      record.put("body", String.join("\n\n", paragraphs.stream().map(Paragraph::text).toList()));
      record.put(
          "sections",
          paragraphs.stream()
              .map(paragraph -> Map.of("section_key", paragraph.id(), "body", paragraph.text()))
              .toList());
      records.add(Lines.json(record));
    });
    return records;
  }
}
