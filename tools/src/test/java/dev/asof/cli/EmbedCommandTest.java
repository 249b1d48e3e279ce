package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedCommandTest {
  private static TestDatabase database;

  @TempDir private Path home;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static String records(int documents) {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      records.append(
          """
          {"source":"s","document_key":"d%d","version_label":"v1","language":"%s","seq":1,\
          "valid_from":"2024-01-01","validity_state":"asserted","recorded_at":"2024-01-01T00:00:00Z",\
          "title":"T","format":"text","body":"The fee number %d is due on Monday."}
          """
              .formatted(i, i == 0 ? "de" : "en", i));
    }
    return records.toString();
  }

  private Cli cli() {
    Cli cli = Cli.on(database, home);
    cli.environment.remove("ASOF_EMBEDDER");
    return cli;
  }

  @Test
  void anImportEmbedsWhatItBringsAndSaysNothingOfIt() {
    Cli.Ran imported =
        cli().reading(records(6)).run("import", "-", "--tenant", "one", "--output", "json");
    assertThat(imported.err()).isEmpty();
    assertThat(imported.exit()).isZero();
    Cli.Ran embedded = cli().run("embed", "--tenant", "one");
    assertThat(embedded.err()).isEmpty();
    assertThat(embedded.out())
        .isEqualTo(
            "Embedded 0 passages of tenant one with all-minilm-l6-v2-q; 5 of 6 with a vector, 1"
                + " in languages that it does not cover.\n");
  }

  @Test
  void anImportThatIsToldSoLeavesEmbeddingForLaterWhichGoesOnWhereItStopped() {
    assertThat(cli().reading(records(6)).run("import", "-", "--tenant", "two", "--no-embed").exit())
        .isZero();
    assertThat(cli().run("embed", "--tenant", "two", "--limit", "2").out())
        .contains("Embedded 2 passages", "2 of 6 with a vector");
    assertThat(cli().run("embed", "--tenant", "two", "--output", "json").out())
        .contains(
            "\"embedded\" : 3", "\"left_out\" : 1", "\"finished\" : true", "\"with_vector\" : 5");
  }

  @Test
  void aModelThatCannotBeUsedDoesNotUndoTheImport() {
    Cli away = cli();
    away.environment.put("ASOF_EMBEDDER", "http");
    away.environment.put("ASOF_EMBEDDER_URL", "http://localhost:9/v1");
    away.environment.put("ASOF_EMBEDDER_MODEL", "none");
    away.environment.put("ASOF_EMBEDDER_CONNECT_TIMEOUT", "1s");
    Cli.Ran imported = away.reading(records(2)).run("import", "-", "--tenant", "three");
    assertThat(imported.exit()).isZero();
    assertThat(imported.out()).contains("2 written");
    assertThat(imported.err())
        .contains("everything was imported, but not all of it embedded")
        .contains("asof embed goes on with it");
    assertThat(away.run("embed", "--tenant", "three").exit()).isEqualTo(69);
  }

  @Test
  void withoutAModelThereIsNothingToEmbedWith() {
    Cli.Ran ran = cli().run("embed", "--embedder", "none");
    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err()).contains("embedder is none");
    assertThat(cli().run("embed", "--limit", "0").exit()).isEqualTo(64);
  }
}
