package dev.asof.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The one section that a change is about.
final class SectionOptions {

  @Option(
      names = "--section",
      order = 4,
      paramLabel = "KEY",
      description = "Only this section of the document, by its key; default the whole document.")
  private @Nullable String section;

  @Nullable String key() {
    return section;
  }
}
