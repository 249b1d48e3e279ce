package dev.asof.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One document that is corrected again and again: what a correction and a lookup cost at each
/// depth. Those between are written a hundred at a time.
final class Hot {

  private static final String DOCUMENT = "hot";
  private static final int BATCH = 100;
  private static final int MEASURED = 50;
  private static final Duration SPAN = Duration.ofDays(365 * 26);

  private final Sizes sizes;
  private final Random random;
  private final Model model = new Model();
  private int done;

  Hot(Sizes sizes, Random random) {
    this.sizes = sizes;
    this.random = random;
  }

  void run(Rounds rounds) throws Exception {
    rounds.begin();
    Histories histories = new Histories(random);
    Op first = Histories.first(DOCUMENT, "The text that the corrections correct.");
    write(rounds, List.of(first));
    for (int depth = 10; depth <= sizes.hot(); depth *= 10) {
      while (done < depth) {
        List<Op> ops = new ArrayList<>();
        while (ops.size() < BATCH && done < depth) {
          ops.add(histories.deep(DOCUMENT, ++done));
        }
        write(rounds, ops);
      }
      rounds.mark(model);
      rounds.settle();
      String at = " at depth " + depth;
      for (int round = 0; round < sizes.whole(); round++) {
        ask(rounds, histories, at);
      }
      for (int round = 0; round < sizes.whole(); round++) {
        List<Op> ops = new ArrayList<>();
        for (int i = 0; i < MEASURED / sizes.whole() && depth > 10; i++) {
          ops.add(histories.deep(DOCUMENT, ++done));
        }
        rounds.write(ops, op -> "correct" + at);
        ops.forEach(model::apply);
      }
    }
  }

  private void write(Rounds rounds, List<Op> ops) throws Exception {
    for (Subject subject : rounds.next()) {
      subject.write(ops);
    }
    ops.forEach(model::apply);
  }

  private void ask(Rounds rounds, Histories histories, String at) throws Exception {
    List<Instant> abouts = new ArrayList<>();
    List<@Nullable String> now = new ArrayList<>();
    rounds.mark(model);
    for (int i = 0; i < sizes.lookups(); i++) {
      Instant about = histories.about(SPAN);
      abouts.add(about);
      now.add(model.at(DOCUMENT, about, model.marks() - 1));
    }
    rounds.<@Nullable String>ask(
        "lookup" + at, now, (subject, i) -> subject.at(DOCUMENT, abouts.get(i)));
  }
}
