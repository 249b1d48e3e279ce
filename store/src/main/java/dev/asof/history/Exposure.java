package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A belief that was given up, and for how long the store would have answered with it.
///
/// @param belief its `valid` is the part given up, its `system` the span during which it would have
///   been the answer
/// @param served the length of that span
/// @param instead what is held in its place; for a section of which nothing is stated any more,
///   what is held about its document; null: nothing
public record Exposure(
    @JsonUnwrapped Citation belief, Duration served, @Nullable Citation instead) {}
