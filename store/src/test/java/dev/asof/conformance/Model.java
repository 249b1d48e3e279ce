package dev.asof.conformance;

import dev.asof.time.ValidityState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of the store, slow and obvious: for every point of a grid, who holds it. Shares
/// nothing with the code it judges.
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

  /// @param section null: about the document
  private record Said(
      @Nullable String section,
      boolean replaces,
      Held held,
      int from,
      int to,
      boolean page,
      @Nullable Integer looked) {
    boolean covers(int point) {
      return from <= point && point < to;
    }

    static Said byOperator(boolean replaces, Held held, int from, int to) {
      return new Said(null, replaces, held, from, to, false, null);
    }

    boolean saysTheSameAs(Said other) {
      return Objects.equals(section, other.section)
          && replaces == other.replaces
          && held.equals(other.held)
          && from == other.from
          && to == other.to
          && page == other.page
          && Objects.equals(looked, other.looked);
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
  private final Set<String> documents = new HashSet<>();
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

  /// Whether a version of the document in this place was seen to have the section.
  boolean knows(Op.Place place, String section) {
    return at(place).versions.values().stream().anyMatch(version -> version.has(section));
  }

  /// Versions that can be named in a place.
  List<Op.Version> versions(Op.Place place) {
    return new ArrayList<>(at(place).versions.values());
  }

  Outcome apply(Op op) {
    Outcome outcome = outcome(op);
    if (outcome != Outcome.REFUSED) {
      documents.add(op.place().document());
    }
    return outcome;
  }

  private Outcome outcome(Op op) {
    Source source = at(op.place());
    return switch (op) {
      case Op.Stated stated -> {
        Said said =
            new Said(
                null,
                false,
                new Held(stated.version(), stated.nothing()),
                stated.from(),
                end(stated.to()),
                pages.contains(op.place().source()),
                stated.looked());
        // An announcement that a later look of the page no longer showed arrives too late.
        boolean late =
            said.page()
                && source.asserted.stream()
                    .anyMatch(by ->
                        by.section() == null
                            && !by.replaces()
                            && by.page()
                            && by.looked() != null
                            && by.from() != said.from()
                            && stated.looked() < by.looked()
                            && by.looked() < said.from());
        if (said.page()) {
          // A page takes back the announcements it no longer makes, and corrects what it repeats.
          source.asserted.removeIf(old ->
              old.section() == null
                  && !old.replaces()
                  && ((!late && old.from() == said.from())
                      || (old.looked() != null
                          && old.looked() < stated.looked()
                          && old.from() > stated.looked())));
        }
        if (!late) {
          source.asserted.add(said);
        }
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
            Said.byOperator(
                asserted.replaces(),
                new Held(asserted.version(), null),
                asserted.from(),
                end(asserted.to())));
      }
      case Op.Correct correct -> {
        if (!touches(source, correct.from(), end(correct.to()))) {
          yield Outcome.REFUSED;
        }
        keep(source, correct.version());
        yield state(
            source,
            Said.byOperator(
                true, new Held(correct.version(), null), correct.from(), end(correct.to())));
      }
      case Op.Terminate terminate -> {
        if (!holdsText(source, terminate.from(), OPEN)) {
          yield Outcome.REFUSED;
        }
        yield state(
            source, Said.byOperator(true, new Held(null, "terminated"), terminate.from(), OPEN));
      }
      case Op.Retract retract -> {
        int from = retract.from() == null ? START : retract.from();
        if (!holdsText(source, from, end(retract.to()))) {
          yield Outcome.REFUSED;
        }
        yield state(
            source, Said.byOperator(true, new Held(null, "retracted"), from, end(retract.to())));
      }
      case Op.Restate restate -> restate(source, restate);
      case Op.OverrideSection override -> {
        if (!documents.contains(op.place().document())) {
          yield Outcome.REFUSED;
        }
        yield state(
            source,
            new Said(
                override.section(),
                true,
                new Held(override.version(), override.nothing()),
                override.from(),
                end(override.to()),
                false,
                null));
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
            observe.version() == null ? new Held(null, "gone") : new Held(observe.version(), null),
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

  private void look(Source source, int looked, Held held, boolean opens, @Nullable Integer end) {
    source.looks.add(new Look(looked, order++, held, opens, end));
  }

  /// Adds what an operator says, unless it was said before and nothing would change.
  private static Outcome state(Source source, Said said) {
    List<Said> with = new ArrayList<>(source.asserted);
    with.add(said);
    String section = said.section();
    boolean changes =
        section == null
            ? !Arrays.equals(holders(source.asserted), holders(with))
            : !Arrays.equals(stated(source.asserted, section), stated(with, section));
    if (!changes && source.asserted.stream().anyMatch(old -> old.saysTheSameAs(said))) {
      return Outcome.UNCHANGED;
    }
    source.asserted.add(said);
    return Outcome.APPLIED;
  }

  private static Outcome restate(Source source, Op.Restate restate) {
    List<Said> stale =
        new ArrayList<>(source.asserted.stream().filter(said -> said.section() == null).toList());
    if (stale.isEmpty()) {
      return Outcome.REFUSED;
    }
    List<Said> missing = new ArrayList<>();
    for (Op.Entry entry : restate.entries()) {
      keep(source, entry.version());
      Said wanted =
          Said.byOperator(
              false, new Held(entry.version(), entry.nothing()), entry.from(), end(entry.to()));
      Said same = null;
      for (Said old : stale) {
        if (!old.replaces()
            && old.held().equals(wanted.held())
            && old.from() == wanted.from()
            && old.to() == wanted.to()) {
          same = old;
        }
      }
      if (same == null) {
        missing.add(wanted);
      } else {
        remove(stale, same);
      }
    }
    stale.forEach(old -> remove(source.asserted, old));
    source.asserted.addAll(missing);
    return stale.isEmpty() && missing.isEmpty() ? Outcome.UNCHANGED : Outcome.APPLIED;
  }

  /// By identity: equal statements are two.
  @SuppressWarnings("ReferenceEquality")
  private static void remove(List<Said> from, Said one) {
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i) == one) {
        from.remove(i);
        return;
      }
    }
  }

  private static @Nullable Held[] holders(List<Said> statements) {
    @Nullable Held[] held = new Held[Grid.LAST - Grid.FIRST + 1];
    for (int i = 0; i < held.length; i++) {
      Said said = holder(statements, Grid.FIRST + i);
      held[i] = said == null ? null : said.held();
    }
    return held;
  }

  /// What was stated for a section, point by point.
  private static @Nullable Held[] stated(List<Said> statements, String section) {
    @Nullable Held[] document = holders(statements);
    @Nullable Held[] held = new Held[document.length];
    for (Said said : statements) {
      if (section.equals(said.section())) {
        int end = said.to() == OPEN ? endOf(said, document) : said.to();
        for (int i = 0; i < held.length; i++) {
          if (said.from() <= Grid.FIRST + i && Grid.FIRST + i < end) {
            held[i] = said.held();
          }
        }
      }
    }
    return held;
  }

  /// Where a statement without an end ends: with the belief in the version it names, the one that
  /// holds at its start or the first after; else with whatever is held at its start.
  private static int endOf(Said said, @Nullable Held[] document) {
    int start = said.from() - Grid.FIRST;
    if (said.held().isText()) {
      for (int i = start; i < document.length; i++) {
        if (said.held().equals(document[i])) {
          return endOfSpan(document, i);
        }
      }
    }
    return document[start] == null ? OPEN : endOfSpan(document, start);
  }

  private static int endOfSpan(@Nullable Held[] document, int from) {
    for (int i = from; i < document.length; i++) {
      if (!Objects.equals(document[i], document[from])) {
        return Grid.FIRST + i;
      }
    }
    return OPEN;
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
      if (said.section() == null
          && said.covers(point)
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
                  .anyMatch(other ->
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
          // Of looks that show the same at one instant, the first names the run.
          current =
              ordered.stream()
                  .filter(first ->
                      first.opens()
                          && first.looked() == look.looked()
                          && first.content().equals(look.content())
                          && Objects.equals(first.end(), look.end()))
                  .findFirst()
                  .orElseThrow();
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
    @Nullable Held[] asserted = holders(source.asserted);
    @Nullable Held[] observed = new Held[points];
    @Nullable Held[] unknown = new Held[points];
    for (int i = 0; i < points; i++) {
      observed[i] = observed(runs, Grid.FIRST + i);
      unknown[i] = source.unknown;
    }
    draw(place, ValidityState.ASSERTED, asserted, into);
    draw(place, ValidityState.OBSERVED, observed, into);
    draw(place, ValidityState.UNKNOWN, unknown, into);
    for (String section : SECTIONS) {
      @Nullable Held[] stated = stated(source.asserted, section);
      for (int i = 0; i < points; i++) {
        Held held = stated[i];
        if (held != null) {
          into.put(
              Picture.key(place, ValidityState.ASSERTED, section + "!", Grid.FIRST + i),
              held.shown());
        }
      }
    }
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
    if (here != null && version == null) {
      return null;
    }
    // Nobody has the section here: the last version before whose section was to last.
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
