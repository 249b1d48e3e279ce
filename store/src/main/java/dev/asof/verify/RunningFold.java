package dev.asof.verify;

import dev.asof.fold.Belief;
import dev.asof.fold.Fold;
import dev.asof.fold.Statement;
import dev.asof.id.StatementId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A lane's beliefs, followed from one system time to the next: a statement that is recorded is
/// folded onto what is held, and where one is taken back, only what was recorded after it is folded
/// again, as far as it is remembered.
final class RunningFold {

  private static final int REMEMBERED = 64;
  private static final int MARK_EVERY = 256;

  private final List<Statement> live = new ArrayList<>();

  /// What was held before the statement of the same place was recorded; null where that is
  /// forgotten.
  private final List<@Nullable List<Belief>> before = new ArrayList<>();

  private List<Belief> beliefs = List.of();

  List<Belief> beliefs() {
    return beliefs;
  }

  void open(Statement statement) {
    before.add(beliefs);
    int forgotten = before.size() - 1 - REMEMBERED;
    if (forgotten > 0 && forgotten % MARK_EVERY != 0) {
      before.set(forgotten, null);
    }
    live.add(statement);
    beliefs = Fold.append(beliefs, statement);
  }

  void close(Set<StatementId> closed) {
    int at = 0;
    while (at < live.size() && !closed.contains(live.get(at).id())) {
      at++;
    }
    if (at == live.size()) {
      return;
    }
    while (before.get(at) == null) {
      at--;
    }
    List<Belief> held = before.get(at);
    List<Statement> again = new ArrayList<>(live.subList(at, live.size()));
    live.subList(at, live.size()).clear();
    before.subList(at, before.size()).clear();
    beliefs = held == null ? List.of() : held;
    again.stream().filter(statement -> !closed.contains(statement.id())).forEach(this::open);
  }
}
