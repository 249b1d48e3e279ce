package dev.asof.rank;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TimelyRAG as its release computes it, and with the interval distance that its paper describes.
enum TimelyRagVariant {
  /// Every time is a point: of a period its start. A document recorded at or after the question has
  /// no distance and the affinity 0.5, which is better than that of many earlier ones.
  PUBLISHED("timelyrag", 0.5) {
    @Override
    boolean isRecorded(LocalDateTime inserted, LocalDateTime asked) {
      return inserted.isBefore(asked);
    }

    @Override
    @Nullable TimelyRagSpan asked(@Nullable EventTime event, ZoneId zone) {
      return event == null ? null : TimelyRagSpan.startOf(event.during(), zone);
    }

    @Override
    List<TimelyRagSpan> events(Candidate candidate, ZoneId zone) {
      TimelyRagSpan start = TimelyRagSpan.startOf(candidate.valid(), zone);
      return start == null ? List.of() : List.of(start);
    }
  },

  /// Distance zero inside the period of validity, else to its nearest bound; of several event times
  /// the nearest counts. A document may be recorded up to the time of asking; one recorded later
  /// has no distance and the affinity of the farthest, so that it gains nothing.
  INTERVAL("timelyrag-interval", Math.exp(-2)) {
    @Override
    boolean isRecorded(LocalDateTime inserted, LocalDateTime asked) {
      return !inserted.isAfter(asked);
    }

    @Override
    @Nullable TimelyRagSpan asked(@Nullable EventTime event, ZoneId zone) {
      return event == null ? null : TimelyRagSpan.of(event.during(), zone);
    }

    @Override
    List<TimelyRagSpan> events(Candidate candidate, ZoneId zone) {
      return candidate.valid() == null
          ? candidate.mentioned().stream().map(time -> TimelyRagSpan.of(time, zone)).toList()
          : List.of(TimelyRagSpan.of(candidate.valid(), zone));
    }
  };

  private final String ranker;
  private final double undefinedAffinity;

  TimelyRagVariant(String ranker, double undefinedAffinity) {
    this.ranker = ranker;
    this.undefinedAffinity = undefinedAffinity;
  }

  String ranker() {
    return ranker;
  }

  /// τ of a document without a distance.
  double undefinedAffinity() {
    return undefinedAffinity;
  }

  /// D_IT counts as before Q_IT.
  abstract boolean isRecorded(LocalDateTime inserted, LocalDateTime asked);

  /// Q_ET; null: unknown.
  abstract @Nullable TimelyRagSpan asked(@Nullable EventTime event, ZoneId zone);

  /// D_ET: validity where it is known; empty: unknown.
  abstract List<TimelyRagSpan> events(Candidate candidate, ZoneId zone);
}
