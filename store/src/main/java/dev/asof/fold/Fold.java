package dev.asof.fold;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The fold of a lane: statements in order of recording to beliefs, ordered by valid time and free
/// of overlap.
///
/// Two statements never make one row, even where they hold the same version: rows keep their
/// statement, and readers coalesce.
public final class Fold {
  private Fold() {}

  /// The beliefs that follow from `statements`, given in order of recording.
  public static List<Belief> of(List<Statement> statements) {
    List<Belief> beliefs = List.of();
    for (Statement statement : statements) {
      beliefs = append(beliefs, statement);
    }
    return beliefs;
  }

  /// The beliefs after `next` was recorded on top of `held`, which are ordered and free of overlap.
  /// The same as folding all statements again, because a statement only ever acts on what is held
  /// when it is recorded.
  public static List<Belief> append(List<Belief> held, Statement next) {
    List<Belief> after = new ArrayList<>(held.size() + 2);
    // The part of next's range that is not decided yet; walked from left to right along the held
    // beliefs.
    Optional<TimeRange> open = Optional.of(next.stated());
    for (Belief belief : held) {
      if (open.isEmpty() || !belief.during().overlaps(open.get())) {
        if (open.isPresent() && open.get().precedes(belief.during())) {
          after.add(new Belief(open.get(), next));
          open = Optional.empty();
        }
        after.add(belief);
        continue;
      }
      TimeRange taking = open.get();
      if (next.effect() == Effect.PLACES && belief.by().startsAfter(next)) {
        belief
            .during()
            .start()
            .flatMap(taking::before)
            .ifPresent(free -> after.add(new Belief(free, next)));
        after.add(belief);
        open = belief.during().end().flatMap(taking::onwardFrom);
      } else {
        taking
            .start()
            .flatMap(belief.during()::before)
            .ifPresent(left -> after.add(new Belief(left, belief.by())));
        Optional<TimeRange> right = taking.end().flatMap(belief.during()::onwardFrom);
        if (right.isPresent()) {
          after.add(new Belief(taking, next));
          after.add(new Belief(right.get(), belief.by()));
          open = Optional.empty();
        }
      }
    }
    open.ifPresent(rest -> after.add(new Belief(rest, next)));
    return joined(after);
  }

  /// Joins neighbouring pieces of one statement, which taking from several beliefs in turn can
  /// leave. They have to hold the same too: what one statement implies for a section may be a text
  /// and, right after it, nothing.
  private static List<Belief> joined(List<Belief> pieces) {
    List<Belief> joined = new ArrayList<>(pieces.size());
    for (Belief piece : pieces) {
      Belief last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.by().id().equals(piece.by().id())
          && last.by().holding().equals(piece.by().holding())
          && last.during().end().map(end -> meetsStart(end, piece)).orElse(false)) {
        joined.set(joined.size() - 1, new Belief(last.during().span(piece.during()), last.by()));
      } else {
        joined.add(piece);
      }
    }
    return joined;
  }

  private static boolean meetsStart(Instant end, Belief piece) {
    return piece.during().start().map(end::equals).orElse(false);
  }
}
