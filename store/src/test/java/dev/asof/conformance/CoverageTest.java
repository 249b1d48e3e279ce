package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// CONFORMANCE.md says for each reported case and fact which test covers it. Here the list is held
/// against the tests.
class CoverageTest {

  private static final Pattern LINE =
      Pattern.compile("\\| (\\d+|F\\d) \\| ([^|]+) \\| ([^|]+) \\|");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)`");

  @Test
  void everyCaseAndFactIsListedOnce() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int number = 1; number <= 101; number++) {
      expected.add(Integer.toString(number));
    }
    for (int fact = 1; fact <= 6; fact++) {
      expected.add("F" + fact);
    }

    assertThat(lines().map(line -> line.group(1))).containsExactlyElementsOf(expected);
  }

  @Test
  void everyLineNamesATestOrSaysWhyThereIsNone() throws IOException {
    assertThat(lines().map(line -> line.group(3)))
        .allMatch(reason ->
            NAMED.matcher(reason).find()
                || reason.contains("cannot happen")
                || reason.contains("not built yet")
                || reason.contains("erasure"));
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String line : lines().map(MatchResult::group).toList()) {
      Matcher named = NAMED.matcher(line);
      while (named.find()) {
        String source = source(named.group(1));
        if (!source.contains("void " + named.group(2) + "(")) {
          missing.add(named.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static Stream<MatchResult> lines() throws IOException {
    return LINE.matcher(Files.readString(Path.of("CONFORMANCE.md"))).results();
  }

  /// Tests of the modules built upon this one are named too.
  private static String source(String test) throws IOException {
    for (String module : List.of("schema", "store", "retrieval", "tools")) {
      Path tests = Path.of("..", module, "src", "test", "java");
      try (Stream<Path> files = Files.walk(tests)) {
        List<Path> found =
            files.filter(file -> file.getFileName().toString().equals(test + ".java")).toList();
        if (!found.isEmpty()) {
          return Files.readString(found.getFirst());
        }
      }
    }
    return "";
  }
}
