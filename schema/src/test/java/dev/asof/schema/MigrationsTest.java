package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationsTest {

  @Test
  void theNewestMigrationIsTheOneThatOpeningExpects() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
      int newest =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("V[0-9]{4}__.*\\.sql"))
              .mapToInt(name -> Integer.parseInt(name.substring(1, 5)))
              .max()
              .orElseThrow();
      assertThat(Migrations.NEWEST).as("set Migrations.NEWEST to %s", newest).isEqualTo(newest);
    }
  }
}
