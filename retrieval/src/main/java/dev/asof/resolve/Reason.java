package dev.asof.resolve;

/// Why a time is asked back.
public enum Reason {
  /// A fiscal year or a part of one, and no fiscal calendar is set.
  FISCAL_CALENDAR,
  /// An event whose date is not known here, such as "before the policy change".
  EVENT,
  /// "Since then", and nothing before it that it could mean.
  NO_ANTECEDENT,
  /// 03/04/2024 is 3 April or 4 March.
  NUMERIC_DATE,
  /// A local time that the clocks of the zone skip or repeat, or a day that it skipped.
  CLOCK_CHANGE,
  /// A season, and no hemisphere is set.
  HEMISPHERE,
  /// A time phrase in a language that is not read.
  LANGUAGE,
  /// A named term or feast, and no dates for it are set.
  TERM,
  /// A time that cannot be, such as 30 February. It is refused, never rolled over.
  IMPOSSIBLE,
  /// A date without a year that the reference does not decide.
  YEAR,
  /// A weekday that could be in one of two weeks.
  WEEKDAY,
  /// No number of days can be given for it, such as "a few months ago".
  VAGUE,
  /// Its words contradict each other, such as an end before the start.
  CONTRADICTION,
  /// A zone whose name stands for several.
  ZONE,
  /// A calendar that is not read, or a year outside 1000 to 2999.
  OUT_OF_RANGE,
  /// More periods than can be asked one by one.
  TOO_MANY
}
