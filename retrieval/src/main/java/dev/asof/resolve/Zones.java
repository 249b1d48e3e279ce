package dev.asof.resolve;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Zones by the names that questions have for them: zones of the IANA data base, their cities, and
/// abbreviations that stand for one offset.
final class Zones {

  private static final Set<String> AREAS =
      Set.of("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific");

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("utc", "UTC"),
          Map.entry("gmt", "UTC"),
          Map.entry("z", "UTC"),
          Map.entry("zulu", "UTC"),
          Map.entry("kst", "Asia/Seoul"),
          Map.entry("jst", "Asia/Tokyo"),
          Map.entry("est", "-05:00"),
          Map.entry("edt", "-04:00"),
          Map.entry("pst", "-08:00"),
          Map.entry("pdt", "-07:00"),
          Map.entry("mdt", "-06:00"),
          Map.entry("cdt", "-05:00"),
          Map.entry("cet", "+01:00"),
          Map.entry("cest", "+02:00"),
          Map.entry("eet", "+02:00"),
          Map.entry("eest", "+03:00"),
          Map.entry("wet", "+00:00"),
          Map.entry("west", "+01:00"),
          Map.entry("aest", "+10:00"),
          Map.entry("aedt", "+11:00"),
          Map.entry("nzst", "+12:00"),
          Map.entry("nzdt", "+13:00"));

  /// Stand for zones hours apart.
  private static final Map<String, String> SEVERAL =
      Map.of(
          "cst", "-06:00 (Chicago) or +08:00 (Shanghai)",
          "ist", "+05:30 (Kolkata), +02:00 (Jerusalem) or +01:00 (Dublin)",
          "bst", "+01:00 (London) or +06:00 (Dhaka)",
          "ast", "-04:00 (Halifax) or +03:00 (Riyadh)",
          "mst", "-07:00 (Denver) or +08:00 (Kuala Lumpur)");

  private static final Map<String, String> CITIES =
      Map.ofEntries(
          Map.entry("washington", "America/New_York"),
          Map.entry("washington d . c", "America/New_York"),
          Map.entry("washington dc", "America/New_York"),
          Map.entry("boston", "America/New_York"),
          Map.entry("eastern", "America/New_York"),
          Map.entry("pacific", "America/Los_Angeles"),
          Map.entry("central european", "Europe/Paris"),
          Map.entry("san francisco", "America/Los_Angeles"),
          Map.entry("seattle", "America/Los_Angeles"),
          Map.entry("california", "America/Los_Angeles"),
          Map.entry("beijing", "Asia/Shanghai"),
          Map.entry("mumbai", "Asia/Kolkata"),
          Map.entry("delhi", "Asia/Kolkata"),
          Map.entry("new delhi", "Asia/Kolkata"),
          Map.entry("frankfurt", "Europe/Berlin"),
          Map.entry("munich", "Europe/Berlin"),
          Map.entry("hamburg", "Europe/Berlin"),
          Map.entry("barcelona", "Europe/Madrid"),
          Map.entry("geneva", "Europe/Zurich"),
          Map.entry("milan", "Europe/Rome"),
          Map.entry("edinburgh", "Europe/London"),
          Map.entry("andorra la vella", "Europe/Andorra"),
          Map.entry("서울", "Asia/Seoul"),
          Map.entry("한국", "Asia/Seoul"),
          Map.entry("런던", "Europe/London"),
          Map.entry("도쿄", "Asia/Tokyo"),
          Map.entry("뉴욕", "America/New_York"),
          Map.entry("berlín", "Europe/Berlin"),
          Map.entry("londres", "Europe/London"));

  private static final int LONGEST = 4;
  private static final Map<List<String>, ZoneId> BY_CITY = new HashMap<>();
  private static final Map<List<String>, ZoneId> BY_ID = new HashMap<>();

  static {
    for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      String[] parts = id.split("/", -1);
      if (AREAS.contains(parts[0]) && parts.length > 1) {
        BY_CITY.putIfAbsent(words(parts[parts.length - 1]), ZoneId.of(id));
        BY_ID.put(words(id), ZoneId.of(id));
      }
    }
    CITIES.forEach((city, id) -> BY_CITY.put(List.of(city.split(" ", -1)), ZoneId.of(id)));
  }

  private Zones() {}

  private static List<String> words(String id) {
    List<String> words = new ArrayList<>();
    for (Token token : Tokenizer.tokens(id)) {
      words.add(token.word());
    }
    // In an id the words of a name are joined by a line: New_York.
    return words.contains("/") ? words : words.stream().filter(w -> !w.equals("_")).toList();
  }

  /// A zone that is written out: an id, an abbreviation, `UTC+9`, `+09:00`. The value is a
  /// [ZoneId], or [Said.Unclear] where the abbreviation stands for several.
  static @Nullable Taken named(Chart chart, int at) {
    Taken id = longest(BY_ID, chart, at, 9);
    if (id != null) {
      return id;
    }
    String word = chart.token(at).word();
    if (SEVERAL.containsKey(word)) {
      return new Taken(
          new Said.Unclear(
              Reason.ZONE,
              chart.token(at).text() + " stands for " + SEVERAL.get(word) + "; name the zone"),
          at + 1,
          0);
    }
    Taken offset = offset(chart, NAMES.containsKey(word) ? at + 1 : at);
    if (offset != null) {
      return offset;
    }
    return NAMES.containsKey(word) ? new Taken(ZoneId.of(NAMES.get(word)), at + 1, 0) : null;
  }

  /// A city, by the zone it lies in.
  static @Nullable Taken city(Chart chart, int at) {
    return longest(BY_CITY, chart, at, LONGEST);
  }

  private static @Nullable Taken longest(
      Map<List<String>, ZoneId> zones, Chart chart, int at, int most) {
    List<String> words = new ArrayList<>();
    Taken found = null;
    for (int i = at; i < at + most && !chart.token(i).isEnd(); i++) {
      words.add(chart.token(i).word());
      ZoneId zone = zones.get(words);
      if (zone != null) {
        found = new Taken(zone, i + 1, 0);
      }
    }
    return found;
  }

  private static @Nullable Taken offset(Chart chart, int at) {
    Token sign = chart.token(at);
    Token hours = chart.token(at + 1);
    boolean signed = sign.is("+") || sign.is("-") || sign.is("−");
    if (!signed
        || !hours.isNumber()
        || hours.spaced()
        || hours.digits() > 2
        || hours.value() > 18) {
      return null;
    }
    boolean minutes =
        chart.token(at + 2).is(":")
            && chart.token(at + 3).isNumber()
            && chart.token(at + 3).digits() == 2
            && chart.token(at + 3).value() < 60;
    int direction = sign.is("+") ? 1 : -1;
    int total = hours.value() * 60 + (minutes ? chart.token(at + 3).value() : 0);
    return total > 18 * 60
        ? null
        : new Taken(ZoneOffset.ofTotalSeconds(direction * total * 60), at + (minutes ? 4 : 2), 0);
  }
}
