package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What commands say of a tenant that has one of everything.
class SingularTest {

  @Test
  void oneThingIsNeverCountedInThePlural(@TempDir Path home) {
    try (TestDatabase database = TestDatabases.create()) {
      Cli cli = Cli.on(database, home);
      String record =
          "{\"source\":\"s\",\"document_key\":\"d\",\"version_label\":\"1\",\"seq\":1,"
              + "\"format\":\"text\",\"valid_from\":\"2024-01-01\",\"validity_state\":\"asserted\","
              + "\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\"words\"}\n";
      cli.reading(record);
      StringBuilder said = new StringBuilder();
      for (String command :
          List.of(
              "import - --tenant default",
              "verify",
              "ask words --about 2024-06-01 --explain",
              "audit words --about 2024-06-01",
              "audit words --about 2024-06-01 --file FOLDER/a.json",
              "audit --recheck FOLDER/a.json",
              "reconstruct --about 2024-06-01 --folder FOLDER/texts",
              "verify --folder FOLDER/texts",
              "reconstruct --about 2024-06-01 --format zip --to FOLDER/texts.zip",
              "checkpoint --to FOLDER/checkpoint",
              "prove --document d --about 2024-06-01 --checkpoint FOLDER/checkpoint --to FOLDER/p",
              "version --document d --about 2024-06-01",
              "index rebuild",
              "index status",
              "erase -d d --all-versions --order o --reason r --dry-run --db-role eraser")) {
        Cli.Ran ran = cli.run(command.replace("FOLDER", home.toString()).split(" "));
        assertThat(ran.exit()).as(command + ": " + ran.err()).isZero();
        said.append(ran.out()).append(ran.err());
      }

      assertThat(said.toString())
          .contains("1 transaction", "1 version")
          .doesNotContainPattern("(?m)(?<![\\w,.:@-])1 (\\w+ )?(\\w+ies|\\w+[^su\\W]s)\\b");
    }
  }
}
