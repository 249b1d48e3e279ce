package dev.asof.rank;

import dev.asof.index.PassageId;
import java.util.Collection;
import java.util.Map;

/// The words of passages, for rankers that read them.
@FunctionalInterface
public interface Texts {
  /// Those that there are; a passage whose words were erased is not among them.
  Map<PassageId, String> of(Collection<PassageId> passages);
}
