package dev.asof.write;

import java.util.Locale;

/// What kind of source it is, which decides what one record says about the ones before.
public enum SourceKind {
  /// Shows, each time, what applies until further notice.
  PAGE,
  /// A collection of versions; a record says nothing about the others.
  ARCHIVE;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static SourceKind ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
