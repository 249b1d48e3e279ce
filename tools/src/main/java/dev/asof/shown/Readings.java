package dev.asof.shown;

import dev.asof.history.Answer;
import dev.asof.history.Compared;
import dev.asof.history.KnownReading;
import dev.asof.history.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the times of an answer were read, in sentences for people.
public final class Readings {

  private Readings() {}

  public static List<String> of(Answer<?> answer) {
    return of("", answer.reading(), answer.known(), answer.token());
  }

  /// Of both points.
  public static List<String> of(Compared<?> answer) {
    Compared.Point before = answer.before();
    List<String> lines =
        new ArrayList<>(of("before: ", before.reading(), before.known(), before.token()));
    lines.addAll(of("after:  ", answer.reading(), answer.known(), answer.token()));
    return lines;
  }

  /// @param point what stands before each line
  public static List<String> of(String point, Reading reading, Instant known, long token) {
    List<String> lines = new ArrayList<>();
    Reading.About about = reading.about();
    if (about != null) {
      about.zones().forEach(zone -> lines.add(point + "about " + about(about, zone)));
    }
    lines.add(point + "known " + Times.shown(known) + " @" + token + known(reading.known()));
    return lines;
  }

  private static String about(Reading.About about, Reading.InZone zone) {
    String at = Times.shown(zone.instant());
    if (about.how() == KnownReading.How.DEFAULTED) {
      return at + ": now, as none was given";
    }
    return at
        + read(about.text(), zone.zone(), zone.assumed(), zone.decision())
        + (zone.sources().isEmpty() ? "" : " for " + String.join(", ", zone.sources()));
  }

  private static String known(KnownReading known) {
    String decision = known.decision();
    return switch (known.how()) {
      case DEFAULTED ->
          ": the last transaction, as none was given" + (decision == null ? "" : "; " + decision);
      case CURSOR -> ": as the page before" + (decision == null ? "" : "; " + decision);
      case TOKEN -> ": of that token" + (decision == null ? "" : "; " + decision);
      case GIVEN -> read(known.text(), known.zone(), known.zoneAssumed(), decision);
    };
  }

  private static String read(
      @Nullable String text, @Nullable String zone, boolean assumed, @Nullable String decision) {
    return ": "
        + (text == null ? "" : "as " + text + " was read")
        + (zone == null ? "" : " in " + (zone.equals("Z") ? "UTC" : zone))
        + (assumed ? " (zone assumed)" : "")
        + (decision == null ? "" : "; " + decision);
  }
}
