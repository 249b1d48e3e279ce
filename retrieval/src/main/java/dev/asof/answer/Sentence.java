package dev.asof.answer;

import java.util.List;

/// A sentence that a model wrote.
///
/// @param text without its markers and without control characters
/// @param citations numbers of passages that were sent, in the order of the sentence
/// @param marks what does not hold of it; empty: all that is checked does
public record Sentence(String text, List<Integer> citations, List<Mark> marks) {
  public Sentence {
    citations = List.copyOf(citations);
    marks = List.copyOf(marks);
  }
}
