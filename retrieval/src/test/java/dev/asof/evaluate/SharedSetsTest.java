package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sets that lie beside this checkout, where they do: every question of them is read.
class SharedSetsTest {
  private static final Path SHARED = Path.of("../../shared/data");

  @ParameterizedTest
  @CsvSource({
    "ota-bench, ota-bench, 1000",
    "timeqa, timeqa, 830",
    "githubpolicy, questions, 9",
    "ota, questions, 11",
    "dccode, questions, 10",
    "codecivil, questions, 12",
    "bopa, questions, 8",
    "bundesgesetze, questions, 6"
  })
  void everyQuestionIsReadWithWhatIsRight(String set, String format, int questions) {
    Assumptions.assumeTrue(
        Files.isDirectory(SHARED.resolve(set)), "the set " + set + " is not beside this checkout");

    Dataset dataset = Dataset.open(SHARED.resolve(set));

    assertThat(dataset.format()).isEqualTo(format);
    assertThat(dataset.questions()).hasSize(questions);
    if (format.equals("questions")) {
      // Where nothing applied there is nothing to find; some others name a version, but no phrase.
      assertThat(dataset.questions())
          .filteredOn(BenchQuestion::expectsNothing)
          .allSatisfy(question -> assertThat(question.items()).isEmpty());
      assertThat(dataset.questions())
          .anySatisfy(question -> assertThat(question.items()).isNotEmpty());
    } else {
      assertThat(dataset.questions())
          .allSatisfy(question -> assertThat(question.items()).isNotEmpty());
    }
  }
}
