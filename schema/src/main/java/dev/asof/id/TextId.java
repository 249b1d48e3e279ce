package dev.asof.id;

/// The id of a section text, unique in its tenant.
public record TextId(long value) {}
