package dev.asof.cli;

import dev.asof.history.Rights;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import dev.asof.write.SourceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A source and how it is to be read and shown.
final class SourceOptions {

  @Parameters(paramLabel = "SOURCE", description = "Name of the source.")
  private String name = "";

  @Option(
      names = "--kind",
      order = 1,
      paramLabel = "KIND",
      description =
          "page (shows each time what applies until further notice) or archive (a collection of"
              + " versions).")
  private @Nullable SourceKind kind;

  @Option(
      names = "--zone",
      order = 2,
      paramLabel = "ZONE",
      description = "Zone in which it writes its dates, such as Europe/London.")
  private @Nullable String zone;

  @Option(
      names = "--authority-rank",
      order = 3,
      paramLabel = "N",
      description =
          "Its place among sources in an answer, smallest first. Decides order only, never truth.")
  private @Nullable Integer rank;

  @Option(
      names = "--display",
      order = 4,
      paramLabel = "RIGHTS",
      description =
          "What may be shown of its texts, whatever time is asked about: full, excerpt or link.")
  private Rights.@Nullable Display display;

  @Option(
      names = "--excerpt-words",
      order = 5,
      paramLabel = "N",
      description = "Most words of an excerpt.")
  private @Nullable Integer words;

  @Option(
      names = "--publisher",
      order = 6,
      paramLabel = "WORDS",
      description = "Who publishes or observes.")
  private @Nullable String publisher;

  @Option(
      names = "--language",
      order = 7,
      paramLabel = "TAG",
      description =
          "Language of its texts (BCP 47, such as en or ko), for those recorded from now on that"
              + " name none.")
  private @Nullable String language;

  @Option(
      names = "--numeric-dates",
      order = 8,
      paramLabel = "ORDER",
      description =
          "Which comes first where it writes 03/04/2024: day_first or month_first; else such a date"
              + " is not read.")
  private @Nullable String numericDates;

  @Option(
      names = "--retention",
      order = 9,
      paramLabel = "WORDS",
      description = "How long its texts are kept, and why; a note that nothing acts on.")
  private @Nullable String retention;

  @Option(
      names = "--from",
      order = 10,
      paramLabel = "TIME",
      description =
          "Set it so from this instant of valid time on; a date is midnight in --zone, else in the"
              + " source's zone. Default: for all of valid time.")
  private @Nullable String from;

  @Nullable String from() {
    return from;
  }

  @Nullable String zone() {
    return zone;
  }

  String name() {
    return name;
  }

  Change.SetSource change(@Nullable StatedTime start) {
    return new Change.SetSource(
        name,
        kind,
        zone,
        rank,
        display == null ? null : display.word(),
        words,
        publisher,
        language == null && numericDates == null && retention == null
            ? null
            : new Change.SetSource.Reading(language, numericDates, retention),
        start);
  }
}
