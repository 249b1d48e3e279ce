package dev.asof.split;

import org.jspecify.annotations.Nullable;

/// A part of a version. `key` is unique in the version, stable across versions and at most 512
/// characters; `title` is the heading as written, null where there is none; `text` holds the
/// heading line too.
public record Section(String key, @Nullable String title, String text) {}
