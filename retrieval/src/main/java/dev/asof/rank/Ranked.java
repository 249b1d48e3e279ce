package dev.asof.rank;

import dev.asof.index.PassageId;

/// A passage in its place.
///
/// @param score BM25 over body, heading and title, plus a large constant for each section or
///   document that the question names; comparable within one index generation
public record Ranked(PassageId passage, float score) {}
