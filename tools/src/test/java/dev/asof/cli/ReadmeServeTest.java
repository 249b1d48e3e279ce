package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.http.Served;
import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples of the README's section on serving, run by `curl` itself, one after another as they
/// stand there.
class ReadmeServeTest {

  @Test
  void everyExampleWorksAsItStands(@TempDir Path folder) throws Exception {
    List<String> examples = examples();
    assertThat(examples).hasSizeGreaterThan(5);
    try (TestDatabase database = TestDatabases.create();
        Served served = Served.on(database, Caller.withoutLabels())) {
      new Store(database.database()).createTenant("web");
      for (String example : examples) {
        Process process =
            new ProcessBuilder(
                    "bash",
                    "-c",
                    example
                        .replace("curl ", "curl -sS --fail-with-body --max-time 60 ")
                        .replace("http://127.0.0.1:8765", served.url()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(example + "\n" + out).isZero();
        assertThat(out).as(example).isNotBlank();
      }
    }
  }

  private static List<String> examples() throws Exception {
    String readme = Files.readString(Path.of("../README.md"), StandardCharsets.UTF_8);
    int start = readme.indexOf("\n## Serve\n");
    assertThat(start).isPositive();
    String section = readme.substring(start, readme.indexOf("\n## ", start + 5));
    List<String> examples = new ArrayList<>();
    StringBuilder going = new StringBuilder();
    for (String line : section.lines().toList()) {
      if (line.startsWith("curl ") || !going.isEmpty()) {
        going.append(line).append('\n');
        if (!line.endsWith("\\")) {
          examples.add(going.toString());
          going.setLength(0);
        }
      }
    }
    return examples;
  }
}
