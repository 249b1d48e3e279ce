package dev.asof.history;

import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names for the files of a reconstruction: plain on every file system, case-insensitive ones too,
/// whatever a key holds, different for different keys, and dependent on nothing but what they name.
///
/// A plain key is its own name, with `+` for a slash. Any other is made readable and ends in `~`
/// and sixteen digits of the hash of what it names; a plain name has no `~`, so the two never meet.
final class FileNames {
  private static final Pattern PLAIN =
      Pattern.compile("[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*");
  private static final int LONGEST = 100;
  private static final int READABLE = 60;
  private static final int DIGITS = 16;

  /// Names of devices on Windows, with any extension.
  private static final Set<String> RESERVED = Set.of("con", "prn", "aux", "nul");

  private static final Pattern DEVICE = Pattern.compile("(?:com|lpt)[0-9]");

  private FileNames() {}

  /// @param source null where only one source has the document
  static String of(String key, @Nullable String source, String scope, String mediaType) {
    String extension = mediaType.equals("text/markdown") ? ".md" : ".txt";
    if (isPlain(key)
        && (source == null || (isPlain(source) && source.indexOf('/') < 0))
        && scope.isEmpty()
        && key.length() + (source == null ? 0 : source.length()) <= LONGEST) {
      return key.replace('/', '+') + (source == null ? "" : "@" + source) + extension;
    }
    String named = key + '\0' + (source == null ? "" : source) + '\0' + scope;
    String hash = Hash.wrap(Sha256.of(named.getBytes(StandardCharsets.UTF_8))).hex();
    return readable(
            key + (source == null ? "" : " " + source) + (scope.isEmpty() ? "" : " " + scope))
        + "~"
        + hash.substring(0, DIGITS)
        + extension;
  }

  private static boolean isPlain(String name) {
    String first = name.split("[./]", 2)[0];
    return PLAIN.matcher(name).matches()
        && !RESERVED.contains(first)
        && !DEVICE.matcher(first).matches();
  }

  private static String readable(String text) {
    String plain =
        Normalizer.normalize(text, Normalizer.Form.NFKD)
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\p{M}+", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return plain.length() <= READABLE ? plain : plain.substring(0, READABLE);
  }
}
