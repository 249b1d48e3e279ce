package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

  @Test
  void theDemoHoldsEverythingItSaysAndCanBeShownAgain(@TempDir Path home) {
    try (TestDatabase database = TestDatabases.create()) {
      Cli cli = Cli.on(database, home);
      Cli.Ran first = cli.run("demo", "--folder", home.resolve("files").toString());

      assertThat(first.out())
          .contains(
              "887 versions written in 339 transactions",
              "Of which changes to the Terms of Service will GitHub notify its users?",
              "any changes that affect your rights",
              "any material changes",
              "It is wrong here",
              "Notice to residents of California",
              "Notice for U.S. Residents",
              "nothing of github/terms-of-service was in force",
              "dry run: closes 1 belief and opens 2",
              "exposure: 2026-01-27-23771939",
              "10 files",
              "856 versions rebuilt")
          .doesNotContain("NOT SO");
      assertThat(first.exit()).isZero();
      assertThat(home.resolve("files/demo-audit.txt")).isRegularFile();
      assertThat(home.resolve("files/demo-2023-06-01/manifest.json")).isRegularFile();

      Cli.Ran second = cli.run("demo", "--folder", home.resolve("files").toString());
      assertThat(second.exit()).isZero();
      assertThat(Files.exists(home.resolve("files/demo-2-audit.txt"))).isTrue();
    }
  }
}
