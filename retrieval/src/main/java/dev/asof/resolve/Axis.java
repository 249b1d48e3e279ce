package dev.asof.resolve;

/// Which of the two axes a time is on.
public enum Axis {
  /// Valid time: when a text applies in the world.
  ABOUT,
  /// System time: what was known when.
  KNOWN
}
