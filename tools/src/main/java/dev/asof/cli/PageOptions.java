package dev.asof.cli;

import dev.asof.history.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which part of a long answer is shown.
final class PageOptions {

  @Option(
      names = "--limit",
      order = 510,
      paramLabel = "N",
      description = "At most so many; the answer says how to get the next. Default: all.")
  private @Nullable Integer limit;

  @Option(
      names = "--after",
      order = 511,
      paramLabel = "CURSOR",
      description =
          "Go on after the page that ended with this cursor, as of when that was answered.")
  private @Nullable String after;

  Page page() {
    return new Page(limit, after);
  }
}
