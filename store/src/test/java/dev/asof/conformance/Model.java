package dev.asof.conformance;

import dev.asof.time.ValidityState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of the store, slow and obvious: for every point of a grid, who holds it. Shares nothing
/// with the code it judges.
final class Model {

  static final List<String> SECTIONS = List.of("s0", "s1", "s2");

  private static final int OPEN = Integer.MAX_VALUE;
  private static final int START = Integer.MIN_VALUE;

  /// How a step ends.
  enum Outcome {
    APPLIED,
    /// Nothing to write.
    UNCHANGED,
    /// An error that matches nothing.
    REFUSED
  }

  /// What is held: a version, or why nothing applies.
  private record Held(Op.@Nullable Version version, @Nullable String nothing) {
    String shown() {
      return version == null ? Objects.requireNonNull(nothing) : "text " + version.text();
    }

    boolean isText() {
      return version != null;
    }
  }

  private record Said(
      boolean replaces, Held held, int from, int to, boolean page, @Nullable Integer looked) {
    boolean covers(int point) {
      return from <= point && point < to;
    }
  }

  private record Look(int looked, long order, Held held, boolean opens, @Nullable Integer end) {
    String content() {
      return held.shown();
    }
  }

  /// What the looks of a lane say until another run decides.
  private record Run(Held held, int from, int to) {}

  private static final class Source {
    final List<Said> asserted = new ArrayList<>();
    final List<Look> looks = new ArrayList<>();
    @Nullable Held unknown;
    final Map<String, Op.Version> versions = new HashMap<>();
  }

  private final Set<String> pages;
  private final Map<Op.Place, Source> sources = new HashMap<>();
  private long order;

  /// @param pages the sources that are pages; all others are archives
  Model(Set<String> pages) {
    this.pages = Set.copyOf(pages);
  }

  /// The number of live statements in the asserted lane of a place.
  int statements(Op.Place place) {
    return at(place).asserted.size();
  }

  Set<Op.Place> places() {
    return sources.keySet();
  }

  /// Labels that can be named in a place.
  List<Op.Version> versions(Op.Place place) {
    return new ArrayList<>(at(place).versions.values());
  }

  Outcome apply(Op op) {
    Source source = at(op.place());
    return switch (op) {
      case Op.Stated stated -> {
        Said said =
            new Said(
                false,
                new Held(stated.version(), stated.nothing()),
                stated.from(),
                end(stated.to()),
                pages.contains(op.place().source()),
                stated.looked());
        if (said.page()) {
          // A page takes back the announcements it no longer makes, and corrects what it repeats.
          source.asserted.removeIf(
              old ->
                  !old.replaces()
                      && (old.from() == said.from()
                          || (old.looked() != null
                              && old.looked() < stated.looked()
                              && old.from() > stated.looked())));
        }
        source.asserted.add(said);
        keep(source, stated.version());
        if (stated.version() != null) {
          look(source, stated.looked(), said.held(), false, null);
        }
        yield Outcome.APPLIED;
      }
      case Op.Saw saw -> {
        keep(source, saw.version());
        look(
            source,
            saw.looked(),
            new Held(saw.version(), saw.nothing()),
            true,
            saw.version() == null ? null : saw.to());
        yield Outcome.APPLIED;
      }
      case Op.Undated undated -> {
        keep(source, undated.version());
        source.unknown = new Held(undated.version(), null);
        look(source, undated.looked(), source.unknown, false, null);
        yield Outcome.APPLIED;
      }
      case Op.Absent absent -> Outcome.APPLIED;
      case Op.Put put -> {
        keep(source, put.version());
        Held wanted = new Held(put.version(), null);
        if (wanted.equals(source.unknown)) {
          yield Outcome.UNCHANGED;
        }
        source.unknown = wanted;
        yield Outcome.APPLIED;
      }
      case Op.Assert asserted -> {
        keep(source, asserted.version());
        yield state(
            source,
            new Said(
                asserted.replaces(),
                new Held(asserted.version(), null),
                asserted.from(),
                end(asserted.to()),
                false,
                null));
      }
      case Op.Correct correct -> {
        if (!touches(source, correct.from(), end(correct.to()))) {
          yield Outcome.REFUSED;
        }
        keep(source, correct.version());
        yield state(
            source,
            new Said(
                true,
                new Held(correct.version(), null),
                correct.from(),
                end(correct.to()),
                false,
                null));
      }
      case Op.Terminate terminate -> {
        if (!holdsText(source, terminate.from(), OPEN)) {
          yield Outcome.REFUSED;
        }
        yield state(
            source,
            new Said(true, new Held(null, "terminated"), terminate.from(), OPEN, false, null));
      }
      case Op.Retract retract -> {
        int from = retract.from() == null ? START : retract.from();
        if (!holdsText(source, from, end(retract.to()))) {
          yield Outcome.REFUSED;
        }
        source.asserted.add(
            new Said(true, new Held(null, "retracted"), from, end(retract.to()), false, null));
        yield Outcome.APPLIED;
      }
      case Op.Recall recall -> {
        source.asserted.remove(recall.position());
        yield Outcome.APPLIED;
      }
      case Op.Observe observe -> {
        keep(source, observe.version());
        look(
            source,
            observe.looked(),
            observe.version() == null
                ? new Held(null, "gone")
                : new Held(observe.version(), null),
            true,
            null);
        yield Outcome.APPLIED;
      }
      case Op.Failed failed -> Outcome.APPLIED;
    };
  }

