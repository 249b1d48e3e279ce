package dev.asof.split;

/// A line that starts a section. `start` is the UTF-16 offset of the start of that line in the
/// body; a smaller `level` is further out; `title` is plain text with single spaces and holds a
/// letter or digit.
record Heading(int start, int level, String title) {}
