package dev.asof.shown;

/// A tenant as JSON has it.
///
/// @param tenant its name
public record TenantValue(String tenant) {}
