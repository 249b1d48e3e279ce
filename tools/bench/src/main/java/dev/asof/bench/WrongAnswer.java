package dev.asof.bench;

import org.jspecify.annotations.Nullable;

/// A system answered something else than the model: whatever it took, the run is void.
final class WrongAnswer extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongAnswer(String sentence) {
    super(sentence);
  }

  WrongAnswer(
      String workload,
      String operation,
      String system,
      int question,
      @Nullable Object answer,
      @Nullable Object expected) {
    super(
        workload
            + "/"
            + operation
            + ": question "
            + question
            + ": "
            + system
            + " answers "
            + cut(answer)
            + ", and right is "
            + cut(expected));
  }

  private static String cut(@Nullable Object value) {
    String said = String.valueOf(value);
    return said.length() <= 300 ? said : said.substring(0, 300) + "...";
  }
}
