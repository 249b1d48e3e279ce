package dev.asof.resolve;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Thrown inside [Resolver] where a phrase has to be asked back; [Assembler] makes an [AskBack] of
/// it.
final class Asking extends RuntimeException {

  private final transient Reason reason;
  private transient @Nullable Said said;
  private final transient List<Choice> choices;

  Asking(Reason reason, String sentence, Choice... choices) {
    super(sentence, null, false, false);
    this.reason = reason;
    this.choices = List.of(choices);
  }

  Reason reason() {
    return reason;
  }

  /// The innermost phrase that is unclear, which is what the choices stand for.
  Asking about(Said unclear) {
    if (said == null) {
      said = unclear;
    }
    return this;
  }

  @Nullable Said said() {
    return said;
  }

  List<Choice> choices() {
    return choices;
  }
}
