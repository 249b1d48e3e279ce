package dev.asof.id;

/// The id of a belief, at document or section level, unique in its tenant.
public record ValidityId(long value) {}
