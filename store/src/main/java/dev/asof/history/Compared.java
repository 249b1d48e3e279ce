package dev.asof.history;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a question about two points gets: an [Answer] as of the second, and how the first was read.
///
/// @param next the cursor of the next page; null where there is none
public record Compared<R>(
    Point before,
    Reading reading,
    @Nullable String about,
    Instant known,
    long token,
    List<R> results,
    List<Notice> notices,
    @Nullable String next) {
  public Compared {
    results = List.copyOf(results);
    notices = List.copyOf(notices);
  }

  /// The first point; its parts are those of an [Answer].
  public record Point(Reading reading, @Nullable String about, Instant known, long token) {}

  static <R> Compared<R> of(Answer<?> before, Answer<?> after) {
    List<Notice> notices =
        Stream.concat(before.notices().stream(), after.notices().stream()).distinct().toList();
    return new Compared<>(
        new Point(before.reading(), before.about(), before.known(), before.token()),
        after.reading(),
        after.about(),
        after.known(),
        after.token(),
        List.of(),
        notices,
        null);
  }

  Compared<R> with(List<R> found, @Nullable String cursor) {
    return new Compared<>(before, reading, about, known, token, found, notices, cursor);
  }
}
