package dev.asof.resolve;

/// What a question asks of time, which decides how many sub-queries answer it.
public enum QuestionKind {
  /// It names no time: current effective knowledge is meant.
  NONE,
  /// One time no longer than a day.
  POINT,
  /// One range.
  RANGE,
  /// Two times side by side: one labelled sub-query each.
  COMPARISON,
  /// More than two, or one for each year, quarter, month: one labelled sub-query each.
  SERIES,
  /// Whether, when or how something changed at all.
  HISTORY,
  /// What was known or believed at a time, about no more than one point.
  BELIEF
}
