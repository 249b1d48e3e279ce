package dev.asof.rank;

/// The place of a passage in one of the two searches, lexical or vector.
///
/// @param rank in that search, from 1
/// @param score lexical: BM25, at least 0; vector: cosine, -1 to 1
public record Leg(int rank, double score) {
  public Leg {
    if (rank < 1) {
      throw new IllegalArgumentException("ranks count from 1, not " + rank);
    }
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("a score is a finite number, not " + score);
    }
  }
}
