package dev.asof.cli;

import dev.asof.ask.Request;
import dev.asof.eligible.StatePolicy;
import dev.asof.rank.Rankers;
import dev.asof.time.LocalTimes;
import dev.asof.time.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A question in words, and inside what it is to be answered.
final class QuestionOptions {

  @Parameters(paramLabel = "QUESTION", arity = "0..*", description = "Words to look for.")
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

  @Option(
      names = "--ranker",
      order = 12,
      paramLabel = "NAME",
      description = "How passages are ordered inside what is in force; default ${DEFAULT-VALUE}.")
  private String ranker = Rankers.DEFAULT;

  @Option(names = "--explain", order = 13, description = "Show every factor of every score.")
  private boolean explained;

  @Option(
      names = "--now",
      order = 14,
      paramLabel = "TIME",
      description = "From where \"last year\" and the like in the question are seen; default: now.")
  private @Nullable String now;

  /// What is asked.
  Request request(TimeOptions times) {
    return Request.of(question())
        .about(about.in(times))
        .known(times.givenKnown())
        .inZone(times.givenZone())
        .seenFrom(seenFrom(times))
        .top(top)
        .of(filter.filter())
        .inStates(states.isEmpty() ? StatePolicy.DEFAULT : new StatePolicy(states))
        .rankedBy(ranker)
        .explained(explained);
  }

  boolean isGiven() {
    return !question.isEmpty();
  }

  private String question() {
    return String.join(" ", question);
  }

  private @Nullable Instant seenFrom(TimeOptions times) {
    return now == null
        ? null
        : LocalTimes.parseAbout(now, times.zone(), times.isZoneAssumed())
            .at(times.zone(), times.isZoneAssumed())
            .instant();
  }
}
