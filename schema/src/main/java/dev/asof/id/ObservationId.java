package dev.asof.id;

/// The id of a look at a source, unique in its tenant.
public record ObservationId(long value) {}
