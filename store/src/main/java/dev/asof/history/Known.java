package dev.asof.history;

import dev.asof.time.StatedTime;
import java.time.Instant;

/// What a caller gave for `known`: as of when the store is asked.
public sealed interface Known {

  /// Nothing given: the system time of the last transaction.
  static Known latest() {
    return new Latest();
  }

  static Known at(Instant instant) {
    return new At(instant);
  }

  /// As read by [dev.asof.time.LocalTimes#parseKnown]; a day that is not over is cut to the
  /// present.
  static Known stated(StatedTime time) {
    return new Stated(time);
  }

  /// The token of an earlier answer: repeats its snapshot.
  static Known token(long sequence) {
    return new Token(sequence);
  }

  /// The T of the page before, which is final.
  static Known resumed(Instant instant) {
    return new Resumed(instant);
  }

  record Resumed(Instant instant) implements Known {}

  record Latest() implements Known {}

  record At(Instant instant) implements Known {}

  record Stated(StatedTime time) implements Known {}

  record Token(long sequence) implements Known {}
}
