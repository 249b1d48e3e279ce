package dev.asof.rank;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Dates written before a text that is embedded, so that its vector knows them (Dhingra et al. 2022
/// write `year: 2018 text: …`). Days in the asked zone; the last day of a range is its exclusive
/// end.
final class DatePrefix {
  private DatePrefix() {}

  /// `valid: 2021-01-01 to 2023-01-01 text: …`; the text alone where validity is unknown or
  /// unbounded.
  static String passage(@Nullable TimeRange valid, String text, ZoneId zone) {
    if (valid == null || (valid.isStartUnbounded() && valid.isEndUnbounded())) {
      return text;
    }
    Instant from = valid.fromOrNull();
    Instant to = valid.toOrNull();
    return "valid:"
        + (from == null ? "" : " " + day(from, zone))
        + (to == null ? "" : " to " + day(to, zone))
        + " text: "
        + text;
  }

  /// `valid: 2022-05-01 text: …`.
  static String question(Inquiry inquiry) {
    return inquiry.event() == null
        ? "valid: " + day(inquiry.point().about(), inquiry.zone()) + " text: " + inquiry.question()
        : passage(inquiry.event().during(), inquiry.question(), inquiry.zone());
  }

  private static String day(Instant instant, ZoneId zone) {
    return instant.atZone(zone).toLocalDate().toString();
  }
}
