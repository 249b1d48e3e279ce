package dev.asof.rank;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.Duration;

/// The settings of all rankers; what a method's authors fixed is not among them.
///
/// @param k the constant of reciprocal-rank fusion, at least 0
/// @param halfLife of recency, and of a presumed text beyond its last sight
/// @param floor the least that recency or presumption leaves of a text's score, 0 to 1
/// @param mentionBoost the most that a date mentioned in a text adds to its score, as a share of
///   it, 0 to 1
/// @param mentionHalfLife the distance at which a mentioned date adds half of that
/// @param timeWeight the share of the time vector beside the text vector, 0 to 1
/// @param pool how many passages the second stage of TimelyRAG orders anew, at least 1
/// @param modelPool how many passages a model orders anew, at least 1
public record RankSettings(
    double k,
    Duration halfLife,
    double floor,
    double mentionBoost,
    Duration mentionHalfLife,
    double timeWeight,
    int pool,
    int modelPool) {

  /// k = 60: Cormack, Clarke and Büttcher (2009). Pool 100: TimelyRAG's release (its paper's point
  /// of reference is 50). The others are choices of this project: among passages next to each other
  /// near the top a boost of 0.1 is worth at most six places of one leg, a floor of 0.5 at most
  /// sixty-one.
  public static final RankSettings DEFAULT =
      new RankSettings(60, Duration.ofDays(365), 0.5, 0.1, Duration.ofDays(180), 0.3, 100, 20);

  public RankSettings {
    between("k", k, 0, 1_000_000);
    between("the floor", floor, 0, 1);
    between("the boost of a mentioned date", mentionBoost, 0, 1);
    between("the weight of the time vector", timeWeight, 0, 1);
    between("the pool", pool, 1, 1_000_000);
    between("the pool of a model", modelPool, 1, 1_000);
    positive("the half-life", halfLife);
    positive("the half-life of a mentioned date", mentionHalfLife);
  }

  /// TimelyRAG's pool, as the evaluation varies it.
  public RankSettings withPool(int size) {
    return new RankSettings(
        k, halfLife, floor, mentionBoost, mentionHalfLife, timeWeight, size, modelPool);
  }

  public RankSettings withDecay(Duration newHalfLife, double newFloor) {
    return new RankSettings(
        k, newHalfLife, newFloor, mentionBoost, mentionHalfLife, timeWeight, pool, modelPool);
  }

  public RankSettings withMention(double boost, Duration newHalfLife) {
    return new RankSettings(k, halfLife, floor, boost, newHalfLife, timeWeight, pool, modelPool);
  }

  private static void between(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new CallerFault(
          Code.BAD_INPUT, what + " is " + value + "; it lies between " + least + " and " + most);
    }
  }

  private static void positive(String what, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new CallerFault(Code.BAD_INPUT, what + " is " + value + "; it is longer than zero");
    }
  }
}
