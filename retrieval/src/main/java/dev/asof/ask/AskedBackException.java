package dev.asof.ask;

import dev.asof.resolve.AskBack;
import java.util.List;

/// A question whose times are not certain, asked where nobody can be asked back: the caller has to
/// choose, never the machine.
public final class AskedBackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<AskBack> asks;

  AskedBackException(Asked asked) {
    super(asked.sentence());
    this.asks = asked.asks();
  }

  /// What has to be answered, each with its choices.
  public List<AskBack> asks() {
    return asks;
  }
}
