package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/// A rectangle of the plane in which one thing was held.
///
/// @param operation what made the statement: import, assert, correct, ...
/// @param opened the transaction that began to hold it
/// @param closed the transaction that ended it; null: still held at T
public record HistoryLine(
    @JsonUnwrapped Citation belief, String operation, Recorded opened, @Nullable Recorded closed) {}
