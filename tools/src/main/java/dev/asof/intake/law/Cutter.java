package dev.asof.intake.law;

import dev.asof.intake.law.LawOptions.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cuts a document into sections: at its articles or what it has in their place, and further down
/// where a smaller provision has times of its own.
final class Cutter {
  /// What holds provisions and has little text of its own.
  private static final Set<String> HOLDERS =
      Set.of(
          "part",
          "chapter",
          "title",
          "book",
          "tome",
          "division",
          "subpart",
          "subchapter",
          "subtitle",
          "subdivision",
          "hcontainer");

  /// As the naming convention shortens elements in identifiers.
  private static final Map<String, String> SHORT =
      Map.of(
          "article", "art",
          "section", "sec",
          "chapter", "chp",
          "paragraph", "para",
          "subsection", "subsec",
          "subparagraph", "subpara",
          "clause", "cl",
          "division", "dvs",
          "transitional", "trans");

  private final LawOptions options;
  private final Periods periods;
  private final Map<String, Unit> byId = new HashMap<>();
  private final List<LawSection> sections = new ArrayList<>();
  private long made;

  private Cutter(LawOptions options, Periods periods) {
    this.options = options;
    this.periods = periods;
  }

  /// @param sections in order; those that stand in for each other are marked as alternatives
  /// @param made number of keys that had to be made, because a provision has no identifier
  record Cut(List<LawSection> sections, long made) {}

  static Cut cut(LawDocument document, LawOptions options, Periods periods) {
    Cutter cutter = new Cutter(options, periods);
    document.parts().forEach(cutter::index);
    document.parts().forEach(cutter::part);
    return new Cut(cutter.marked(), cutter.made);
  }

  private void index(Unit unit) {
    if (unit.eId != null) {
      byId.putIfAbsent(unit.eId, unit);
    }
    unit.units().forEach(this::index);
  }

  private void part(Unit part) {
    String id = idOf(part);
    String key = id == null ? part.name : id;
    boolean inBody = Names.BODIES.contains(part.name);
    if (!inBody) {
      add(key, part, part.blocks(true), periods.of(part), part.isRemoved(), false);
      return;
    }
    below(key, part, List.of(), part.isRemoved());
  }

  /// The units of one that is cut, and what stands before, between and behind them.
  private void below(String key, Unit unit, List<Stated> times, boolean removed) {
    List<String> own = new ArrayList<>();
    int stretch = 0;
    int place = 0;
    boolean begun = false;
    for (Object part : unit.parts) {
      if (part instanceof Unit child) {
        if (!begun || !own.isEmpty()) {
          stretch = stretch(key, unit, own, times, removed, begun, stretch);
          own.clear();
        }
        begun = true;
        provision(child, key, ++place, times, removed);
      } else {
        own.add((String) part);
      }
    }
    if (!begun || !own.isEmpty()) {
      stretch(key, unit, own, times, removed, begun, stretch);
    }
  }

  private int stretch(
      String key,
      Unit unit,
      List<String> own,
      List<Stated> times,
      boolean removed,
      boolean begun,
      int stretch) {
    if (!begun) {
      add(key, unit, withHead(unit, own), times, removed, true);
      return stretch;
    }
    String behind = key + "__wrapUp" + (stretch == 0 ? "" : "_" + (stretch + 1));
    sections.add(
        new LawSection(behind, null, String.join("\n\n", own), false, times, removed, true, false));
    return stretch + 1;
  }

  private static List<String> withHead(Unit unit, List<String> own) {
    List<String> blocks = new ArrayList<>(own);
    if (unit.key != null) {
      if (unit.before != null && unit.heading != null) {
        blocks.addFirst(unit.before + unit.heading);
      }
      return blocks;
    }
    return unit.isProvision() ? unit.withTitle(blocks, false) : blocks;
  }

  private void provision(
      Unit unit, String parent, int place, List<Stated> inherited, boolean removedAbove) {
    String key = keyOf(unit, parent, place);
    boolean removed = removedAbove || unit.isRemoved();
    List<Stated> own = periods.of(unit);
    List<Stated> times = own.isEmpty() && unit.period == null ? inherited : own;
    if (isCut(unit)) {
      below(key, unit, times, removed);
    } else {
      List<String> inner = new ArrayList<>();
      for (Object part : unit.parts) {
        if (part instanceof Unit child) {
          inner.addAll(child.blocks(true));
        } else {
          inner.add((String) part);
        }
      }
      add(key, unit, withHead(unit, inner), times, removed, true);
    }
  }

  private void add(
      String key,
      Unit unit,
      List<String> blocks,
      List<Stated> times,
      boolean removed,
      boolean inBody) {
    String text = String.join("\n\n", blocks);
    if (!text.isBlank()) {
      sections.add(
          new LawSection(
              key,
              unit.isProvision() ? unit.key == null ? unit.title() : unit.heading : null,
              text,
              unit.closed,
              times,
              removed,
              inBody,
              unit.alternativeTo != null));
    }
  }

  private boolean isCut(Unit unit) {
    List<Unit> units = unit.units();
    return (HOLDERS.contains(unit.name) && !unit.isBasic() && !units.isEmpty())
        || units.stream().anyMatch(this::isOfItsOwn);
  }

  private boolean isOfItsOwn(Unit unit) {
    return unit.isBasic()
        || Names.STRETCHES.contains(unit.name)
        || unit.key != null
        || unit.hasTimesOfItsOwn()
        || !periods.of(unit).isEmpty()
        || unit.units().stream().anyMatch(this::isOfItsOwn);
  }

  private @Nullable String idOf(Unit unit) {
    return options.keys() == Keys.EID
        ? unit.eId == null ? unit.wId : unit.eId
        : unit.wId == null ? unit.eId : unit.wId;
  }

  private String keyOf(Unit unit, String parent, int place) {
    if (unit.key != null) {
      return unit.key;
    }
    Unit other = unit.alternativeTo == null ? null : byId.get(Meta.local(unit.alternativeTo));
    String id = idOf(other == null ? unit : other);
    if (id != null && !id.isBlank()) {
      return id;
    }
    made++;
    String number = unit.num == null ? "" : unit.num.replaceAll("[^\\p{L}\\p{N}]+", "");
    String last =
        SHORT.getOrDefault(unit.name, unit.name) + "_" + (number.isEmpty() ? place : number);
    return Names.BODIES.contains(parent) ? last : parent + "__" + last;
  }

  /// Sections of one key of which some state times are alternatives; others are only named alike.
  private List<LawSection> marked() {
    Map<String, Boolean> timed = new HashMap<>();
    Map<String, Integer> number = new HashMap<>();
    for (LawSection section : sections) {
      number.merge(section.key(), 1, Integer::sum);
      timed.merge(
          section.key(),
          !section.times().isEmpty() || section.alternative(),
          (one, other) -> one || other);
    }
    return sections.stream()
        .map(section -> {
          boolean several =
              number.getOrDefault(section.key(), 0) > 1 && timed.getOrDefault(section.key(), false);
          return several || section.times().size() > 1 ? section.asAlternative() : section;
        })
        .toList();
  }
}
