package dev.asof.rank;

import dev.asof.index.PassageId;

/// A passage in its place.
///
/// @param score BM25 over body, heading and title, plus a large constant for each section or
///   document that the question names; comparable within one index generation
public record Ranked(PassageId passage, float score) {
  /// How many sections and documents that the question names it belongs to.
  public int named() {
    return (int) (score / Lexical.NAMED);
  }

  /// The part of the score that its words earned: BM25 alone.
  public double words() {
    return score - named() * (double) Lexical.NAMED;
  }
}
