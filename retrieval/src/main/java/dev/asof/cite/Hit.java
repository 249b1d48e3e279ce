package dev.asof.cite;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.asof.history.Citation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A passage that answers, with its citation.
///
/// @param citation who says that it is in force, by the highest authority that does; its fields are
///   those of the hit
/// @param heading of the section; null where it has none
/// @param text of the passage, as far as the rights of the source allow; null where they allow the
///   link only
/// @param display full, excerpt or link: what the source lets be shown
/// @param score comparable within one index generation and tier
/// @param tier 1: in force; 2: of unknown validity, after all others
/// @param also further sources that hold the same passage in force, each with its own version,
///   dates and state
/// @param remarks what a reader of this passage has to know
public record Hit(
    @JsonUnwrapped Citation citation,
    @Nullable String heading,
    @Nullable String text,
    String display,
    double score,
    int tier,
    List<Citation> also,
    List<String> remarks) {
  public Hit {
    also = List.copyOf(also);
    remarks = List.copyOf(remarks);
  }
}
