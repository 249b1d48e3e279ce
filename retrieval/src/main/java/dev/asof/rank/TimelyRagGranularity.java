package dev.asof.rank;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.function.Predicate;

/// The unit in which TimelyRAG measures distances: that of the question and that of the pool,
/// brought together.
///
/// @param question the finest level in the question, month where it names none
/// @param pool the finest level that most stamps of the pool bear out
record TimelyRagGranularity(Granularity question, Granularity pool) {
  /// Source: release.
  private static final double SHARE = 0.7;

  /// Stamps of the two kinds are counted apart; the larger share counts.
  static Granularity ofPool(List<LocalDateTime> inserted, List<LocalDateTime> events) {
    if (most(inserted, events, stamp -> !stamp.toLocalTime().equals(LocalTime.MIDNIGHT))) {
      return Granularity.HOUR;
    }
    if (most(inserted, events, stamp -> stamp.getDayOfMonth() != 1)) {
      return Granularity.DAY;
    }
    return most(inserted, events, stamp -> stamp.getMonthValue() != 1)
        ? Granularity.MONTH
        : Granularity.YEAR;
  }

  private static boolean most(
      List<LocalDateTime> inserted, List<LocalDateTime> events, Predicate<LocalDateTime> test) {
    return Math.max(share(inserted, test), share(events, test)) >= SHARE;
  }

  private static double share(List<LocalDateTime> stamps, Predicate<LocalDateTime> test) {
    return stamps.isEmpty() ? 0 : (double) stamps.stream().filter(test).count() / stamps.size();
  }

  /// The finer of the two; where they are two levels or more apart, one finer than the coarser.
  Granularity unit() {
    int finer = Math.min(question.level(), pool.level());
    int coarser = Math.max(question.level(), pool.level());
    return Granularity.ofLevel(coarser - finer >= 2 ? coarser - 1 : finer);
  }
}
