package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "observe",
    description = {
      "Logs a look at a source.",
      "It showed a text, or that the document is gone, or the look failed."
    },
    footer = {
      "  asof observe --document terms --source crawler --file terms.html.md --looked"
          + " 2024-03-01T10:00Z",
      "  asof observe -d terms -s crawler --gone \"404 Not Found\"",
      "  asof observe -d terms -s crawler --failed \"timeout after 30 s\""
    })
final class Observe extends PlaceCommand {

  @Mixin private final TextOptions text = new TextOptions();

  @Option(
      names = "--gone",
      order = 8,
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "WORDS",
      description = "The source says that the document is gone (404, 410, or in words).")
  private @Nullable String gone;

  @Option(
      names = "--failed",
      order = 9,
      paramLabel = "WORDS",
      description = "The look failed, which says nothing about the document.")
  private @Nullable String failed;

  @Option(
      names = "--looked",
      order = 20,
      paramLabel = "TIME",
      description = "When it was looked at; default now.")
  private @Nullable String looked;

  @Option(
      names = "--zone",
      order = 22,
      paramLabel = "ZONE",
      description = "Zone of --looked in place of the source's, such as Europe/London.")
  private @Nullable String zone;

  @Override
  String kind() {
    return "observe";
  }

  @Override
  @Nullable String zone() {
    return zone;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    long given = Stream.of(text.isGiven(), gone != null, failed != null).filter(one -> one).count();
    if (given != 1) {
      throw usage("Give one of --file, --gone and --failed");
    }
    Change.Seen seen = seen();
    return times -> new Change.Observe(place(), looked(times), seen);
  }

  /// Null: now, by the clock of the database, which also refuses what lies after it.
  private @Nullable Instant looked(StatedTimes times) {
    return looked == null ? null : times.read("looked", looked).instant();
  }

  private Change.Seen seen() {
    if (gone != null) {
      return new Change.Seen.Gone(gone.isEmpty() ? null : gone);
    }
    return failed != null
        ? new Change.Seen.Failed(failed)
        : new Change.Seen.Text(text.version(edge()));
  }
}
