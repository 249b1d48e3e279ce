package dev.asof.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;

/// Makes the changes of the workloads; the same seed makes the same.
final class Histories {

  static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

  private static final Duration MONTH = Duration.ofDays(30);

  /// The last day of a month takes no correction, so that each ends before the next text begins.
  private static final int SECONDS_CORRECTED = Math.toIntExact(MONTH.minusDays(1).toSeconds());

  private static final List<String> WORDS =
      List.of(
          "the",
          "provider",
          "shall",
          "notify",
          "every",
          "customer",
          "within",
          "thirty",
          "days",
          "of",
          "any",
          "change",
          "to",
          "these",
          "terms",
          "and",
          "records",
          "are",
          "kept",
          "for",
          "seven",
          "years",
          "unless",
          "law",
          "requires",
          "otherwise",
          "fees",
          "rate",
          "article");

  private final Random random;

  Histories(Random random) {
    this.random = random;
  }

  static Op first(String document, String text) {
    return new Op(document, document + "-0", text, FIRST, null);
  }

  /// Documents with `each` changes, 60 % of them from a later time on and 40 % of a past range, in
  /// the order in which they come: the first of all documents, then the second.
  List<Op> easy(int documents, int each) {
    List<List<Op>> histories = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      histories.add(history("e" + i, each));
    }
    List<Op> ops = new ArrayList<>();
    for (int step = 0; step < each; step++) {
      Collections.shuffle(histories, random);
      for (List<Op> history : histories) {
        ops.add(history.get(step));
      }
    }
    return ops;
  }

  private List<Op> history(String document, int each) {
    List<Boolean> corrects = new ArrayList<>();
    for (int i = 1; i < each; i++) {
      corrects.add(i <= Math.round(each * 0.4));
    }
    Collections.shuffle(corrects, random);
    List<Op> ops = new ArrayList<>();
    ops.add(first(document, text()));
    int months = 0;
    for (boolean correction : corrects) {
      String version = document + "-" + ops.size();
      if (correction) {
        ops.add(correction(document, version, FIRST.plus(MONTH.multipliedBy(months))));
      } else {
        months++;
        ops.add(new Op(document, version, text(), FIRST.plus(MONTH.multipliedBy(months)), null));
      }
    }
    return ops;
  }

  /// A change of a range that ends before a month after `last` is over.
  private Op correction(String document, String version, Instant last) {
    int span = Math.toIntExact(Duration.between(FIRST, last).toSeconds()) + SECONDS_CORRECTED;
    int from = random.nextInt(span - 1);
    int to = from + 1 + random.nextInt(Math.min(SECONDS_CORRECTED, span - from - 1) + 1);
    return new Op(
        document, version, text(), FIRST.plusSeconds(from), FIRST.plusSeconds(Math.min(to, span)));
  }

  /// A correction of up to a month that lies in a span from the first instant on.
  Op corrects(String document, String version, Duration span) {
    return correction(document, version, FIRST.plus(span).minus(MONTH));
  }

  /// A correction of up to a day somewhere in 25 years.
  Op deep(String document, int number) {
    Instant from = FIRST.plusSeconds(random.nextInt(800_000_000));
    return new Op(
        document,
        document + "-" + number,
        text(),
        from,
        from.plusSeconds(1 + random.nextInt(80_000)));
  }

  /// Each document's versions one after the other, the last until further notice.
  Iterator<Op> bulk(int documents, int versions) {
    return new Iterator<>() {
      private int made;

      @Override
      public boolean hasNext() {
        return made < documents * versions;
      }

      @Override
      public Op next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int number = made % versions;
        String document = "b" + made / versions;
        made++;
        return new Op(
            document,
            document + "-" + number,
            text(),
            FIRST.plus(MONTH.multipliedBy(number)),
            number == versions - 1 ? null : FIRST.plus(MONTH.multipliedBy(number + 1)));
      }
    };
  }

  /// A sentence of about 200 characters that no other document has.
  String text() {
    StringBuilder text = new StringBuilder().append(Long.toHexString(random.nextLong()));
    while (text.length() < 200) {
      text.append(' ').append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.append('.').toString();
  }

  /// Somewhere in the time that a workload speaks of.
  Instant about(Duration span) {
    return FIRST.plusSeconds(random.nextLong(span.toSeconds()));
  }
}
