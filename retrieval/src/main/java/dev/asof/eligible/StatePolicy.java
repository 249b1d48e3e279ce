package dev.asof.eligible;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.time.State;
import java.util.EnumSet;
import java.util.Set;

/// In which states a passage may be cited. `withdrawn` is none of them: nothing has no passages.
public record StatePolicy(Set<State> admitted) {
  /// Asserted, observed and presumed, and after all of these unknown.
  public static final StatePolicy DEFAULT =
      new StatePolicy(EnumSet.of(State.ASSERTED, State.OBSERVED, State.PRESUMED, State.UNKNOWN));

  public StatePolicy {
    if (admitted.isEmpty() || admitted.contains(State.WITHDRAWN)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "passages can be asserted, observed, presumed or unknown; name at least one of these");
    }
    admitted = Set.copyOf(admitted);
  }

  public boolean admits(State state) {
    return admitted.contains(state);
  }
}
