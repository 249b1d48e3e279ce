package dev.asof.ledger;

import dev.asof.id.DocumentId;
import dev.asof.id.ObservationId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TextId;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jooq.JSON;
import org.jspecify.annotations.Nullable;

/// The byte encoding under the hashes, version 1: every value is a kind byte and a fixed or
/// length-prefixed body, so that no two different rows have the same bytes. Numbers are big-endian;
/// times are microseconds since 1970 UTC.
final class Encoder {
  /// Bumped when the encoding of an existing kind changes; written into every ledger entry.
  static final int VERSION = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Encoder value(@Nullable Object value) {
    switch (value) {
      case null -> out.write(0);
      case Boolean b -> kind(1).raw(b ? 1 : 0, 1);
      case Integer i -> kind(2).raw(i, 8);
      case Long l -> kind(2).raw(l, 8);
      case Instant t -> kind(3).raw(micros(t), 8);
      case String s -> kind(4).bytes(s.getBytes(StandardCharsets.UTF_8));
      case byte[] bytes -> kind(5).bytes(bytes);
      case TimeRange range -> kind(6).value(range.fromOrNull()).value(range.toOrNull());
      case Long[] ids -> {
        kind(7).raw(ids.length, 4);
        for (Long id : ids) {
          raw(id, 8);
        }
      }
      case JSON json -> kind(8).bytes(json.data().getBytes(StandardCharsets.UTF_8));
      case ValidityState state -> value(state.word());
      case SourceId id -> value(id.value());
      case DocumentId id -> value(id.value());
      case VersionId id -> value(id.value());
      case SectionId id -> value(id.value());
      case TextId id -> value(id.value());
      case StatementId id -> value(id.value());
      case ValidityId id -> value(id.value());
      case ObservationId id -> value(id.value());
      default ->
          throw new IllegalArgumentException("no encoding for a value of " + value.getClass());
    }
    return this;
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private Encoder kind(int kind) {
    out.write(kind);
    return this;
  }

  private Encoder bytes(byte[] bytes) {
    raw(bytes.length, 4);
    out.writeBytes(bytes);
    return this;
  }

  private Encoder raw(long value, int length) {
    for (int shift = 8 * (length - 1); shift >= 0; shift -= 8) {
      out.write((int) (value >>> shift));
    }
    return this;
  }
}
