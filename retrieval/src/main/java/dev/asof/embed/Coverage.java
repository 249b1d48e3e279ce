package dev.asof.embed;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which languages a model was made for.
///
/// @param languages primary subtags of BCP 47, in lower case; empty: all
public record Coverage(Set<String> languages) {
  /// Languages with another script than Latin, as far as models for them are about.
  private static final Set<String> OTHER_SCRIPTS =
      Set.of(
          "am", "ar", "be", "bg", "bn", "el", "fa", "gu", "he", "hi", "hy", "ja", "ka", "kk", "km",
          "kn", "ko", "lo", "mk", "ml", "mn", "mr", "my", "ne", "or", "pa", "ps", "ru", "sd", "si",
          "sr", "ta", "te", "th", "ug", "uk", "ur", "yi", "zh");

  public Coverage {
    languages = languages.stream().map(Coverage::primary).collect(Collectors.toUnmodifiableSet());
  }

  /// The primary subtag in lower case: `en` of `en-GB`.
  public static String primary(String language) {
    String plain = language.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    int end = plain.indexOf('-');
    return end < 0 ? plain : plain.substring(0, end);
  }

  public boolean coversAll() {
    return languages.isEmpty();
  }

  /// A language that was stated.
  public boolean covers(String language) {
    return languages.isEmpty() || languages.contains(primary(language));
  }

  /// As [Embedder#covers].
  public boolean covers(@Nullable String language, String text) {
    if (language != null && !language.isBlank()) {
      return covers(language);
    }
    return languages.isEmpty()
        || languages.stream().anyMatch(OTHER_SCRIPTS::contains)
        || isMostlyLatin(text);
  }

  private static boolean isMostlyLatin(String text) {
    long latin = 0;
    long other = 0;
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      if (Character.isLetter(point)) {
        if (Character.UnicodeScript.of(point) == Character.UnicodeScript.LATIN) {
          latin++;
        } else {
          other++;
        }
      }
    }
    return latin >= other;
  }
}
