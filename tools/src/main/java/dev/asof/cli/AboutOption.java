package dev.asof.cli;

import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// About when.
final class AboutOption {

  @Option(
      names = "--about",
      order = 500,
      paramLabel = "TIME",
      description =
          "What applied at this time; a date is midnight in each source's own zone. Default: now.")
  private @Nullable String about;

  /// Null where none was given.
  @Nullable TimeInput in(TimeOptions times) {
    return about == null ? null : LocalTimes.parseAbout(about, times.zone(), times.isZoneAssumed());
  }
}
