package dev.asof.id;

/// The id of a document, unique in its tenant.
public record DocumentId(long value) {}
