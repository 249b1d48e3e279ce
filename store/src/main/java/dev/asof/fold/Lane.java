package dev.asof.fold;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which live statements of a lane a new one closes.
public final class Lane {
  private Lane() {}

  /// The statements of `live` that the record `recorded`, about to be added, closes.
  ///
  /// Only a page closes anything. It supersedes the statement whose start it repeats (a corrected
  /// end is corrected), and it takes back what it announced before: statements looked at earlier
  /// whose start lies after this look, since a page shows each time everything that applies until
  /// further notice. Starts already passed are history and stay. What an operator stated with a
  /// replacing change is never closed by a record.
  public static List<Statement> closedBy(Statement recorded, List<Statement> live) {
    if (!recorded.page() || recorded.effect() != Effect.PLACES) {
      return List.of();
    }
    boolean late = takenBackBy(recorded, live).isPresent();
    List<Statement> closed = new ArrayList<>();
    for (Statement statement : live) {
      if (statement.effect() == Effect.PLACES
          && ((!late && statement.startsWith(recorded)) || isTakenBack(statement, recorded))) {
        closed.add(statement);
      }
    }
    return closed;
  }

  /// The live statement of the page that took back what `recorded`, about to be added, announces: a
  /// later look before the announced start, which no longer showed it. Such a record arrives too
  /// late to say anything, so that both orders of recording end in the same state.
  public static Optional<Statement> takenBackBy(Statement recorded, List<Statement> live) {
    if (!recorded.page() || recorded.effect() != Effect.PLACES) {
      return Optional.empty();
    }
    return live.stream()
        .filter(by ->
            by.page()
                && by.effect() == Effect.PLACES
                && !by.startsWith(recorded)
                && isTakenBack(recorded, by))
        .findFirst();
  }

  private static boolean isTakenBack(Statement announced, Statement by) {
    Instant look = by.looked();
    Instant earlier = announced.looked();
    Instant start = announced.stated().fromOrNull();
    return look != null
        && earlier != null
        && start != null
        && earlier.isBefore(look)
        && start.isAfter(look);
  }
}
