package dev.asof.cli;

import dev.asof.write.Change;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The version that shall apply: a new text, or one that is stored.
final class VersionOptions {

  @Mixin private final TextOptions text = new TextOptions();

  @Option(
      names = "--version-label",
      order = 9,
      paramLabel = "LABEL",
      description = "A version that is stored already, by its label; in place of --file.")
  private @Nullable String stored;

  boolean isGiven() {
    return text.isGiven() || stored != null;
  }

  /// Throws picocli's usage error unless exactly one of the two was given.
  Change.Wanted wanted(AsofCommand command) {
    if (text.isGiven() == (stored != null)) {
      throw command.usage("Give the text with --file, or a stored version with --version-label");
    }
    return stored != null
        ? new Change.Wanted.Labelled(stored)
        : new Change.Wanted.New(text.version(command.edge()));
  }
}
