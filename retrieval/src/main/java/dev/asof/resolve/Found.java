package dev.asof.resolve;

/// A phrase of the question.
///
/// @param start its first token
/// @param end the token after it
record Found(Phrase phrase, int start, int end) {

  TextSpan span(Chart chart) {
    return new TextSpan(chart.token(start).start(), chart.token(end - 1).end());
  }

  String text(Chart chart) {
    TextSpan span = span(chart);
    return chart.text().substring(span.start(), span.end());
  }
}
