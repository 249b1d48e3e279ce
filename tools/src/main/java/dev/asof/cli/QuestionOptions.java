package dev.asof.cli;

import dev.asof.eligible.StatePolicy;
import dev.asof.history.Filter;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A question in words, and inside what it is to be answered.
final class QuestionOptions {

  @Parameters(paramLabel = "QUESTION", arity = "1..*", description = "Words to look for.")
  private List<String> question = List.of();

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = {"-k", "--top"},
      order = 10,
      paramLabel = "K",
      description = "Most passages of the answer, 1 to 1000; default 5.")
  private int top = 5;

  @Option(
      names = "--state",
      order = 11,
      split = ",",
      paramLabel = "STATE",
      description =
          "Only what is asserted, observed, presumed or unknown; several with commas. Default all.")
  private Set<State> states = EnumSet.noneOf(State.class);

  String question() {
    return String.join(" ", question);
  }

  Filter filter() {
    return filter.filter();
  }

  @Nullable TimeInput about(TimeOptions times) {
    return about.in(times);
  }

  int top() {
    return top;
  }

  StatePolicy states() {
    return states.isEmpty() ? StatePolicy.DEFAULT : new StatePolicy(states);
  }
}
