package dev.asof.resolve;

/// Where something stands in the question: UTF-16 offsets, `end` excluded.
public record TextSpan(int start, int end) {}
