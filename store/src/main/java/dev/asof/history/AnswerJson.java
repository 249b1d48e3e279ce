package dev.asof.history;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/// The one mapping of answers to JSON: names in snake case, enums as their words, times in ISO-8601
/// UTC, every field written, null where it is unbounded or not known.
public final class AnswerJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .build();

  private AnswerJson() {}

  public static JsonMapper mapper() {
    return MAPPER;
  }

  /// One value on one line.
  public static String line(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
