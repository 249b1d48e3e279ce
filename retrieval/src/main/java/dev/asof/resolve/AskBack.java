package dev.asof.resolve;

import java.util.List;

/// A phrase about time that could not be read for certain.
///
/// @param axis on which it would have been
/// @param text the phrase as it stands in the question
/// @param sentence what is unclear and how to mend it
/// @param choices readings to choose from; empty where only the asker can know
public record AskBack(
    Axis axis, Reason reason, TextSpan span, String text, String sentence, List<Choice> choices) {
  public AskBack {
    choices = List.copyOf(choices);
  }
}
