package dev.asof.cli;

import dev.asof.history.Filter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which beliefs are asked for, of one document.
final class DocumentOptions {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "Key of the document.")
  private String document = "";

  @Option(
      names = {"-s", "--source"},
      order = 2,
      paramLabel = "NAME",
      description = "What this source says; default all.")
  private @Nullable String source;

  @Option(
      names = "--scope",
      order = 3,
      paramLabel = "WORDS",
      description = "For whom; \"\" for what holds for everyone; default all.")
  private @Nullable String scope;

  Filter filter() {
    return new Filter(document, source, scope);
  }
}
