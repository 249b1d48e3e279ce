package dev.asof.resolve;

import java.util.List;

/// Thrown inside [Resolver] where a phrase has to be asked back; [Assembler] makes an [AskBack] of it.
final class Asking extends RuntimeException {

  private final transient Reason reason;
  private final transient List<Choice> choices;

  Asking(Reason reason, String sentence, Choice... choices) {
    super(sentence, null, false, false);
    this.reason = reason;
    this.choices = List.of(choices);
  }

  Reason reason() {
    return reason;
  }

  List<Choice> choices() {
    return choices;
  }
}
