package dev.asof.write;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a legal erasure did, or, for a dry run, would do.
///
/// @param sequence the transaction; null where none was written or repeated
/// @param checkedAt of a dry run, the last transaction there was; else null
/// @param systemTime when; null where nothing was written
/// @param document key of the document
/// @param order the order under which it was erased
/// @param versions the versions erased
/// @param texts number of stored section texts that go with them
/// @param sections number of section keys that go with them
/// @param kept texts of theirs that stay, because versions that are not erased hold them too
public record ErasureReport(
    Receipt.Outcome outcome,
    @Nullable Long sequence,
    @Nullable Long checkedAt,
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

  /// The transaction that stands for its point: the one written, or as of which it was checked.
  public @Nullable Long token() {
    return sequence == null ? checkedAt : sequence;
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
