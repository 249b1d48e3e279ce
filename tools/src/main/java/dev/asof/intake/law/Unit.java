package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a document: a provision, what holds provisions, or one of the large parts such as the
/// preface. Filled while it is read.
final class Unit {
  final String name;

  /// What an `hcontainer` is called, which has no element of its own.
  @Nullable String kind;

  @Nullable String eId;
  @Nullable String wId;
  @Nullable String alternativeTo;
  @Nullable String period;
  @Nullable String start;
  @Nullable String end;
  @Nullable String status;
  @Nullable String num;
  @Nullable String heading;
  @Nullable String subheading;

  /// The key of the section in the store that the file was written from.
  @Nullable String key;

  /// What stands before the heading in its line, in a file that asof wrote; null: not said.
  @Nullable String before;

  /// Nothing stands between this section and the next, in a file that asof wrote.
  boolean closed;

  /// Blocks of text, and units, in order.
  final List<Object> parts = new ArrayList<>();

  Unit(String name) {
    this.name = name;
  }

  boolean isProvision() {
    return Names.HIERARCHY.contains(name) || Names.STRETCHES.contains(name);
  }

  /// It is cited by its own number, and so is a section of a text.
  boolean isBasic() {
    return Names.BASIC.contains(kind == null ? name : kind);
  }

  /// It says itself when it applies, or that it does not.
  boolean hasTimesOfItsOwn() {
    return period != null || start != null || end != null || isRemoved() || alternativeTo != null;
  }

  /// The text was taken out: what stands here only says so.
  boolean isRemoved() {
    return "removed".equals(status) || "temporarilyRemoved".equals(status);
  }

  List<Unit> units() {
    return parts.stream().filter(Unit.class::isInstance).map(Unit.class::cast).toList();
  }

  /// Number and heading as one line; null where it has neither.
  @Nullable String title() {
    StringBuilder line = new StringBuilder();
    for (String part : new @Nullable String[] {num, heading, subheading}) {
      if (part != null && !part.isBlank()) {
        line.append(line.isEmpty() ? "" : " ").append(part.strip());
      }
    }
    return line.isEmpty() ? null : line.toString();
  }

  /// Its text in blocks, with everything in it. The number of a provision inside goes before its
  /// first words, as in "(1) Whoever ...".
  List<String> blocks(boolean inside) {
    List<String> inner = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof Unit unit) {
        inner.addAll(unit.blocks(true));
      } else {
        inner.add((String) part);
      }
    }
    return withTitle(inner, inside);
  }

  /// Puts number and heading before `inner`.
  List<String> withTitle(List<String> inner, boolean inside) {
    String title = title();
    if (title == null || key != null) {
      return inner;
    }
    List<String> all = new ArrayList<>(inner);
    if (inside && heading == null && subheading == null && !all.isEmpty()) {
      all.set(0, title + " " + all.getFirst());
    } else {
      all.addFirst(title);
    }
    return all;
  }
}
