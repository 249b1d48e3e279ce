package dev.asof.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.Span;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonPrintersTest {

  private record Row(String documentKey, Span valid, @Nullable String title) {}

  private final Row row =
      new Row("개인정보", new Span(Instant.parse("2024-03-01T00:00:00Z"), null), null);
  private final Shown shown =
      new Shown(
          List.of(row), List.of(row, row), List.of("read"), Table.of(List.of()), List.of("note"));

  @Test
  void jsonIsOneValueWithNullWhereUnbounded() {
    StringWriter out = new StringWriter();
    new JsonPrinter(new PrintWriter(out)).print(shown);
    assertThat(out.toString())
        .isEqualTo(
            """
            [ {
              "document_key" : "개인정보",
              "valid" : {
                "from" : "2024-03-01T00:00:00Z",
                "to" : null
              },
              "title" : null
            } ]
            """);
  }

  @Test
  void jsonLinesAreRecordsAndWhatBelongsToTheWholeGoesAside() {
    StringWriter out = new StringWriter();
    StringWriter aside = new StringWriter();
    new JsonLinesPrinter(new PrintWriter(out), new PrintWriter(aside)).print(shown);
    String line =
        "{\"document_key\":\"개인정보\",\"valid\":{\"from\":\"2024-03-01T00:00:00Z\",\"to\":null},\"title\":null}\n";
    assertThat(out.toString()).isEqualTo(line + line);
    assertThat(aside.toString()).isEqualTo("read\nnote\n");
  }
}
