package dev.asof.split;

import org.jspecify.annotations.Nullable;

/// A section as a record brings it. The key need not be unique.
public record GivenSection(String key, @Nullable String title, String body) {}
