package dev.asof.resolve;

import java.util.List;

/// The times of a question.
///
/// @param about on the valid axis, in the order of the text
/// @param known on the system axis, in the order of the text
/// @param periods one sub-query each, labelled; empty where the question names no valid time
/// @param asks what has to be asked back before anything is answered
/// @param unread numbers that could pass for times and were left as words
/// @param sentence the whole reading, or what is asked
public record QuestionTime(
    QuestionKind kind,
    List<ReadTime> about,
    List<ReadTime> known,
    List<Period> periods,
    List<AskBack> asks,
    List<Unread> unread,
    String sentence) {
  public QuestionTime {
    about = List.copyOf(about);
    known = List.copyOf(known);
    periods = List.copyOf(periods);
    asks = List.copyOf(asks);
    unread = List.copyOf(unread);
  }

  /// Nothing has to be asked back.
  public boolean isCertain() {
    return asks.isEmpty();
  }
}
