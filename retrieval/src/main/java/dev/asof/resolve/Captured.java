package dev.asof.resolve;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the elements of a template took.
record Captured(Template template, List<@Nullable Object> values, int end, int depth) {

  @Nullable Object orNull(String name) {
    return template.value(name, values);
  }

  private Object get(String name) {
    return Objects.requireNonNull(orNull(name), name);
  }

  int number(String name) {
    return (Integer) get(name);
  }

  Said said(String name) {
    return (Said) get(name);
  }

  Said.Yr year(String name) {
    return (Said.Yr) get(name);
  }

  <T> T get(String name, Class<T> type) {
    return type.cast(get(name));
  }
}
