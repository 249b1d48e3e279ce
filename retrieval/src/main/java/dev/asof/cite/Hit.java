package dev.asof.cite;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.asof.history.Citation;
import dev.asof.rank.Factors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A passage that answers, with its citation.
///
/// @param period label of the period that it answers; null where the question is about one only
/// @param citation who says that it is in force, by the highest authority that does; its fields are
///   those of the hit. Over a range the first in time
/// @param heading of the section; null where it has none
/// @param text of the passage, as far as the rights of the source allow; null where they allow the
///   link only
/// @param display full, excerpt or link: what the source lets be shown
/// @param score comparable within one index generation, period and tier
/// @param tier 1: in force; 2: of unknown validity, after all others
/// @param also further beliefs that hold the same passage in force, of other sources or later in
///   the range, each with its own version, dates and state
/// @param remarks what a reader of this passage has to know
/// @param permalink repeats the citation, see [Permalink]
/// @param factors of the score, by name, in the order of their computation; null unless they were
///   asked for
public record Hit(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String period,
    @JsonUnwrapped Citation citation,
    @Nullable String heading,
    @Nullable String text,
    String display,
    double score,
    int tier,
    List<Citation> also,
    List<String> remarks,
    String permalink,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Factors factors) {
  public Hit {
    also = List.copyOf(also);
    remarks = List.copyOf(remarks);
  }
}
