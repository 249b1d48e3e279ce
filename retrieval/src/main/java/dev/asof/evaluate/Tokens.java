package dev.asof.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words as the rule of `ota-bench` compares them: without the targets of links, in lower case,
/// runs of letters and digits.
final class Tokens {
  private static final Pattern LINK_TARGET = Pattern.compile("\\]\\([^)]*\\)");
  private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{N}]+");

  private Tokens() {}

  static List<String> of(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher =
        TOKEN.matcher(LINK_TARGET.matcher(text).replaceAll("]").toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  /// One line in which a run of tokens is found by its own line.
  static String line(List<String> tokens) {
    return " " + String.join(" ", tokens) + " ";
  }
}
