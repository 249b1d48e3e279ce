package dev.asof.filed;

import org.jspecify.annotations.Nullable;

/// Two long texts cut down to where they first differ, with a little of what stands around it.
record FirstDifference(@Nullable String filed, @Nullable String found) {
  private static final int BEFORE = 40;
  private static final int AFTER = 60;

  static FirstDifference of(@Nullable String filed, @Nullable String found) {
    int at = filed == null || found == null ? 0 : alike(filed, found);
    return new FirstDifference(around(filed, at), around(found, at));
  }

  private static int alike(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }

  private static @Nullable String around(@Nullable String text, int at) {
    if (text == null || text.length() <= BEFORE + AFTER) {
      return text;
    }
    int from = whole(text, Math.max(0, at - BEFORE));
    int to = whole(text, Math.min(text.length(), at + AFTER));
    return (from == 0 ? "" : "…") + text.substring(from, to) + (to == text.length() ? "" : "…");
  }

  /// Never in the middle of a character.
  private static int whole(String text, int at) {
    return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
  }
}
