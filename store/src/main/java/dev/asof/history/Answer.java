package dev.asof.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What every question gets.
///
/// @param about the instant asked about, ISO-8601 in UTC; the date where it is not the same instant
///   in all zones; null where the answer is about all of valid time
/// @param known T: the answer never changes for it
/// @param token the transaction that stands for T; repeats this snapshot
/// @param next the cursor of the next page; null where there is none
public record Answer<R>(
    Reading reading,
    @Nullable String about,
    Instant known,
    long token,
    List<R> results,
    List<Notice> notices,
    @Nullable String next) {
  public Answer {
    results = List.copyOf(results);
    notices = List.copyOf(notices);
  }

  /// A whole answer.
  public Answer(
      Reading reading,
      @Nullable String about,
      Instant known,
      long token,
      List<R> results,
      List<Notice> notices) {
    this(reading, about, known, token, results, notices, null);
  }

  /// The same question with these results, which are all or, with `cursor`, a page of them.
  <S> Answer<S> with(List<S> found, List<Notice> said, @Nullable String cursor) {
    return new Answer<>(reading, about, known, token, found, said, cursor);
  }

  static <R> Answer<R> of(
      Snapshot snapshot, Reading.@Nullable About about, List<R> results, List<Notice> notices) {
    Reading reading = new Reading(about, snapshot.reading());
    return new Answer<>(
        reading, reading.aboutShown(), snapshot.known(), snapshot.token(), results, notices);
  }
}
