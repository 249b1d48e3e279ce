package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A version as it is stored.
///
/// @param version id of the version
/// @param mediaType of the text
/// @param sha256 of the text in UTF-8, lower-case hexadecimal; null once erased
/// @param bytes length of the text in UTF-8
/// @param change what its record said it is relative to the one before
/// @param technical the extractor changed, not the meaning, as the record said
/// @param splitter how the text was cut into sections
/// @param provenance where it comes from and what was stated, as JSON; null: nothing was recorded,
///   or it was erased
/// @param recorded when this store recorded it
/// @param original the bytes that the text was taken from; null: none are kept
/// @param erased since when and under which order its words are gone; null: they are there
/// @param notices which other texts have the label by which it was asked for; left out where none
///   has
public record HeldVersion(
    String document,
    String source,
    long version,
    @Nullable String label,
    @Nullable String title,
    @Nullable String language,
    @Nullable String url,
    String mediaType,
    @Nullable String sha256,
    int bytes,
    @Nullable String change,
    boolean technical,
    String splitter,
    @Nullable JsonNode provenance,
    Instant recorded,
    @Nullable HeldOriginal original,
    @Nullable Erased erased,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notices) {
  public HeldVersion {
    notices = List.copyOf(notices);
  }
}
