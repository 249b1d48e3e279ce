package dev.asof.write;

import org.jspecify.annotations.Nullable;

/// A text that is to become a version of a document.
///
/// @param label name of the version in its source; null: the first digits of its content hash
/// @param technical the extractor changed, not the meaning
/// @param provenance where it comes from and what was stated, as JSON; null for none
public record NewVersion(
    @Nullable String label,
    @Nullable String title,
    @Nullable String language,
    @Nullable String url,
    @Nullable String change,
    boolean technical,
    @Nullable String provenance,
    PreparedText text) {

  NewVersion with(PreparedText other) {
    return new NewVersion(label, title, language, url, change, technical, provenance, other);
  }
}
