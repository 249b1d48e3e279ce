package dev.asof.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One citation with everything that is needed to prove it without this program or its database:
/// the bytes under the hashes, up to checkpoints that were kept elsewhere. Bytes are lower-case
/// hexadecimal; `designs/ledger.md` describes them.
///
/// @param format 1
/// @param tenant name of the tenant, as the checkpoints have it
/// @param text the whole text of the version; null where a section or nothing is cited
/// @param withheld why the words of the text are not in the proof, which shows its hash all the
///   same: the source does not let it be shown in full; null: they are in it
/// @param rows by name: belief, statement, document, source, and version, section, section_text
///   where there are some
/// @param transactions by sequence: the hashes of all rows that a transaction opened and closed,
///   one after the other; of each transaction that opened one of `rows`
/// @param chains the entries from those transactions to the checkpoints
public record CitationProof(
    @JsonProperty("asof_proof") int format,
    String tenant,
    @Nullable String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String withheld,
    Map<String, Row> rows,
    Map<String, String> transactions,
    List<Entries> chains) {

  /// @param opened the bytes under the row's hash
  /// @param words the bytes under the digest in them; null where the row has none, or they were
  ///   erased
  public record Row(String opened, @Nullable String words) {}

  /// Entries that follow each other, the last one sealed by a checkpoint.
  ///
  /// @param first sequence of the first
  /// @param previous hash of the entry before it
  /// @param entries of each, the bytes that do not follow from its place
  public record Entries(long first, String previous, List<String> entries) {}
}
