package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// A template and what it means.
///
/// @param make null where the template matched and the rule still does not apply
record Rule(Template template, Make make) {

  /// Phrases are nested no deeper than people do.
  private static final int DEEPEST = 6;

  interface Make {
    @Nullable Object of(Captured captured, Chart chart, int at);
  }

  @Nullable Taken at(Chart chart, int at) {
    Captured captured = template.match(chart, at);
    if (captured == null || captured.depth() >= DEEPEST) {
      return null;
    }
    Object value = make.of(captured, chart, at);
    return value == null ? null : new Taken(value, captured.end(), captured.depth() + 1);
  }
}
