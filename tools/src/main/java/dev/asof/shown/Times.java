package dev.asof.shown;

import dev.asof.history.Span;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Times as people see them: UTC, no more digits than there are, and in a form that can be given
/// back as an option.
public final class Times {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  /// `2024-03-01T00:00Z`, with seconds and fractions only where there are some.
  public static String shown(Instant instant) {
    return instant.getEpochSecond() % 60 == 0 && instant.getNano() == 0
        ? MINUTE.format(instant)
        : instant.toString();
  }

  /// `[2024-03-01T00:00Z, unbounded)`.
  public static String shown(TimeRange range) {
    return shown(range.fromOrNull(), range.toOrNull());
  }

  /// `[2024-03-01T00:00Z, unbounded)`.
  public static String shown(Span span) {
    return shown(span.from(), span.to());
  }

  /// To the second, for columns beside a token that says it exactly.
  public static String seconds(Span span) {
    return shown(seconds(span.from()), seconds(span.to()));
  }

  private static @Nullable Instant seconds(@Nullable Instant instant) {
    return instant == null ? null : instant.truncatedTo(ChronoUnit.SECONDS);
  }

  /// The range as an answer holds it.
  public static Span span(TimeRange range) {
    return new Span(range.fromOrNull(), range.toOrNull());
  }

  private static String shown(@Nullable Instant from, @Nullable Instant to) {
    return (from == null ? "(unbounded" : "[" + shown(from))
        + ", "
        + (to == null ? "unbounded)" : shown(to) + ")");
  }

  /// `Europe/London`, `+01:00`, `UTC`.
  public static String shown(ZoneId zone) {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }

  /// `1.2 s`, `2 min 5 s`, `3 h 20 min`, `12 d 4 h`.
  public static String shown(Duration duration) {
    if (duration.toSeconds() < 60) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    if (duration.toHours() < 1) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toDays() < 1
        ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
        : duration.toDays() + " d " + duration.toHoursPart() + " h";
  }
}
