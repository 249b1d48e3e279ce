package dev.asof.resolve;

/// What matched at a place of the chart.
///
/// @param end the token after it
/// @param depth of nested phrases in it
record Taken(Object value, int end, int depth) {}
