package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.ingest.RecordReader;
import dev.asof.time.TimeInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTest {

  @TempDir private Path folder;

  @Test
  void aQueryWithItsLedgerIsReadForBothLoads() throws IOException {
    write(
        "versions.jsonl",
        """
        {"source":"s","document_key":"d","version_label":"v1","observed_at":"2021-01-01T00:00:00Z","recorded_at":"2021-01-01T00:00:00Z","body":"one"}
        """);
    write(
        "ledger.jsonl",
        """
        {"document_key":"d","version_label":"v1","recorded_at":"2021-05-05T00:00:00Z"}
        """);
    write(
        "queries.jsonl",
        """
        {"id":"q1","question":"which?","about":"2021-06-01T00:00:00Z","known":"2021-07-01T00:00:00Z","document_key":"d","gold_version_label":"v1","gold_text":"one","kind":"as-of","variant":"ledger","style":"topic","boundary":true}
        """);

    Dataset read = Dataset.open(folder);

    assertThat(read.format()).isEqualTo("ota-bench");
    assertThat(read.loads()).extracting(Dataset.Load::name).containsExactly("plain", "ledger");
    assertThat(text(read.loads().get(0))).contains("\"recorded_at\":\"2021-01-01T00:00:00Z\"");
    assertThat(text(read.loads().get(1)))
        .contains("\"recorded_at\":\"2021-05-05T00:00:00Z\"", "\"observed_at\":\"2021-01-01");
    BenchQuestion question = read.questions().getFirst();
    assertThat(question.load()).isEqualTo("ledger");
    assertThat(question.groups()).containsExactly("as-of", "ledger", "boundary", "topic");
    assertThat(question.known()).isEqualTo("2021-07-01T00:00:00Z");
    assertThat(question.items())
        .containsExactly(new BenchQuestion.Item("d", Set.of("v1"), null, null, "one"));
  }

  @Test
  void aQuestionOfTheRealSetsIsReadWithItsOutcome() throws IOException {
    write("versions.jsonl", "{}\n");
    write(
        "questions.jsonl",
        """
        {"id":"a","question":"q","kind":"boundary","as_of_valid":"2020-11-15","as_of_known":null,"expected_outcome":"version","source":"s","document_key":"d","version_label":"v1","section_key":null,"phrase":"thirty days","also":[],"accept_versions":["v2"]}
        {"id":"b","question":"q","kind":"gap","as_of_valid":"2020-11-15","as_of_known":"2020-12-01","expected_outcome":"none","source":"s","document_key":"d","version_label":null,"section_key":null,"phrase":null,"also":[]}
        {"id":"c","question":"q","kind":"range","as_of_valid":["2020-01-01","2020-12-31"],"as_of_known":null,"expected_outcome":"version","source":"s","document_key":"d","version_label":"v1","phrase":"p","also":[{"source":"s","document_key":"d","version_label":"v3","phrase":"o"}],"known_basis":"published_at"}
        """);

    Dataset read = Dataset.open(folder);

    assertThat(read.loads().getFirst().options().carriedField()).isEqualTo("published_at");
    assertThat(read.questions().get(0).about())
        .isEqualTo(new BenchQuestion.About.At(new TimeInput.Day(LocalDate.of(2020, 11, 15))));
    assertThat(read.questions().get(0).items())
        .containsExactly(
            new BenchQuestion.Item("d", Set.of("v1", "v2"), null, "thirty days", null));
    assertThat(read.questions().get(1).expectsNothing()).isTrue();
    assertThat(read.questions().get(1).items()).isEmpty();
    assertThat(read.questions().get(2).about())
        .isEqualTo(
            new BenchQuestion.About.During(
                new TimeInput.Day(LocalDate.of(2020, 1, 1)),
                new TimeInput.Day(LocalDate.of(2020, 12, 31))));
    assertThat(read.questions().get(2).items())
        .extracting(BenchQuestion.Item::labels)
        .containsExactly(Set.of("v1"), Set.of("v3"));
  }

  @Test
  void aPageOfParagraphsBecomesADocumentOfUnknownValidity() throws IOException {
    write(
        "paragraphs.jsonl",
        """
        {"id":"p1","page":"A page","url":"https://example.org/a","n":0,"split":"test","text":"A page"}
        {"id":"p2","page":"A page","url":"https://example.org/a","n":1,"split":"test","text":"It was so in 1999 ."}
        """);
    write(
        "queries.jsonl",
        """
        {"id":"q1","question":"What was it in 1999?","gold":["p2"],"answers":["so"],"page":"A page"}
        """);

    Dataset read = Dataset.open(folder);

    assertThat(read.format()).isEqualTo("timeqa");
    assertThat(text(read.loads().getFirst()))
        .contains("\"document_key\":\"A page\"", "\"validity_state\":\"unknown\"", "\"p2\"");
    assertThat(read.questions().getFirst().about()).isEqualTo(new BenchQuestion.About.InWords());
    assertThat(read.questions().getFirst().items())
        .containsExactly(new BenchQuestion.Item("A page", Set.of(), "p2", null, null));
  }

  @Test
  void aRowOfTimelyQaBenchIsAQuestionAndTheDocumentsInIt() throws IOException {
    write(
        "timelyrag_law_dataset_v2.jsonl",
        """
        {"index":7,"category":"exemptions","query_insert_time":"2024-03-05 10:00:00","query_ko":"2023년 5월에는 무엇이 적용되었나?","answer":"-","docs_ko":[{"global_doc_id":70,"doc_insert_time":"2023-01-01 09:00:00","text":"제1조 첫째"},{"global_doc_id":71,"doc_insert_time":"2024-04-01","text":"제1조 둘째"}],"gold_docs_final":[0],"gold_docs_final_global":[70]}
        """);

    Dataset read = Dataset.open(folder);

    assertThat(read.format()).isEqualTo("timelyqabench");
    assertThat(read.loads()).extracting(Dataset.Load::name).containsExactly("law");
    assertThat(text(read.loads().getFirst()).lines().toList())
        .hasSize(2)
        .anySatisfy(line ->
            assertThat(line)
                .contains("\"document_key\":\"70\"", "\"recorded_at\":\"2023-01-01T09:00:00Z\""));
    BenchQuestion question = read.questions().getFirst();
    assertThat(question.id()).isEqualTo("law-7");
    assertThat(question.known()).isEqualTo("2024-03-05T10:00:00Z");
    assertThat(question.groups()).containsExactly("law", "exemptions");
    assertThat(question.items())
        .containsExactly(new BenchQuestion.Item("70", Set.of(), null, null, null));
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    assertThatThrownBy(() -> Dataset.open(folder.resolve("nowhere")))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("nowhere is no folder");
    assertThatThrownBy(() -> Dataset.open(folder))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("has no versions.jsonl");
    write("versions.jsonl", "{}\n");
    write("queries.jsonl", "{\"id\":\"q1\"}\n");
    assertThatThrownBy(() -> Dataset.open(folder))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("queries.jsonl line 1 needs a text in document_key");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String text(Dataset.Load load) throws IOException {
    List<String> lines = new ArrayList<>();
    try (RecordReader records = load.input().opener().open()) {
      for (Optional<RecordReader.Item> item = records.next();
          item.isPresent();
          item = records.next()) {
        lines.add(item.get().text());
      }
    }
    return String.join("\n", lines);
  }
}
