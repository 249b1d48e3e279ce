package dev.asof.intake.git;

import dev.asof.ledger.Hash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which texts of a rewritten history are held under the names of its earlier commits: of each
/// document those that both histories begin with.
final class Rewritten {

  private static final class Common {
    final List<Hash> held;
    int same;
    boolean apart;

    Common(List<Hash> held) {
      this.held = held;
    }
  }

  private final Held held;
  private final Map<String, Common> documents = new HashMap<>();

  Rewritten(Held held) {
    this.held = held;
  }

  private Common of(String document) {
    return documents.computeIfAbsent(document, key -> new Common(held.texts(key)));
  }

  /// Whether the next text of `document` is the one that is held at that place.
  boolean holdsText(String document, Hash sha256) {
    Common common = of(document);
    if (!common.apart
        && common.same < common.held.size()
        && common.held.get(common.same).equals(sha256)) {
      common.same++;
      return true;
    }
    common.apart = true;
    return false;
  }

  /// Whether an absence of `document` lies before a text that is held.
  boolean holdsAbsence(String document) {
    Common common = of(document);
    return !common.apart && common.same < common.held.size();
  }

  /// Whether the rewritten history ends before the text that is held last, which is another than
  /// the one it ends with.
  boolean endsEarlier(String document) {
    Common common = of(document);
    return !common.apart
        && common.same < common.held.size()
        && (common.same == 0 || !common.held.get(common.same - 1).equals(common.held.getLast()));
  }
}
