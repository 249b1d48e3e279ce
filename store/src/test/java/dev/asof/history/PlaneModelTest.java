package dev.asof.history;

import static dev.asof.schema.generated.Tables.STATEMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.id.StatementId;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random histories through the real store, and every answer about the whole plane against a slow,
/// obvious model: for each transaction the list of statements that were live, and for a point the
/// statements gone through one by one.
///
/// The grid has every boundary, the instant before it, and valid times that lie between two system
/// times.
class PlaneModelTest {

  private static final int HISTORIES = 5;
  private static final int OPERATIONS = 24;
  private static final List<String> SOURCES = List.of("a", "b");

  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime());

  /// @param why why nothing applies; null: `label` does
  private record Said(
      StatementId id,
      boolean replaces,
      @Nullable String label,
      @Nullable String why,
      TimeRange stated) {
    String named() {
      return why == null ? String.valueOf(label) : why;
    }
  }

  private record Look(String source, Instant looked, String text, String label, Instant recorded) {}

  private enum Lane {
    ASSERTED,
    OBSERVED
  }

  /// Everything about one document.
  private static final class Model {
    final String document;
    final TreeMap<Instant, List<List<Said>>> live = new TreeMap<>();
    final List<Look> looks = new ArrayList<>();
    final List<Receipt> receipts = new ArrayList<>();
    final TreeSet<Instant> times = new TreeSet<>();

    Model(String document) {
      this.document = document;
    }

    List<Said> liveAt(int source, Instant known) {
      var entry = live.floorEntry(known);
      return entry == null ? List.of() : entry.getValue().get(source);
    }

    @Nullable String lane(int source, Lane lane, Instant about, Instant known) {
      return lane == Lane.ASSERTED
          ? asserted(source, about, known)
          : run(source, about, known).map(List::getFirst).map(Look::label).orElse(null);
    }

    private @Nullable String asserted(int source, Instant about, Instant known) {
      Said held = null;
      for (Said said : liveAt(source, known)) {
        if (said.stated().contains(about)
            && (held == null || said.replaces() || !startsLater(held, said))) {
          held = said;
        }
      }
      return held == null ? null : held.named();
    }

    private static boolean startsLater(Said held, Said next) {
      Instant mine = held.stated().fromOrNull();
      Instant theirs = next.stated().fromOrNull();
      return mine != null && (theirs == null || mine.isAfter(theirs));
    }

    /// The looks of the run that V lies in.
    private java.util.Optional<List<Look>> run(int source, Instant about, Instant known) {
      List<Look> told =
          looks.stream()
              .filter(look ->
                  look.source().equals(SOURCES.get(source)) && !look.recorded().isAfter(known))
              .toList();
      List<List<Look>> runs = new ArrayList<>();
      told.stream()
          // Of two looks at one instant the one recorded last counts, or the first one like it.
          .filter(look ->
              told.stream()
                  .filter(other -> other.looked().equals(look.looked()))
                  .max(Comparator.comparing(Look::recorded))
                  .filter(last -> last.text().equals(look.text()))
                  .isPresent())
          .filter(look ->
              told.stream()
                  .noneMatch(other ->
                      other.looked().equals(look.looked())
                          && other.text().equals(look.text())
                          && other.recorded().isBefore(look.recorded())))
          .sorted(Comparator.comparing(Look::looked).thenComparing(Look::recorded))
          .forEach(look -> {
            if (runs.isEmpty() || !runs.getLast().getFirst().text().equals(look.text())) {
              runs.add(new ArrayList<>());
            }
            runs.getLast().add(look);
          });
      return runs.reversed().stream()
          .filter(run -> !run.getFirst().looked().isAfter(about))
          .findFirst();
    }

    /// What the store answers first for a source.
    @Nullable String answer(int source, Instant about, Instant known) {
      String asserted = asserted(source, about, known);
      if (asserted != null) {
        boolean text =
            liveAt(source, known).stream()
                .anyMatch(said -> said.why() == null && asserted.equals(said.label()));
        return (text ? "asserted " : "withdrawn ") + asserted;
      }
      return run(source, about, known)
          .map(run ->
              (about.isAfter(run.getLast().looked()) ? "presumed " : "observed ")
                  + run.getFirst().label())
          .orElse(null);
    }

    List<String> answers(Instant about, Instant known) {
      List<String> answers = new ArrayList<>();
      for (int source = 0; source < SOURCES.size(); source++) {
        String answer = answer(source, about, known);
        if (answer != null) {
          answers.add(answer);
        }
      }
      return answers;
    }

    boolean decides(int source, Lane lane, Instant about, Instant known) {
      return lane == Lane.ASSERTED || asserted(source, about, known) == null;
    }

    List<Instant> abouts() {
      TreeSet<Instant> grid = new TreeSet<>();
      for (Instant time : times) {
        grid.add(time);
        grid.add(time.minus(1, ChronoUnit.MICROS));
      }
      grid.add(Instant.parse("2020-01-01T00:00:00Z"));
      grid.add(Instant.parse("2090-01-01T00:00:00Z"));
      return List.copyOf(grid);
    }

    List<Instant> knowns() {
      TreeSet<Instant> grid = new TreeSet<>();
      for (Receipt receipt : receipts) {
        Instant time = Story.there(receipt.systemTime());
        grid.add(time);
        grid.add(time.minus(1, ChronoUnit.MICROS));
      }
      return List.copyOf(grid);
    }
  }

  @Test
  void everyAnswerAboutThePlaneIsWhatTheModelSaysAtEveryPoint() {
    try (Story story = new Story()) {
      for (int history = 0; history < HISTORIES; history++) {
        Random random = new Random(SEED + history);
        Model model = new Model("act" + history);
        List<List<Said>> live = new ArrayList<>(List.of(new ArrayList<>(), new ArrayList<>()));
        for (int operation = 0; operation < OPERATIONS; operation++) {
          operate(story, model, live, random, operation);
        }
        try {
          points(story, model, random);
          histories(story, model);
          timelines(story, model, random);
          learned(story, model, random);
          changes(story, model, random);
          exposures(story, model);
        } catch (AssertionError e) {
          throw new AssertionError("-Dasof.test.seed=" + SEED + " history " + history, e);
        }
      }
    }
  }

  private static void operate(
      Story story, Model model, List<List<Said>> live, Random random, int operation) {
    int at = random.nextInt(SOURCES.size());
    String source = SOURCES.get(at);
    Instant from = time(model, random);
    Instant to = random.nextInt(3) == 0 ? null : later(model, from, random);
    String pool = source + "p" + random.nextInt(4);
    String own = source + "s" + operation;
    List<Said> mine = live.get(at);
    switch (random.nextInt(7)) {
      case 0 -> {
        if (mine.isEmpty()) {
          return;
        }
        Said recalled = mine.get(random.nextInt(mine.size()));
        wrote(
            story,
            model,
            live,
            () -> story.write("recall", new Change.Recall(recalled.id())),
            at,
            null,
            recalled);
      }
      case 1 ->
          wrote(
              story,
              model,
              live,
              () -> story.states(source, model.document, own, own, text(from), textOrNull(to)),
              at,
              new Said(new StatementId(0), false, own, null, TimeRange.of(from, to)),
              null);
      case 2 ->
          wrote(
              story,
              model,
              live,
              () -> story.asserts(source, model.document, pool, pool, text(from), textOrNull(to)),
              at,
              new Said(new StatementId(0), false, pool, null, TimeRange.of(from, to)),
              null);
      case 3 ->
          wrote(
              story,
              model,
              live,
              () -> story.corrects(source, model.document, pool, pool, text(from), textOrNull(to)),
              at,
              new Said(new StatementId(0), true, pool, null, TimeRange.of(from, to)),
              null);
      case 4 -> {
        Instant end = later(model, from, random);
        wrote(
            story,
            model,
            live,
            () -> story.retracts(source, model.document, text(from), text(end)),
            at,
            new Said(new StatementId(0), true, null, "retracted", TimeRange.between(from, end)),
            null);
      }
      case 5 ->
          wrote(
              story,
              model,
              live,
              () -> story.terminates(source, model.document, text(from)),
              at,
              new Said(new StatementId(0), true, null, "terminated", TimeRange.from(from)),
              null);
      default -> {
        String text = source + " looks like " + random.nextInt(3);
        String label = source + "o" + operation;
        Receipt receipt = story.shows(source, model.document, text(from), label, text);
        Instant recorded = Story.there(receipt.systemTime());
        model.looks.add(new Look(source, from, text, label, recorded));
        written(model, live, receipt);
        model.times.add(from);
      }
    }
  }

  private static void wrote(
      Story story,
      Model model,
      List<List<Said>> live,
      Supplier<Receipt> operation,
      int source,
      @Nullable Said said,
      @Nullable Said recalled) {
    Receipt receipt;
    try {
      receipt = operation.get();
    } catch (CallerFault nothingMatches) {
      return;
    }
    if (receipt.outcome() != Receipt.Outcome.WRITTEN) {
      return;
    }
    if (recalled != null) {
      live.get(source).remove(recalled);
    }
    if (said != null) {
      StatementId id =
          story.database.read(
              story.tenant,
              sql ->
                  sql.select(STATEMENT.STATEMENT_ID)
                      .from(STATEMENT)
                      .where(
                          STATEMENT.TENANT.eq(story.tenant),
                          STATEMENT.STATE.eq(ValidityState.ASSERTED),
                          STATEMENT.SYSTEM_FROM.eq(receipt.systemTime()))
                      .fetchSingle(STATEMENT.STATEMENT_ID));
      live.get(source)
          .add(
              new Said(
                  Objects.requireNonNull(id),
                  said.replaces(),
                  said.label(),
                  said.why(),
                  said.stated()));
      said.stated().start().ifPresent(model.times::add);
      said.stated().end().ifPresent(model.times::add);
    }
    written(model, live, receipt);
  }

  private static void written(Model model, List<List<Said>> live, Receipt receipt) {
    model.receipts.add(receipt);
    model.live.put(
        Story.there(receipt.systemTime()), live.stream().<List<Said>>map(List::copyOf).toList());
  }

  /// A day of a few, or an instant right between two transactions.
  private static Instant time(Model model, Random random) {
    if (random.nextInt(4) == 0 && !model.receipts.isEmpty()) {
      Receipt receipt = model.receipts.get(random.nextInt(model.receipts.size()));
      return Story.there(receipt.systemTime()).plus(random.nextInt(2), ChronoUnit.MICROS);
    }
    return Instant.parse("2024-01-01T00:00:00Z").plus(random.nextInt(10), ChronoUnit.DAYS);
  }

  private static Instant later(Model model, Instant from, Random random) {
    Instant to = time(model, random);
    return to.isAfter(from) ? to : from.plus(1 + random.nextInt(5), ChronoUnit.DAYS);
  }

  private static String text(Instant instant) {
    return instant.toString();
  }

  private static @Nullable String textOrNull(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static <T> T one(List<T> some, Random random) {
    return some.get(random.nextInt(some.size()));
  }

  private static TimeInput about(Instant instant) {
    return LocalTimes.parseAbout(instant.toString(), ZoneOffset.UTC, false);
  }

  private static Filter document(Model model) {
    return Filter.document(model.document);
  }

  private static boolean in(Span span, Instant at) {
    Instant from = span.from();
    Instant to = span.to();
    return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
  }

  private static Lane laneOf(Citation belief) {
    return belief.seen() == null ? Lane.ASSERTED : Lane.OBSERVED;
  }

  private static String named(Citation belief) {
    return belief.why() == null ? Story.there(belief.label()) : belief.why();
  }

  private static boolean isOf(Citation belief, int source, Lane lane) {
    return belief.source().equals(SOURCES.get(source)) && laneOf(belief) == lane;
  }

  private static void points(Story story, Model model, Random random) {
    for (int i = 0; i < 25; i++) {
      Instant about = one(model.abouts(), random);
      Instant known = one(model.knowns(), random);
      if (known.isBefore(Story.there(model.receipts.getFirst().systemTime()))) {
        continue;
      }
      assertThat(
              Story.names(
                  story.history.inForce(
                      story.tenant, document(model), about(about), Known.at(known))))
          .as("%s at %s known %s", model.document, about, known)
          .isEqualTo(model.answers(about, known));
    }
  }

  private static void histories(Story story, Model model) {
    List<HistoryLine> raw =
        story.history.history(story.tenant, document(model), Known.latest(), true).results();
    List<HistoryLine> joined =
        story.history.history(story.tenant, document(model), Known.latest(), false).results();
    assertThat(joined).hasSizeLessThanOrEqualTo(raw.size());
    for (List<HistoryLine> lines : List.of(raw, joined)) {
      for (int source = 0; source < SOURCES.size(); source++) {
        for (Lane lane : Lane.values()) {
          int of = source;
          List<Citation> beliefs =
              lines.stream()
                  .map(HistoryLine::belief)
                  .filter(belief -> isOf(belief, of, lane))
                  .toList();
          for (Instant about : model.abouts()) {
            for (Instant known : model.knowns()) {
              String wanted = model.lane(source, lane, about, known);
              assertThat(
                      beliefs.stream()
                          .filter(belief -> in(belief.valid(), about) && in(belief.system(), known))
                          .map(PlaneModelTest::named))
                  .as("%s of %s at %s known %s", lane, SOURCES.get(source), about, known)
                  .isEqualTo(wanted == null ? List.of() : List.of(wanted));
            }
          }
        }
      }
    }
  }

  private static void timelines(Story story, Model model, Random random) {
    for (int i = 0; i < 8; i++) {
      Receipt receipt = one(model.receipts, random);
      List<Citation> line =
          story.history.timeline(story.tenant, document(model), Story.at(receipt)).results();
      for (int source = 0; source < SOURCES.size(); source++) {
        for (Lane lane : Lane.values()) {
          int of = source;
          for (Instant about : model.abouts()) {
            String wanted = model.lane(source, lane, about, Story.there(receipt.systemTime()));
            assertThat(
                    line.stream()
                        .filter(belief -> isOf(belief, of, lane) && in(belief.valid(), about))
                        .map(PlaneModelTest::named))
                .as("%s of %s at %s @%d", lane, SOURCES.get(source), about, receipt.sequence())
                .isEqualTo(wanted == null ? List.of() : List.of(wanted));
          }
        }
      }
    }
  }

  private static void learned(Story story, Model model, Random random) {
    for (int i = 0; i < 10; i++) {
      Instant about = one(model.abouts(), random);
      List<Learned> spans =
          story
              .history
              .learned(story.tenant, document(model), about(about), Known.latest())
              .results();
      for (Instant known : model.knowns()) {
        List<String> wanted = model.answers(about, known);
        List<Learned> there = spans.stream().filter(span -> in(span.known(), known)).toList();
        assertThat(there).hasSizeLessThanOrEqualTo(1);
        assertThat(
                there.stream()
                    .flatMap(span -> span.results().stream())
                    .map(belief -> belief.state().word() + " " + named(belief)))
            .as("learned about %s at %s", about, known)
            .isEqualTo(wanted);
      }
      for (int j = 1; j < spans.size(); j++) {
        assertThat(spans.get(j - 1).known().to()).isEqualTo(spans.get(j).known().from());
      }
    }
  }

  private static void changes(Story story, Model model, Random random) {
    for (int i = 0; i < 12; i++) {
      List<Instant> knowns = model.knowns();
      int first = random.nextInt(knowns.size());
      Instant one = knowns.get(first);
      Instant other = knowns.get(first + random.nextInt(knowns.size() - first));
      if (other.isBefore(Story.there(model.receipts.getFirst().systemTime()))) {
        continue;
      }
      List<BeliefChange> changes =
          story
              .history
              .changes(story.tenant, document(model), Known.at(one), Known.at(other))
              .results();
      for (int source = 0; source < SOURCES.size(); source++) {
        for (Lane lane : Lane.values()) {
          int of = source;
          for (Instant about : model.abouts()) {
            String before = model.lane(source, lane, about, one);
            String after = model.lane(source, lane, about, other);
            List<BeliefChange> there =
                changes.stream()
                    .filter(change ->
                        change.source().equals(SOURCES.get(of))
                            && change.lane().name().equals(lane.name())
                            && in(change.valid(), about))
                    .toList();
            assertThat(there)
                .as("%s of %s at %s from %s to %s", lane, SOURCES.get(source), about, one, other)
                .hasSize(Objects.equals(before, after) ? 0 : 1);
            for (BeliefChange change : there) {
              assertThat(change.before() == null ? null : named(change.before())).isEqualTo(before);
              assertThat(change.after() == null ? null : named(change.after())).isEqualTo(after);
            }
          }
        }
      }
    }
  }

  private static void exposures(Story story, Model model) {
    for (Receipt receipt : model.receipts) {
      Instant at = Story.there(receipt.systemTime());
      Instant before = at.minus(1, ChronoUnit.MICROS);
      List<Exposure> exposures =
          story.history.exposure(story.tenant, receipt.sequence(), Known.latest()).results();
      for (int source = 0; source < SOURCES.size(); source++) {
        for (Lane lane : Lane.values()) {
          int of = source;
          List<Exposure> mine =
              exposures.stream().filter(exposure -> isOf(exposure.belief(), of, lane)).toList();
          for (Instant about : model.abouts()) {
            String old = model.lane(source, lane, about, before);
            String now = model.lane(source, lane, about, at);
            boolean givenUp = old != null && !old.equals(now);
            for (Instant known : model.knowns()) {
              boolean served =
                  givenUp
                      && known.isBefore(at)
                      && Objects.equals(old, model.lane(source, lane, about, known))
                      && model.decides(source, lane, about, known);
              List<Exposure> there =
                  mine.stream()
                      .filter(exposure ->
                          in(exposure.belief().valid(), about)
                              && in(exposure.belief().system(), known))
                      .toList();
              assertThat(there)
                  .as(
                      "@%d %s of %s at %s known %s",
                      receipt.sequence(), lane, SOURCES.get(source), about, known)
                  .hasSize(served ? 1 : 0);
              for (Exposure exposure : there) {
                assertThat(named(exposure.belief())).isEqualTo(old);
                assertThat(exposure.instead() == null ? null : named(exposure.instead()))
                    .isEqualTo(now);
              }
            }
          }
        }
      }
    }
  }
}
