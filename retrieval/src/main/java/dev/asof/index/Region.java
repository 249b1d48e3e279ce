package dev.asof.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A set of points of the plane as disjoint rectangles.
///
/// The rectangles are canonical: they depend on the set of points alone, not on the rectangles it
/// was made of. The valid time held is cut where it changes along the system axis, and each of its
/// spans lasts as long as it stays the same. So two regions are equal where they hold the same
/// points, and a passage whose region is equal need not be indexed again.
public final class Region {
  private static final Region EMPTY = new Region(List.of());

  private final List<Rectangle> rectangles;

  private Region(List<Rectangle> rectangles) {
    this.rectangles = rectangles;
  }

  public static Region empty() {
    return EMPTY;
  }

  /// All points of `rectangles`, which may overlap.
  public static Region of(Collection<Rectangle> rectangles) {
    return sweep(rectangles, List.of());
  }

  public Region union(Region other) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    List<Rectangle> both = new ArrayList<>(rectangles);
    both.addAll(other.rectangles);
    return sweep(both, List.of());
  }

  /// The points of this region that `other` does not hold.
  public Region minus(Region other) {
    List<Rectangle> taken =
        other.rectangles.stream()
            .filter(hole -> rectangles.stream().anyMatch(hole::overlaps))
            .toList();
    return taken.isEmpty() ? this : sweep(rectangles, taken);
  }

  public boolean isEmpty() {
    return rectangles.isEmpty();
  }

  public boolean contains(long valid, long system) {
    return rectangles.stream().anyMatch(rectangle -> rectangle.contains(valid, system));
  }

  /// Disjoint, ordered by system start, then by valid start.
  public List<Rectangle> rectangles() {
    return rectangles;
  }

  private record Span(long from, long to) {}

  /// Walks along the system axis and compares the valid time held on both sides of each bound.
  private static Region sweep(Collection<Rectangle> held, Collection<Rectangle> taken) {
    if (held.isEmpty()) {
      return EMPTY;
    }
    TreeSet<Long> bounds = new TreeSet<>();
    for (Collection<Rectangle> side : List.of(held, taken)) {
      for (Rectangle rectangle : side) {
        bounds.add(rectangle.systemFrom());
        bounds.add(rectangle.systemTo());
      }
    }
    Side holding = new Side(held);
    Side taking = new Side(taken);
    List<Rectangle> found = new ArrayList<>();
    Map<Span, Long> open = new HashMap<>();
    for (long bound : bounds) {
      holding.moveTo(bound);
      taking.moveTo(bound);
      Set<Span> section = new HashSet<>(minus(holding.spans(), taking.spans()));
      Iterator<Map.Entry<Span, Long>> each = open.entrySet().iterator();
      while (each.hasNext()) {
        Map.Entry<Span, Long> entry = each.next();
        if (!section.contains(entry.getKey())) {
          Span span = entry.getKey();
          found.add(new Rectangle(span.from(), span.to(), entry.getValue(), bound));
          each.remove();
        }
      }
      section.forEach(span -> open.putIfAbsent(span, bound));
    }
    found.sort(
        Comparator.comparingLong(Rectangle::systemFrom).thenComparingLong(Rectangle::validFrom));
    return found.isEmpty() ? EMPTY : new Region(List.copyOf(found));
  }

  /// The rectangles of one operand that the sweep stands in.
  private static final class Side {
    private final List<Rectangle> arriving;
    private final List<Rectangle> present = new ArrayList<>();
    private int next;

    Side(Collection<Rectangle> rectangles) {
      arriving = new ArrayList<>(rectangles);
      arriving.sort(Comparator.comparingLong(Rectangle::systemFrom));
    }

    void moveTo(long system) {
      present.removeIf(rectangle -> rectangle.systemTo() <= system);
      boolean arrived = false;
      while (next < arriving.size() && arriving.get(next).systemFrom() <= system) {
        present.add(arriving.get(next++));
        arrived = true;
      }
      if (arrived) {
        present.sort(Comparator.comparingLong(Rectangle::validFrom));
      }
    }

    /// Ordered, and apart by at least one instant.
    List<Span> spans() {
      List<Span> spans = new ArrayList<>(present.size());
      for (Rectangle rectangle : present) {
        Span last = spans.isEmpty() ? null : spans.getLast();
        if (last != null && rectangle.validFrom() <= last.to()) {
          spans.set(
              spans.size() - 1, new Span(last.from(), Math.max(last.to(), rectangle.validTo())));
        } else {
          spans.add(new Span(rectangle.validFrom(), rectangle.validTo()));
        }
      }
      return spans;
    }
  }

  private static List<Span> minus(List<Span> held, List<Span> taken) {
    if (taken.isEmpty()) {
      return held;
    }
    List<Span> rest = new ArrayList<>();
    int first = 0;
    for (Span span : held) {
      while (first < taken.size() && taken.get(first).to() <= span.from()) {
        first++;
      }
      long from = span.from();
      for (int i = first; i < taken.size() && taken.get(i).from() < span.to(); i++) {
        Span hole = taken.get(i);
        if (from < hole.from()) {
          rest.add(new Span(from, hole.from()));
        }
        from = Math.max(from, hole.to());
      }
      if (from < span.to()) {
        rest.add(new Span(from, span.to()));
      }
    }
    return rest;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Region other && rectangles.equals(other.rectangles);
  }

  @Override
  public int hashCode() {
    return rectangles.hashCode();
  }

  @Override
  public String toString() {
    return rectangles.toString();
  }
}
