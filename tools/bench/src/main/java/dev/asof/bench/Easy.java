package dev.asof.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Many documents with a short history each.
final class Easy {

  static final String NAME = "easy";

  private static final int CHANGES = 10;
  private static final int BATCH = 100;

  /// Long enough for what the changes speak of, and a while after.
  private static final Duration SPAN = Duration.ofDays(30L * CHANGES);

  private final Sizes sizes;
  private final Random random;
  private final Model model = new Model();

  Easy(Sizes sizes, Random random) {
    this.sizes = sizes;
    this.random = random;
  }

  void run(Rounds rounds) throws Exception {
    rounds.begin();
    Histories histories = new Histories(random);
    List<Op> ops = histories.easy(sizes.documents(), CHANGES);
    rounds.mark(model);
    int size = Math.max(1, ops.size() / sizes.easyRounds());
    for (int from = 0; from < ops.size(); from += size) {
      List<Op> some = ops.subList(from, Math.min(from + size, ops.size()));
      rounds.write(some, Easy::operation);
      some.forEach(model::apply);
      rounds.mark(model);
      if (from == 0) {
        rounds.settle();
      }
      lookUp(rounds, histories);
    }
    learn(rounds, histories);
    change(rounds);
    batch(rounds, histories);
    rounds.mark(model);
    lookUp(rounds, histories);
  }

  private static String operation(Op op) {
    if (op.isCorrection()) {
      return "correct";
    }
    return op.from().equals(Histories.FIRST) ? "new document" : "forward";
  }

  private void lookUp(Rounds rounds, Histories histories) throws Exception {
    List<String> documents = List.copyOf(model.documents());
    List<String> asked = new ArrayList<>();
    List<Instant> abouts = new ArrayList<>();
    List<Integer> marks = new ArrayList<>();
    List<@Nullable String> now = new ArrayList<>();
    List<@Nullable String> then = new ArrayList<>();
    for (int i = 0; i < sizes.lookups(); i++) {
      String document = documents.get(random.nextInt(documents.size()));
      Instant about = histories.about(SPAN);
      int mark = random.nextInt(model.marks());
      asked.add(document);
      abouts.add(about);
      marks.add(mark);
      now.add(model.at(document, about, model.marks() - 1));
      then.add(model.at(document, about, mark));
    }
    rounds.<@Nullable String>ask(
        "lookup", now, (subject, i) -> subject.at(asked.get(i), abouts.get(i)));
    rounds.<@Nullable String>ask(
        "lookup as known",
        then,
        (subject, i) -> subject.at(asked.get(i), abouts.get(i), marks.get(i)));
  }

  private void learn(Rounds rounds, Histories histories) throws Exception {
    List<String> documents = List.copyOf(model.documents());
    for (int round = 0; round < sizes.whole(); round++) {
      List<String> asked = new ArrayList<>();
      List<Instant> abouts = new ArrayList<>();
      List<List<String>> right = new ArrayList<>();
      for (int i = 0; i < Math.max(1, sizes.lookups() / 5); i++) {
        String document = documents.get(random.nextInt(documents.size()));
        Instant about = histories.about(SPAN);
        asked.add(document);
        abouts.add(about);
        right.add(model.learned(document, about));
      }
      rounds.ask("learned", right, (subject, i) -> subject.learned(asked.get(i), abouts.get(i)));
    }
  }

  /// Between neighbouring marks, and between the first and the last.
  private void change(Rounds rounds) throws Exception {
    int last = model.marks() - 1;
    for (int round = 0; round < sizes.whole(); round++) {
      int earlier = random.nextInt(last);
      rounds.ask(
          "changes of a round",
          List.of(model.changed(earlier, earlier + 1)),
          (subject, i) -> subject.changed(earlier, earlier + 1));
      rounds.ask(
          "changes of all",
          List.of(model.changed(0, last)),
          (subject, i) -> subject.changed(0, last));
    }
  }

  private void batch(Rounds rounds, Histories histories) throws Exception {
    List<String> documents = List.copyOf(model.documents());
    int number = 0;
    for (int round = 0; round < sizes.batches(); round++) {
      List<Op> ops = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        String document = documents.get(random.nextInt(documents.size()));
        ops.add(histories.corrects(document, document + "-batch" + number++, SPAN));
      }
      rounds.batch("correct, in batches of 100", ops);
      ops.forEach(model::apply);
    }
  }
}
