package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.Known;
import dev.asof.schema.Database;
import dev.asof.verify.Verifier;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Random histories, checked after every step.
final class RandomRun {

  /// What was done. A correction is any step that replaces.
  record Figures(long histories, long operations, long corrections, long rows, long rereads) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0);

    Figures plus(Figures other) {
      return new Figures(
          histories + other.histories,
          operations + other.operations,
          corrections + other.corrections,
          rows + other.rows,
          rereads + other.rereads);
    }

    double rowsPerCorrection() {
      return corrections == 0 ? 0 : (double) rows / corrections;
    }
  }

  /// Design: one row for the range and at most two remainders, so 2.5 on average where ends are
  /// mixed.
  static final double MOST_ROWS_PER_CORRECTION = 2.5;

  private RandomRun() {}

  /// A history through the pure functions.
  static Figures inMemory(long seed, int operations) {
    Histories histories = new Histories(seed);
    Model model = new Model(Histories.PAGES);
    MemorySubject subject = new MemorySubject();
    long corrections = 0;
    long rows = 0;
    for (int i = 0; i < operations; i++) {
      Op op = histories.next(model);
      if (model.apply(op) == Model.Outcome.APPLIED) {
        int opened = subject.apply(op);
        if (op.replaces()) {
          corrections++;
          rows += opened;
          assertThat(opened).as("rows of %s, seed %d", op, seed).isBetween(1, 3);
        }
      }
      assertThat(model.picture(op.place()).differs(subject.rows(op.place())))
          .as("seed %d, step %d, %s", seed, i, op)
          .isEmpty();
    }
    return new Figures(1, operations, corrections, rows, 0);
  }

  /// What was answered at a time, to be asked again.
  private record Kept(
      Instant known, Picture picture, long token, String document, Instant about, String answer) {}

  /// A history through PostgreSQL: carried records first, then steps alone and in batches.
  static Figures stored(Database database, String tenant, long seed, int operations) {
    Histories histories = new Histories(seed);
    Model model = new Model(Histories.PAGES);
    StoreSubject subject = new StoreSubject(database, tenant);
    List<Kept> kept = new ArrayList<>();
    int done = 0;
    for (SourceKind kind : SourceKind.values()) {
      done += carry(subject, histories, model, kind, operations / 10, seed);
    }
    long corrections = 0;
    long rows = 0;
    long rereads = 0;
    while (done < operations) {
      List<Op> ops = new ArrayList<>();
      Op first = histories.next(model);
      Model.Outcome outcome = model.apply(first);
      ops.add(first);
      done++;
      boolean batch = outcome != Model.Outcome.REFUSED && histories.random().nextBoolean();
      for (int i = 1 + histories.random().nextInt(6); batch && i > 0 && done < operations; i--) {
        Op next = histories.next(model);
        if (!(next instanceof Op.Recall)
            && !(first instanceof Op.Recall)
            && model.apply(next) != Model.Outcome.REFUSED) {
          ops.add(next);
          done++;
        }
      }
      Receipt receipt = subject.write(ops);
      String at = "seed " + seed + ", step " + done + ", " + ops;
      if (outcome == Model.Outcome.REFUSED) {
        assertThat(receipt).as(at).isNull();
        continue;
      }
      assertThat(receipt).as(at).isNotNull();
      if (ops.size() == 1) {
        assertThat(Objects.requireNonNull(receipt).outcome())
            .as(at)
            .isEqualTo(
                outcome == Model.Outcome.APPLIED
                    ? Receipt.Outcome.WRITTEN
                    : Receipt.Outcome.UNCHANGED);
        if (first.replaces() && outcome == Model.Outcome.APPLIED) {
          long opened = receipt.opened().stream().filter(row -> row.section() == null).count();
          corrections++;
          rows += opened;
          assertThat(opened).as(at).isBetween(1L, 3L);
        }
      }
      List<Picture.Row> held = subject.rows(null);
      if (histories.random().nextInt(10) == 0) {
        assertThat(model.picture().differs(held)).as(at).isEmpty();
      } else {
        ops.stream()
            .map(Op::place)
            .distinct()
            .forEach(
                place -> assertThat(model.picture(place).differs(held, place)).as(at).isEmpty());
      }
      if (histories.random().nextInt(8) == 0
          && Objects.requireNonNull(receipt).systemTime() != null) {
        kept.add(keep(subject, histories, model, receipt));
      }
      if (!kept.isEmpty() && histories.random().nextInt(4) == 0) {
        repeat(subject, kept.get(histories.random().nextInt(kept.size())), at);
        rereads++;
      }
    }
    assertThat(model.picture().differs(subject.rows(null)))
        .as("seed %d, at the end", seed)
        .isEmpty();
    for (Kept old : kept) {
      repeat(subject, old, "at the end, seed " + seed);
      rereads++;
    }
    assertThat(new Verifier(database).verify(subject.tenant()).finding())
        .as("seed %d", seed)
        .isEmpty();
    return new Figures(1, done, corrections, rows, rereads);
  }

  private static int carry(
      StoreSubject subject,
      Histories histories,
      Model model,
      SourceKind kind,
      int records,
      long seed) {
    Instant at =
        Instant.parse(kind == SourceKind.PAGE ? "2010-01-01T00:00:00Z" : "2015-01-01T00:00:00Z");
    Map<Op, Instant> lines = new LinkedHashMap<>();
    Map<Instant, Picture> expected = new LinkedHashMap<>();
    while (lines.size() < records) {
      Op op = histories.record(histories.place());
      boolean page = Histories.PAGES.contains(op.place().source());
      if (page == (kind == SourceKind.PAGE)) {
        if (histories.random().nextInt(3) > 0) {
          at = at.plus(1 + histories.random().nextInt(3), ChronoUnit.MICROS);
        }
        model.apply(op);
        lines.put(op, at);
        expected.put(at, model.picture());
      }
    }
    subject.carry(lines, kind);
    expected.forEach((known, picture) ->
        assertThat(picture.differs(subject.rows(known)))
            .as("seed %d, carried, as known at %s", seed, known)
            .isEmpty());
    return records;
  }

  private static Kept keep(
      StoreSubject subject, Histories histories, Model model, Receipt receipt) {
    Instant about = Grid.at(histories.random().nextInt(Grid.POINTS));
    String document = histories.place().document();
    return new Kept(
        Objects.requireNonNull(receipt.systemTime()),
        model.picture(),
        receipt.sequence(),
        document,
        about,
        subject.answer(document, about, Known.token(receipt.sequence())));
  }

  private static void repeat(StoreSubject subject, Kept kept, String at) {
    assertThat(kept.picture().differs(subject.rows(kept.known())))
        .as("as known at %s, %s", kept.known(), at)
        .isEmpty();
    assertThat(subject.answer(kept.document(), kept.about(), Known.token(kept.token())))
        .as("token %d, %s", kept.token(), at)
        .isEqualTo(kept.answer());
  }

  /// Several histories through PostgreSQL, two at a time, each in a tenant of its own.
  static Figures stored(Database database, int histories, long seed, int operations) {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Figures>> all = new ArrayList<>();
      for (int history = 0; history < histories; history++) {
        int number = history;
        all.add(
            threads.submit(() -> stored(database, "random-" + number, seed + number, operations)));
      }
      Figures sum = Figures.NONE;
      for (Future<Figures> each : all) {
        sum = sum.plus(each.get());
      }
      return sum;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /// The same steps in several orders, and once as one transaction, end in the same rows.
  static void everyOrder(Database database, String tenant, long seed, int orders) {
    Histories histories = new Histories(seed);
    List<Op> steps = histories.orderless();
    @Nullable Picture first = null;
    for (int order = 0; order <= orders; order++) {
      Model model = new Model(Histories.PAGES);
      StoreSubject subject = new StoreSubject(database, tenant + "-" + order);
      steps.forEach(model::apply);
      if (order == orders) {
        subject.write(steps);
      } else {
        steps.forEach(step -> subject.write(List.of(step)));
      }
      if (first == null) {
        first = model.picture();
      }
      assertThat(first.differs(subject.rows(null))).as("seed %d, order %s", seed, steps).isEmpty();
      Collections.shuffle(steps, histories.random());
    }
  }
}
