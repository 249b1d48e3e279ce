package dev.asof.write;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a legal erasure did, or, for a dry run, would do.
///
/// @param sequence the transaction; of a dry run, the one it would be
/// @param systemTime when; null where nothing was written
/// @param document key of the document
/// @param order the order under which it was erased
/// @param versions the versions erased
/// @param texts number of stored section texts that go with them
/// @param sections number of section keys that go with them
/// @param kept texts of theirs that stay, because versions that are not erased hold them too
public record ErasureReport(
    Receipt.Outcome outcome,
    long sequence,
    @Nullable Instant systemTime,
    String document,
    String order,
    List<Gone> versions,
    int texts,
    int sections,
    List<Kept> kept) {
  public ErasureReport {
    versions = List.copyOf(versions);
    kept = List.copyOf(kept);
  }

  /// A version that goes.
  ///
  /// @param contentKey by which its text is refused from now on, lower-case hexadecimal
  public record Gone(
      long version,
      long documentId,
      String source,
      @Nullable String label,
      int bytes,
      String contentKey) {}

  /// Texts that stay in a document.
  public record Kept(String document, int texts) {}
}
