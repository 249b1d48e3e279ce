package dev.asof.intake.law;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a document states to apply during one range.
///
/// @param range null: nobody says when it applies
/// @param sections in order
/// @param slice it is one of several that the document states; null: the only one
record LawVersion(@Nullable Stated range, List<LawSection> sections, @Nullable String slice) {
  LawVersion {
    sections = List.copyOf(sections);
  }

  String body() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < sections.size(); i++) {
      body.append(sections.get(i).separated(i + 1 == sections.size()));
    }
    return body.toString();
  }
}
