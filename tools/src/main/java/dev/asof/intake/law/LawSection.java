package dev.asof.intake.law;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A section of a document, with what it states about itself.
///
/// @param key by which it is known again
/// @param text without what separates it from the next
/// @param closed nothing separates it from the next
/// @param times when it applies by its own account; empty: as its document does
/// @param removed what stands here only says that the text was taken out
/// @param inBody it is part of the text itself, not of what introduces or signs it
/// @param alternative other sections of the same key may stand in its place at other times
record LawSection(
    String key,
    @Nullable String title,
    String text,
    boolean closed,
    List<Stated> times,
    boolean removed,
    boolean inBody,
    boolean alternative) {
  LawSection {
    times = List.copyOf(times);
  }

  LawSection asAlternative() {
    return new LawSection(key, title, text, closed, times, removed, inBody, true);
  }

  /// The text with what separates it from the next.
  String separated(boolean last) {
    return last || closed ? text : text + "\n\n";
  }
}
