package dev.asof.cite;

import dev.asof.history.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A passage that plain text search over all versions finds, whatever applies.
///
/// @param section key of the section
/// @param passage number of the passage in its section, from 0
/// @param text as far as any source that has it lets it be shown; null: none does
/// @param origins the versions that hold it, in order of recording
public record Found(
    String document,
    String section,
    int passage,
    @Nullable String heading,
    @Nullable String text,
    double score,
    List<Origin> origins) {
  public Found {
    origins = List.copyOf(origins);
  }

  /// A version that holds the passage.
  ///
  /// @param valid when it applies as believed now, one range a belief; empty where it never does
  public record Origin(
      long version,
      String source,
      @Nullable String label,
      @Nullable String title,
      List<Span> valid) {
    public Origin {
      valid = List.copyOf(valid);
    }
  }
}
