package dev.asof.id;

/// The id of a source, unique in its tenant.
public record SourceId(long value) {}
