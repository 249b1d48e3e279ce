package dev.asof.resolve;

/// One answer to what is asked back.
///
/// @param label what it means, for people
/// @param write what to write in the place of the phrase, so that it is read for certain
public record Choice(String label, String write) {}