  private Source at(Op.Place place) {
    return sources.computeIfAbsent(place, none -> new Source());
  }

  private static int end(@Nullable Integer to) {
    return to == null ? OPEN : to;
  }

  private static void keep(Source source, Op.@Nullable Version version) {
    if (version != null) {
      source.versions.putIfAbsent(version.label(), version);
    }
  }

  private void look(
      Source source, int looked, Held held, boolean opens, @Nullable Integer end) {
    source.looks.add(new Look(looked, order++, held, opens, end));
  }

  /// Adds what an operator says, unless it is said and holds in full already.
  private static Outcome state(Source source, Said said) {
    for (Said old : source.asserted) {
      if (old.replaces() == said.replaces()
          && old.held().equals(said.held())
          && old.from() == said.from()
          && old.to() == said.to()
          && holdsItsWholeRange(source, old)) {
        return Outcome.UNCHANGED;
      }
    }
    source.asserted.add(said);
    return Outcome.APPLIED;
  }

  private static boolean holdsItsWholeRange(Source source, Said said) {
    for (int point = Grid.FIRST; point <= Grid.LAST; point++) {
      if (said.covers(point) && holder(source.asserted, point) != said) {
        return false;
      }
    }
    return true;
  }

  private static boolean touches(Source source, int from, int to) {
    for (int point = Grid.FIRST; point <= Grid.LAST; point++) {
      if (point >= from - 1 && point <= to && holder(source.asserted, point) != null) {
        return true;
      }
    }
    return false;
  }

  private static boolean holdsText(Source source, int from, int to) {
    for (int point = Grid.FIRST; point <= Grid.LAST; point++) {
      Said held = holder(source.asserted, point);
      if (point >= from && point < to && held != null && held.held().isText()) {
        return true;
      }
    }
    return false;
  }

  /// Who holds a point: in order of recording, what replaces takes it from anyone, what places only
  /// from whom has no later start.
  private static @Nullable Said holder(List<Said> statements, int point) {
    Said held = null;
    for (Said said : statements) {
      if (said.covers(point)
          && (held == null || said.replaces() || held.from() <= said.from())) {
        held = said;
      }
    }
    return held;
  }

