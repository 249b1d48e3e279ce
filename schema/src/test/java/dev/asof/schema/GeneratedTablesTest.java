package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTablesTest {

  private static final Path COMMITTED = Path.of("src/main/generated");

  @Test
  void theCommittedTablesAreWhatTheMigrationsMake(@TempDir Path fresh) throws Exception {
    try (TestDatabase database = TestDatabases.create()) {
      TableGenerator.generate(
          database.jdbcUrl(), database.superuser(), database.superuserPassword(), fresh);
    }
    if (Boolean.getBoolean("asof.regenerate")) {
      PathUtils.cleanDirectory(COMMITTED);
      PathUtils.copyDirectory(fresh, COMMITTED);
    }
    assertThat(filesBelow(COMMITTED))
        .as("run: mvn -q -pl schema test -Dtest=GeneratedTablesTest -Dasof.regenerate=true")
        .isEqualTo(filesBelow(fresh));
  }

  private static Map<String, String> filesBelow(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(root)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }
}
