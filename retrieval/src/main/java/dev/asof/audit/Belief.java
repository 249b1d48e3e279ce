package dev.asof.audit;

import dev.asof.history.Citation;
import dev.asof.history.Learned;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a cited document was believed around the point.
///
/// @param period label of the period it is about; null where the question is about one only
/// @param before what the store answered about the same valid time before `at`; null where that was
///   the first
/// @param at what it answered at T; null where it knew nothing
/// @param after what it answers since; null where `at` still stands
/// @param earlier number of different answers before `at`
/// @param later number of different answers since `at`
/// @param timeline what is believed at T to apply over valid time, by source
public record Belief(
    @Nullable String period,
    String document,
    @Nullable Learned before,
    @Nullable Learned at,
    @Nullable Learned after,
    int earlier,
    int later,
    List<Citation> timeline) {
  public Belief {
    timeline = List.copyOf(timeline);
  }
}
