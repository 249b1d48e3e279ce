package dev.asof.split;

/// A retrievable piece of a section text, as UTF-16 offsets `[start, end)` into it. It neither
/// begins nor ends with white space.
public record Passage(int start, int end) {}
