package dev.asof.ingest;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// Names that somebody may have meant.
public final class Near {
  private static final int MOST = 3;

  private Near() {}

  /// Up to three of `known` that are spelt like `wanted` or hold it, nearest first.
  public static List<String> of(String wanted, Collection<String> known) {
    String lower = wanted.toLowerCase(Locale.ROOT);
    LevenshteinDistance distance =
        new LevenshteinDistance(Math.max(2, Math.min(lower.length(), 60) / 3));
    record Apart(String name, int by) {}
    return known.stream()
        .map(name -> {
          String other = name.toLowerCase(Locale.ROOT);
          return new Apart(
              name, !lower.isEmpty() && other.contains(lower) ? 0 : distance.apply(lower, other));
        })
        .filter(apart -> apart.by() >= 0)
        .sorted(Comparator.comparingInt(Apart::by).thenComparing(Apart::name))
        .limit(MOST)
        .map(Apart::name)
        .toList();
  }
}
