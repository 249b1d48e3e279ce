package dev.asof.intake.law;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A document of a file.
///
/// @param structure act, bill, doc and so on
/// @param name of the kind of document, as `act name="statute"` has it
/// @param contains originalVersion, singleVersion or multipleVersions
/// @param namespace of the elements
/// @param heading of the attachment that it is; null: none
/// @param title found in the text; null: none
/// @param parts the large parts, in order
/// @param deleted number of passages that are marked as deleted, which are left out
record LawDocument(
    String structure,
    @Nullable String name,
    @Nullable String contains,
    String namespace,
    @Nullable String heading,
    @Nullable String title,
    Meta meta,
    List<Unit> parts,
    long deleted) {
  LawDocument {
    parts = List.copyOf(parts);
  }
}
