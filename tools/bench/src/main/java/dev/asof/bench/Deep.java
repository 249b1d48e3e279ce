package dev.asof.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A few documents with many corrections each, one transaction a correction.
final class Deep {

  private static final int ROUNDS = 10;
  private static final Duration SPAN = Duration.ofDays(365 * 26);

  private final Sizes sizes;
  private final Random random;
  private final Model model = new Model();

  Deep(Sizes sizes, Random random) {
    this.sizes = sizes;
    this.random = random;
  }

  void run(Rounds rounds) throws Exception {
    rounds.begin();
    Histories histories = new Histories(random);
    rounds.mark(model);
    List<Op> firsts = new ArrayList<>();
    for (int i = 0; i < sizes.deepDocuments(); i++) {
      firsts.add(Histories.first("d" + i, "The text that the corrections correct."));
    }
    rounds.write(firsts, op -> "new document");
    firsts.forEach(model::apply);
    int each = Math.max(1, sizes.deepEach() / ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
      List<Op> ops = new ArrayList<>();
      for (int i = 0; i < each * sizes.deepDocuments(); i++) {
        ops.add(
            histories.deep(
                "d" + i % sizes.deepDocuments(), round * each * sizes.deepDocuments() + i + 1));
      }
      rounds.write(ops, op -> "correct");
      ops.forEach(model::apply);
      rounds.mark(model);
      if (round == 0) {
        rounds.settle();
      }
    }
    rounds.settle();
    for (int round = 0; round < sizes.whole(); round++) {
      ask(rounds, histories);
    }
  }

  private void ask(Rounds rounds, Histories histories) throws Exception {
    List<String> asked = new ArrayList<>();
    List<Instant> abouts = new ArrayList<>();
    List<Integer> marks = new ArrayList<>();
    List<@Nullable String> now = new ArrayList<>();
    List<@Nullable String> then = new ArrayList<>();
    List<List<String>> learned = new ArrayList<>();
    for (int i = 0; i < sizes.lookups(); i++) {
      String document = "d" + random.nextInt(sizes.deepDocuments());
      Instant about = histories.about(SPAN);
      int mark = random.nextInt(model.marks());
      asked.add(document);
      abouts.add(about);
      marks.add(mark);
      now.add(model.at(document, about, model.marks() - 1));
      then.add(model.at(document, about, mark));
      if (i < Math.max(1, sizes.lookups() / 20)) {
        learned.add(model.learned(document, about));
      }
    }
    rounds.<@Nullable String>ask(
        "lookup", now, (subject, i) -> subject.at(asked.get(i), abouts.get(i)));
    rounds.<@Nullable String>ask(
        "lookup as known",
        then,
        (subject, i) -> subject.at(asked.get(i), abouts.get(i), marks.get(i)));
    rounds.ask("learned", learned, (subject, i) -> subject.learned(asked.get(i), abouts.get(i)));
  }
}
