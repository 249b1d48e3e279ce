package dev.asof.cli;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import dev.asof.ingest.TimelineEntry;
import dev.asof.shown.StatedTimes;
import dev.asof.split.Format;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "restate",
    description = {
      "Replaces everything a source asserts about a document by a whole timeline, in one step.",
      "The timeline is a file of JSON objects, one a line: what applies, from when, and"
          + " perhaps until when. What a line repeats stays; everything else asserted is given up."
          + " What is said about single sections stays. Keys: label (a stored version), or file (a"
          + " new text, relative to the timeline; label is then its label), or nothing (withdrawn,"
          + " repealed, retracted, terminated); from; to."
    },
    footer = {
      "  asof restate -d act/12 -s gazette --timeline act-12.jsonl --dry-run",
      "  {\"label\":\"2023\",\"from\":\"2023-01-01\"}",
      "  {\"file\":\"act-12.md\",\"label\":\"2024\",\"from\":\"2024-01-01\",\"to\":\"2025-01-01\"}",
      "  {\"nothing\":\"repealed\",\"from\":\"2025-01-01\"}"
    })
final class Restate extends PlaceCommand {

  @Option(
      names = "--timeline",
      order = 10,
      required = true,
      paramLabel = "FILE",
      description = "The timeline, in JSON Lines; - reads standard input.")
  private String timeline = "";

  @Option(
      names = "--zone",
      order = 22,
      paramLabel = "ZONE",
      description = "Zone of the times in place of the source's, such as Europe/London.")
  private @Nullable String zone;

  /// A line that was read, with its text if it brings one.
  private record Line(long number, TimelineEntry entry, Change.Content content) {}

  @Override
  String kind() {
    return "restate";
  }

  @Override
  @Nullable String zone() {
    return zone;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    List<Line> lines = read();
    return times -> {
      Map<Instant, Long> starts = new HashMap<>();
      List<Change.Restate.Entry> entries = new ArrayList<>();
      for (Line line : lines) {
        entries.add(
            at(
                line.number(),
                () -> {
                  StatedTime from = times.readLine(line.number(), "from", line.entry().from());
                  String end = line.entry().to();
                  StatedTime to = end == null ? null : times.readLine(line.number(), "to", end);
                  StatedTimes.range(from, to);
                  Long first = starts.putIfAbsent(from.instant(), line.number());
                  if (first != null) {
                    throw new CallerFault(
                        Code.BAD_RECORD,
                        "it starts when line "
                            + first
                            + " does, at "
                            + from.text()
                            + ", and only one can apply from then on; leave one out");
                  }
                  return new Change.Restate.Entry(line.content(), from, to);
                }));
      }
      return new Change.Restate(place(), entries);
    };
  }

  private List<Line> read() {
    boolean fromInput = timeline.equals("-");
    List<Line> lines = new ArrayList<>();
    try (InputStream in = fromInput ? edge().in() : Files.newInputStream(Path.of(timeline));
        RecordFile file = RecordFile.open(named(), in)) {
      for (Optional<RecordReader.Item> line = file.next(); line.isPresent(); line = file.next()) {
        RecordReader.Item next = line.get();
        lines.add(
            at(
                next.number(),
                () -> {
                  TimelineEntry entry = TimelineEntry.parse(next.text());
                  return new Line(next.number(), entry, content(entry));
                }));
      }
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          named() + " cannot be read (" + Texts.reason(e) + "); name a file that can",
          e);
    }
    return lines;
  }

  private String named() {
    return timeline.equals("-") ? "standard input" : timeline;
  }

  private Change.Content content(TimelineEntry entry) {
    return switch (entry.holds()) {
      case TimelineEntry.Nothing nothing -> new Change.Content.Nothing(nothing.why());
      case TimelineEntry.Stored stored -> new Change.Wanted.Labelled(stored.label());
      case TimelineEntry.NewText text -> {
        Path path =
            timeline.equals("-")
                ? Path.of(text.file())
                : Path.of(timeline).resolveSibling(text.file());
        yield new Change.Wanted.New(
            FileText.of(path)
                .map(taken -> taken.version(text.label(), null, null, null, false))
                .orElseGet(() -> asItIs(path, text)));
      }
    };
  }

  private static NewVersion asItIs(Path path, TimelineEntry.NewText text) {
    return new NewVersion(
        text.label(),
        null,
        null,
        null,
        null,
        false,
        null,
        PreparedText.of(
            Format.of(text.file().toLowerCase(Locale.ROOT)),
            Texts.read(path.toString(), InputStream.nullInputStream())));
  }

  private interface Reading<T> {
    T read();
  }

  /// Says in which line a fault is.
  private <T> T at(long number, Reading<T> reading) {
    try {
      return reading.read();
    } catch (AsofException e) {
      throw new CallerFault(
          e.code(),
          named() + " line " + number + ": " + e.sentence() + " (nothing was written)",
          e);
    }
  }
}