  private static List<Run> runs(List<Look> looks) {
    List<Look> ordered = new ArrayList<>(looks);
    ordered.sort(Comparator.comparingInt(Look::looked).thenComparingLong(Look::order));
    List<Run> runs = new ArrayList<>();
    Look current = null;
    for (Look look : ordered) {
      boolean outdone =
          look.opens()
              && ordered.stream()
                  .anyMatch(
                      other ->
                          other.opens()
                              && other.looked() == look.looked()
                              && other.order() > look.order());
      if (outdone) {
        continue;
      }
      if (look.opens()) {
        if (current == null
            || !current.content().equals(look.content())
            || !Objects.equals(current.end(), look.end())) {
          if (current != null) {
            runs.add(new Run(current.held(), current.looked(), end(current.end())));
          }
          current = look;
        }
      } else if (current != null && !current.held().isText()) {
        runs.add(new Run(current.held(), current.looked(), look.looked()));
        current = null;
      }
    }
    if (current != null) {
      runs.add(new Run(current.held(), current.looked(), end(current.end())));
    }
    return runs;
  }

  private static @Nullable Held observed(List<Run> runs, int point) {
    Run latest = null;
    for (Run run : runs) {
      if (run.from() <= point
          && point < run.to()
          && (latest == null || run.from() > latest.from())) {
        latest = run;
      }
    }
    return latest == null ? null : latest.held();
  }

  /// Everything held now.
  Picture picture() {
    Map<String, String> held = new HashMap<>();
    sources.keySet().forEach(place -> draw(place, held));
    return new Picture(held);
  }

  /// What is held now in one place.
  Picture picture(Op.Place place) {
    Map<String, String> held = new HashMap<>();
    draw(place, held);
    return new Picture(held);
  }

  private void draw(Op.Place place, Map<String, String> into) {
    Source source = at(place);
    List<Run> runs = runs(source.looks);
    int points = Grid.LAST - Grid.FIRST + 1;
    @Nullable Held[] asserted = new Held[points];
    @Nullable Held[] observed = new Held[points];
    @Nullable Held[] unknown = new Held[points];
    for (int i = 0; i < points; i++) {
      Said said = holder(source.asserted, Grid.FIRST + i);
      asserted[i] = said == null ? null : said.held();
      observed[i] = observed(runs, Grid.FIRST + i);
      unknown[i] = source.unknown;
    }
    draw(place, ValidityState.ASSERTED, asserted, into);
    draw(place, ValidityState.OBSERVED, observed, into);
    draw(place, ValidityState.UNKNOWN, unknown, into);
  }

  private static void draw(
      Op.Place place, ValidityState state, @Nullable Held[] held, Map<String, String> into) {
    for (int i = 0; i < held.length; i++) {
      int point = Grid.FIRST + i;
      Held here = held[i];
      if (here != null) {
        into.put(Picture.key(place, state, null, point), here.shown());
      }
      for (String section : SECTIONS) {
        String override = override(held, i, point, section);
        if (override != null) {
          into.put(Picture.key(place, state, section, point), override);
        }
      }
    }
  }

  /// What applies for a section where that is not what its document's version says.
  private static @Nullable String override(
      @Nullable Held[] held, int index, int point, String section) {
    Held here = held[index];
    Op.Version version = here == null ? null : here.version();
    Op.Dates dates = version == null ? null : version.dates().get(section);
    if (dates != null) {
      if (dates.to() != null && dates.to() <= point) {
        return "ended";
      }
      if (dates.from() != null && dates.from() > point) {
        return "not-started";
      }
    }
    if (version != null && version.has(section)) {
      return null;
    }
    // Whatever has the section here no more: the last version before whose section was to last.
    for (int earlier = index - 1; earlier >= 0; earlier--) {
      Held before = held[earlier];
      if (before != null && before.version() != null) {
        Op.Dates lasting = before.version().dates().get(section);
        if (lasting != null && lasting.to() != null && lasting.to() > point) {
          return "text " + before.version().text();
        }
      }
    }
    return null;
  }
}
