package dev.asof.intake.git;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;

/// Committer times made to increase strictly, as system times have to: one that repeats, steps back
/// or lies ahead of the clock becomes a microsecond after the one before, and is marked.
final class CommitTimes {

  /// When a commit counts as recorded.
  ///
  /// @param moved why it is not the committer time; null: it is
  record Recorded(Instant at, @Nullable String moved) {}

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Duration STEP = Duration.ofNanos(1_000);

  private final Instant clock;
  private @Nullable Instant last;

  /// @param last the time of the commit before the first; null: there is none
  /// @param clock no commit can be later
  CommitTimes(@Nullable Instant last, Instant clock) {
    this.last = last;
    this.clock = clock;
  }

  Recorded next(RevCommit commit) {
    Recorded next = next(timeOf(commit));
    last = next.at();
    return next;
  }

  private static @Nullable Instant timeOf(RevCommit commit) {
    try {
      return commit.getCommitterIdent().getWhenAsInstant();
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private Recorded next(@Nullable Instant written) {
    Instant before = last;
    Instant after = before == null ? Instant.EPOCH : before.plus(STEP);
    if (written == null || written.isBefore(FIRST)) {
      return new Recorded(after, "the committer time cannot be read");
    }
    if (written.isAfter(clock)) {
      return new Recorded(after, "the committer time is ahead of the clock");
    }
    if (before == null || written.isAfter(before)) {
      return new Recorded(written, null);
    }
    return new Recorded(
        after,
        written.getEpochSecond() == before.getEpochSecond()
            ? "an earlier commit has the same second"
            : "the committer time steps back behind an earlier commit");
  }
}
