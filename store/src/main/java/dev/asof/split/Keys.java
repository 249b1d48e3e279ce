package dev.asof.split;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/// The keys of one version's sections, in the order of the sections.
final class Keys {
  static final String PREAMBLE = "~preamble";
  static final String DOCUMENT = "~document";

  private static final int LONGEST = 512;

  /// Room for `~2` up to `~9999999` behind a key that is already as long as may be.
  private static final int LONGEST_BEFORE_NUMBER = LONGEST - 8;

  private static final int HASH = 16;

  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;
  private static final Pattern ORDINALS =
      Pattern.compile(
          "(?:(?:\\((?:\\d+(?:\\.\\d+)*[a-z]?|[a-z]|[ivxlcdm]{1,7})\\)"
              + "|\\d+(?:\\.\\d+)*[a-z]?[.):](?!\\d)"
              + "|\\d+(?:\\.\\d+)*(?= )"
              + "|(?:[a-z]|[ivxlcdm]{1,7})(?:[.):]| ?[-–—])(?= )) ?){1,2}(?=.*[\\p{L}\\p{N}])",
          FLAGS);
  private static final Pattern LETTER = Pattern.compile("\\([\\p{L}\\p{N}-]{1,6}\\)");
  private static final Pattern APOSTROPHE = Pattern.compile("['’ʼ`´]");
  private static final Pattern NOT_IN_A_SLUG = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

  private record Level(int level, String segment, boolean article) {}

  private final Deque<Level> path = new ArrayDeque<>();
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> lastNumber = new HashMap<>();

  /// The key of the section under `heading`: the path of headings to it.
  ///
  /// The path starts at the first article in it, because an article keeps its number wherever the
  /// divisions around it move, and else below the heading of level 1, because a title names the
  /// whole document and is reworded more often than its parts. Only a later section that would so
  /// get the key of an earlier one takes the whole path.
  String of(Heading heading) {
    while (!path.isEmpty() && path.getLast().level() >= heading.level()) {
      path.removeLast();
    }
    path.addLast(level(heading));
    List<Level> levels = List.copyOf(path);
    String key = join(levels.subList(start(levels), levels.size()));
    return unique(taken.contains(key) ? join(levels) : key);
  }

  private static int start(List<Level> levels) {
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).article()) {
        return i;
      }
    }
    return levels.size() > 1 && levels.getFirst().level() == 1 ? 1 : 0;
  }

  private static Level level(Heading heading) {
    return Marker.of(heading.title())
        .map(marker ->
            new Level(heading.level(), marker.name(), marker.kind() == Marker.Kind.ARTICLE))
        .orElseGet(() -> new Level(heading.level(), segment(heading.title()), false));
  }

  /// `key` itself, or with `~2`, `~3`... where this version has it already.
  String unique(String key) {
    String base = cut(key);
    if (taken.add(base)) {
      return base;
    }
    int number = lastNumber.getOrDefault(base, 1);
    String numbered;
    do {
      number++;
      numbered = base + "~" + number;
    } while (!taken.add(numbered));
    lastNumber.put(base, number);
    return numbered;
  }

  private static String segment(String title) {
    return LETTER.matcher(title).matches()
        ? title.toLowerCase(Locale.ROOT)
        : slug(withoutOrdinal(title));
  }

  private static String join(List<Level> levels) {
    return cut(levels.stream().map(Level::segment).collect(Collectors.joining("/")));
  }

  static boolean nameable(@Nullable String title) {
    return title != null && title.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  static String withoutOrdinal(String title) {
    Matcher ordinal = ORDINALS.matcher(title);
    return ordinal.lookingAt() ? title.substring(ordinal.end()) : title;
  }

  static boolean hasOrdinal(String title) {
    return ORDINALS.matcher(title).lookingAt();
  }

  static String slug(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    String slug = NOT_IN_A_SLUG.matcher(APOSTROPHE.matcher(plain).replaceAll("")).replaceAll("-");
    int from = slug.startsWith("-") ? 1 : 0;
    int to = slug.length() > from && slug.endsWith("-") ? slug.length() - 1 : slug.length();
    return slug.substring(from, to);
  }

  private static String cut(String key) {
    if (key.length() <= LONGEST_BEFORE_NUMBER) {
      return key;
    }
    String hash = DigestUtils.sha256Hex(key.getBytes(StandardCharsets.UTF_8)).substring(0, HASH);
    int end = LONGEST_BEFORE_NUMBER - HASH - 1;
    if (Character.isHighSurrogate(key.charAt(end - 1))) {
      end--;
    }
    return key.substring(0, end) + "~" + hash;
  }
}
