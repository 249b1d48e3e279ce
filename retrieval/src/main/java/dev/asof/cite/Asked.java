package dev.asof.cite;

import dev.asof.history.Notice;
import dev.asof.history.Reading;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to a question.
///
/// @param about the instant asked about, ISO-8601 in UTC; the date where it is not the same instant
///   in all zones
/// @param known T: which passages are in force, and how they read, never changes for it; their
///   order may, see `index`
/// @param token the transaction that stands for T; repeats this answer
/// @param results best first, texts of unknown validity after all others
/// @param index which state of the index ranked them
public record Asked(
    String question,
    Reading reading,
    @Nullable String about,
    Instant known,
    long token,
    List<Hit> results,
    List<Notice> notices,
    Index index) {
  public Asked {
    results = List.copyOf(results);
    notices = List.copyOf(notices);
  }

  /// @param generation grows with each commit of the index; the order of equal questions holds
  ///   within one
  /// @param sequence the last transaction the index has applied; at least the token
  public record Index(long generation, long sequence) {}
}
