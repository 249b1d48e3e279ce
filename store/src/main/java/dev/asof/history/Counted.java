package dev.asof.history;

import java.util.Locale;

/// A number of things, as a sentence has it: `1 ledger entry`, `1,204 ledger entries`.
public final class Counted {
  private Counted() {}

  /// @param one the noun for a single thing, whose last word takes the ending
  public static String of(long number, String one) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : plural(one));
  }

  private static String plural(String one) {
    return one.matches(".*[^aeiou]y")
        ? one.substring(0, one.length() - 1) + "ies"
        : one.matches(".*(s|x|ch|sh)") ? one + "es" : one + "s";
  }
}
