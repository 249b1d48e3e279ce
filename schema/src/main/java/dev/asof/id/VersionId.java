package dev.asof.id;

/// The id of a version, unique in its tenant.
public record VersionId(long value) {}
