package dev.asof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Times mean nothing here; that every text is right is part of the run.
class ChangeBenchTest {

  @Test
  void onlyChangedSectionsAreEmbeddedAndIndexed() throws Exception {
    ChangeBench.Size size = ChangeBench.Size.TINY;

    Figures figures = new ChangeBench(1, line -> {}).amend(size);

    assertThat(figures.lines().get("passages to embed"))
        .containsEntry("asof", size.sections() + (long) size.amendments() * size.changed())
        .containsEntry("whole versions", size.sections() * (size.amendments() + 1L));
    Map<String, Object> index =
        figures.lines().getOrDefault("index documents of an amendment, median", Map.of());
    assertThat((Long) index.getOrDefault("asof", 0L)).isBetween(1L, 2L * size.changed());
  }

  @Test
  void writersAndReadersAtOnceAnswerAsTheModel() throws Exception {
    Figures figures =
        new ConcurrencyBench(Duration.ofMillis(300), Durability.NONE, 1, line -> {})
            .run(List.of(new ConcurrencyBench.Arrangement(3, 2, 2, 4)));

    for (Shown shown : Shown.values()) {
      StringWriter out = new StringWriter();
      figures.print(shown, new PrintWriter(out));
      assertThat(out.toString()).contains("3 writers, 2 readers, 2 tenants", "write p99 ms");
    }
  }
}
