package dev.asof.id;

/// The number of a tenant, the isolation boundary. Every key, constraint and query carries it.
public record TenantId(int value) {}
