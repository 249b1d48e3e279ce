package dev.asof.fold;

import dev.asof.id.VersionId;

/// What a statement or belief says applies: the text of a version, or nothing. Nothing wins like a
/// version.
public sealed interface Holding {
  record Text(VersionId version) implements Holding {}

  record Nothing(Why why) implements Holding {}
}
