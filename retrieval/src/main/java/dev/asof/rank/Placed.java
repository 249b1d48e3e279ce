package dev.asof.rank;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.asof.index.PassageId;

/// A candidate in its place, and why it is there.
///
/// @param rank from 1, over all tiers
/// @param score the last of the factors; comparable inside one tier and stage of one ranking
@JsonPropertyOrder({"rank", "passage", "tier", "named", "score", "factors"})
public record Placed(int rank, @JsonIgnore Candidate candidate, double score, Factors factors) {
  public Placed {
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException(candidate.passage() + " has the score " + score);
    }
  }

  @JsonProperty
  public PassageId passage() {
    return candidate.passage();
  }

  /// 1: in force; 2: of unknown validity.
  @JsonProperty
  public int tier() {
    return candidate.tier().number();
  }

  @JsonProperty
  public int named() {
    return candidate.named();
  }
}
