package dev.asof.resolve;

import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/// Times of day in Korean: 오후 3시 30분, 15시, 정오, 자정.
final class KoreanClock {

  private KoreanClock() {}

  static @Nullable Taken at(Chart chart, int at) {
    Taken word = Lexicon.take("ko-clock", chart, at);
    if (word != null) {
      LocalTime time = LocalTime.of((Integer) word.value(), 0);
      return new Taken(new Classes.ClockTime(time, Unit.MINUTE, false), word.end(), 0);
    }
    Taken half = Lexicon.take("ko-meridiem", chart, at);
    int from = half == null ? at : half.end();
    Token hour = chart.token(from);
    if (!hour.isNumber() || hour.digits() > 2 || !chart.token(from + 1).is("시")) {
      return null;
    }
    Token minute = chart.token(from + 2);
    boolean minutes = minute.isNumber() && chart.token(from + 3).is("분");
    boolean thirty = minute.is("반");
    int end = minutes ? from + 4 : thirty ? from + 3 : from + 2;
    int minuteOfHour = minutes ? minute.value() : thirty ? 30 : 0;
    if (hour.value() > (half == null ? 23 : 12) || minuteOfHour > 59 || minuteOfHour < 0) {
      return new Taken(new Said.Unclear(Reason.IMPOSSIBLE, "there is no such time of day"), end, 0);
    }
    int hourOfDay = half == null ? hour.value() : hour.value() % 12 + (Integer) half.value();
    return new Taken(
        new Classes.ClockTime(
            LocalTime.of(hourOfDay, minuteOfHour),
            minutes || thirty ? Unit.MINUTE : Unit.HOUR,
            false),
        end,
        0);
  }
}
