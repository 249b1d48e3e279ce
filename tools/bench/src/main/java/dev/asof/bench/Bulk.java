package dev.asof.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/// Many versions that come at once, and then all documents at a point.
final class Bulk {

  private static final int VERSIONS = 2;
  private static final Duration SPAN = Duration.ofDays(60);

  private final Sizes sizes;
  private final long seed;

  Bulk(Sizes sizes, Random random) {
    this.sizes = sizes;
    this.seed = random.nextLong();
  }

  void run(Rounds rounds) throws Exception {
    rounds.begin();
    int versions = sizes.bulkDocuments() * VERSIONS;
    rounds.load("import of " + versions + " versions", this::history);
    rounds.settle();
    Model model = new Model();
    history().forEachRemaining(model::apply);
    rounds.mark(model);
    Histories histories = new Histories(new Random(seed + 1));
    for (int round = 0; round < sizes.whole(); round++) {
      Instant about = histories.about(SPAN);
      rounds.snapshot(
          "snapshot of " + sizes.bulkDocuments() + " documents",
          model.snapshot(about, 0),
          about,
          0);
    }
    lookUp(rounds, model, histories);
  }

  private Iterator<Op> history() {
    return new Histories(new Random(seed)).bulk(sizes.bulkDocuments(), VERSIONS);
  }

  private void lookUp(Rounds rounds, Model model, Histories histories) throws Exception {
    Random random = new Random(seed + 2);
    for (int round = 0; round < sizes.whole(); round++) {
      List<Instant> abouts =
          random.ints(sizes.lookups()).mapToObj(none -> histories.about(SPAN)).toList();
      List<String> documents =
          random.ints(sizes.lookups(), 0, sizes.bulkDocuments()).mapToObj(i -> "b" + i).toList();
      List<String> right =
          IntStream.range(0, abouts.size())
              .mapToObj(i -> Objects.requireNonNull(model.at(documents.get(i), abouts.get(i), 0)))
              .toList();
      rounds.ask("lookup", right, (subject, i) -> subject.at(documents.get(i), abouts.get(i)));
    }
  }
}
