package dev.asof.rank;

import dev.asof.eligible.Tier;
import dev.asof.index.PassageId;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A passage that may be ranked, and all that a ranker may know about it. Found by at least one of
/// the two searches.
///
/// @param named how many sections and documents that the question names by number or key this
///   passage belongs to; such a passage comes before every other of its tier
/// @param lexical null: the lexical search did not find it; its score is without the constants for
///   names
/// @param vector null: the vector search did not find it
/// @param valid when the text applies; null: unknown, which is the second tier
/// @param system when that is believed
/// @param unseen from the asked point to the nearest sight of an observed text, at least zero;
///   null: asserted or unknown
/// @param inserted when the text was recorded: system time
/// @param mentioned times that the text speaks of; they say nothing about when it applies
public record Candidate(
    PassageId passage,
    int named,
    @Nullable Leg lexical,
    @Nullable Leg vector,
    @Nullable TimeRange valid,
    TimeRange system,
    @Nullable Duration unseen,
    Instant inserted,
    List<TimeRange> mentioned) {

  public Candidate {
    if (lexical == null && vector == null) {
      throw new IllegalArgumentException(passage + " was found by neither search");
    }
    if (named < 0) {
      throw new IllegalArgumentException(passage + " is named " + named + " times");
    }
    if (unseen != null && unseen.isNegative()) {
      throw new IllegalArgumentException(passage + " has a negative distance to its nearest sight");
    }
    mentioned = List.copyOf(mentioned);
  }

  public Tier tier() {
    return valid == null ? Tier.UNKNOWN : Tier.IN_FORCE;
  }

  /// Believed at the point, and in force there or of unknown validity.
  public boolean isEligible(BitemporalPoint at) {
    return system.contains(at.known()) && (valid == null || valid.contains(at.about()));
  }

  /// The one instant that recency ranking takes for the date of a text: the start of its validity,
  /// else when it was recorded.
  Instant stamp() {
    Instant start = valid == null ? null : valid.fromOrNull();
    return start == null ? inserted : start;
  }
}
