package dev.asof.cli.print;

import dev.asof.time.TimeRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// How answers become JSON: names in snake case in the order they are declared, times in ISO 8601
/// in UTC, null where something is unbounded or not there.
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  private Json() {}

  /// A range; a missing bound is unbounded.
  public record Range(@Nullable Instant from, @Nullable Instant to) {
    public static Range of(TimeRange range) {
      return new Range(range.fromOrNull(), range.toOrNull());
    }

    /// As people see it: `[2024-03-01T00:00Z, unbounded)`.
    @Override
    public String toString() {
      return Times.shown(from, to);
    }
  }

  /// On one line.
  public static String line(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /// Indented.
  public static String pretty(Object value) {
    return MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
  }
}
