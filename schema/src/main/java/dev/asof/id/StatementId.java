package dev.asof.id;

/// The id of a statement, unique in its tenant.
public record StatementId(long value) {}
