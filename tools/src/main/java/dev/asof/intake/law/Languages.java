package dev.asof.intake.law;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import org.jspecify.annotations.Nullable;

/// Codes of languages: Akoma Ntoso has those of ISO 639-2 with three letters, asof BCP 47.
public final class Languages {
  /// No language is known.
  public static final String UNDETERMINED = "und";

  /// Codes that are made of a language's English name, where others are of its own.
  private static final Map<String, String> BIBLIOGRAPHIC =
      Map.ofEntries(
          Map.entry("alb", "sq"),
          Map.entry("arm", "hy"),
          Map.entry("baq", "eu"),
          Map.entry("chi", "zh"),
          Map.entry("cze", "cs"),
          Map.entry("dut", "nl"),
          Map.entry("fre", "fr"),
          Map.entry("geo", "ka"),
          Map.entry("ger", "de"),
          Map.entry("gre", "el"),
          Map.entry("ice", "is"),
          Map.entry("mac", "mk"),
          Map.entry("may", "ms"),
          Map.entry("per", "fa"),
          Map.entry("rum", "ro"),
          Map.entry("slo", "sk"),
          Map.entry("wel", "cy"));

  private static final Map<String, String> SHORT = shortCodes();

  private Languages() {}

  private static Map<String, String> shortCodes() {
    Map<String, String> codes = new HashMap<>(BIBLIOGRAPHIC);
    for (String code : Locale.getISOLanguages()) {
      codes.putIfAbsent(Locale.of(code).getISO3Language(), code);
    }
    return Map.copyOf(codes);
  }

  /// BCP 47; null where no one language is named.
  public static @Nullable String tag(@Nullable String code) {
    if (code == null || code.isBlank()) {
      return null;
    }
    String lower = code.strip().toLowerCase(Locale.ROOT);
    return lower.equals(UNDETERMINED) || lower.equals("mul") || lower.equals("zxx")
        ? null
        : SHORT.getOrDefault(lower, code.strip());
  }

  /// Three letters.
  public static String code(@Nullable String tag) {
    if (tag == null) {
      return UNDETERMINED;
    }
    Locale locale = Locale.forLanguageTag(tag);
    try {
      String code = locale.getISO3Language();
      return code.isEmpty() ? UNDETERMINED : code;
    } catch (MissingResourceException e) {
      return UNDETERMINED;
    }
  }
}
