package dev.asof.time;

import java.util.Locale;

/// How a belief reads at a point. `PRESUMED` is an observed run beyond its last sight; `WITHDRAWN`
/// is a belief that nothing applies.
public enum State {
  ASSERTED,
  OBSERVED,
  PRESUMED,
  UNKNOWN,
  WITHDRAWN;

  /// The word in JSON and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
