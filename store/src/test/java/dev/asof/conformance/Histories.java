package dev.asof.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the next step of a random history. The same seed makes the same history.
final class Histories {

  /// Sources that are pages; the others are archives.
  static final Set<String> PAGES = Set.of("page", "crawler");

  static final List<String> SOURCES = List.of("page", "crawler", "archive");

  private static final List<String> DOCUMENTS = List.of("act", "terms");
  private static final int TEXTS = 8;

  private final Random random;
  private int labels;

  Histories(long seed) {
    this.random = new Random(seed);
  }

  /// `-Dasof.test.seed=N` repeats a run.
  static long seed() {
    return Long.getLong("asof.test.seed", System.nanoTime());
  }

  Random random() {
    return random;
  }

  /// Any step.
  Op next(Model model) {
    Op.Place place = place();
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3, 4, 5 -> record(place);
      case 6, 7 -> asserted(place);
      case 8, 9, 10, 11 -> correct(model, place);
      case 12 -> new Op.Terminate(place, from());
      case 13 -> retract(place);
      case 14, 15 -> recall(model, place);
      case 16 -> new Op.Put(place, text());
      case 17 -> new Op.Failed(place, from());
      case 18, 19, 20 -> override(model, place);
      case 21 -> restate(model, place);
      default -> new Op.Observe(place, coin(5) ? null : text(), from());
    };
  }

  /// A record, as an import brings it.
  Op record(Op.Place place) {
    String label = "record-" + ++labels;
    int looked = from();
    return switch (random.nextInt(10)) {
      case 0 -> new Op.Undated(place, version(label, false), looked);
      case 1 -> new Op.Absent(place, label, looked);
      case 2, 3 ->
          coin(4)
              ? new Op.Saw(place, label, null, coin(2) ? "withdrawn" : "repealed", null, looked)
              : new Op.Saw(
                  place, label, version(label, true), null, coin(4) ? to(looked) : null, looked);
      default -> {
        int from = from();
        boolean nothing = coin(6);
        yield new Op.Stated(
            place,
            label,
            nothing ? null : version(label, true),
            nothing ? (coin(2) ? "withdrawn" : "repealed") : null,
            from,
            coin(3) ? to(from) : null,
            looked);
      }
    };
  }

  Op.Place place() {
    return new Op.Place(
        DOCUMENTS.get(random.nextInt(DOCUMENTS.size())),
        SOURCES.get(random.nextInt(SOURCES.size())),
        coin(8) ? "north" : "");
  }

  private Op asserted(Op.Place place) {
    int from = from();
    return new Op.Assert(place, text(), from, coin(3) ? to(from) : null, coin(3));
  }

  private Op correct(Model model, Op.Place place) {
    int from = from();
    Integer to = coin(4) ? null : to(from);
    List<Op.Version> known = model.versions(place);
    return !known.isEmpty() && coin(2)
        ? new Op.Correct(place, known.get(random.nextInt(known.size())), true, from, to)
        : new Op.Correct(place, text(), false, from, to);
  }

  private Op retract(Op.Place place) {
    int from = from();
    return new Op.Retract(place, coin(5) ? null : from, coin(3) ? null : to(from));
  }

  private Op override(Model model, Op.Place place) {
    String section = Model.SECTIONS.get(random.nextInt(Model.SECTIONS.size()));
    if (!model.knows(place, section)) {
      return record(place);
    }
    List<Op.Version> having =
        model.versions(place).stream().filter(version -> version.has(section)).toList();
    int from = from();
    Integer to = coin(2) ? null : to(from);
    return coin(3)
        ? new Op.OverrideSection(place, section, null, coin(2) ? "repealed" : "withdrawn", from, to)
        : new Op.OverrideSection(
            place, section, having.get(random.nextInt(having.size())), null, from, to);
  }

  private Op restate(Model model, Op.Place place) {
    List<Integer> starts = new ArrayList<>();
    List<Op.Entry> entries = new ArrayList<>();
    List<Op.Version> known = model.versions(place);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int from = from();
      if (!starts.contains(from)) {
        starts.add(from);
        Integer to = coin(3) ? to(from) : null;
        entries.add(
            coin(6)
                ? new Op.Entry(null, "repealed", from, to)
                : new Op.Entry(
                    known.isEmpty() || coin(2) ? text() : known.get(random.nextInt(known.size())),
                    null,
                    from,
                    to));
      }
    }
    return new Op.Restate(place, entries);
  }

  private Op recall(Model model, Op.Place place) {
    int live = model.statements(place);
    return live == 0 ? record(place) : new Op.Recall(place, random.nextInt(live));
  }

  /// A text of an operator: its label follows from it, so that the same text is the same version.
  private Op.Version text() {
    int text = random.nextInt(TEXTS);
    return new Op.Version(text, "text-" + text, Map.of());
  }

  private Op.Version version(String label, boolean dated) {
    Op.Version plain = new Op.Version(random.nextInt(TEXTS), label, Map.of());
    if (!dated || !coin(2)) {
      return plain;
    }
    Map<String, Op.Dates> dates = new LinkedHashMap<>();
    for (String section : Model.SECTIONS) {
      if (plain.has(section) && coin(2)) {
        Integer from = coin(2) ? null : from();
        Integer to = from != null && coin(2) ? null : to(from == null ? 0 : from);
        dates.put(section, new Op.Dates(from, to));
      }
    }
    return new Op.Version(plain.text(), label, dates);
  }

  private int from() {
    return random.nextInt(Grid.POINTS);
  }

  private int to(int from) {
    return from + 1 + random.nextInt(Grid.POINTS);
  }

  private boolean coin(int sides) {
    return random.nextInt(sides) == 0;
  }

  /// Steps that mean the same in every order: records of an archive with different starts, and
  /// looks at different instants.
  List<Op> orderless() {
    List<Integer> points = new ArrayList<>();
    for (int i = 0; i < Grid.POINTS; i++) {
      points.add(i);
    }
    Collections.shuffle(points, random);
    List<Op> steps = new ArrayList<>();
    Op.Place archive = new Op.Place("act", "archive", "");
    Op.Place crawler = new Op.Place("act", "crawler", "");
    for (int i = 0; i < 7; i++) {
      int from = points.get(i);
      String label = "record-" + ++labels;
      steps.add(
          new Op.Stated(
              archive, label, version(label, true), null, from, coin(2) ? to(from) : null, 0));
    }
    Collections.shuffle(points, random);
    for (int i = 0; i < 8; i++) {
      Op.@Nullable Version seen = coin(4) ? null : text();
      steps.add(new Op.Observe(crawler, seen, points.get(i)));
    }
    return steps;
  }
}
