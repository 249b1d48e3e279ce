package dev.asof.id;

/// The id of a section of a document, unique in its tenant.
public record SectionId(long value) {}
