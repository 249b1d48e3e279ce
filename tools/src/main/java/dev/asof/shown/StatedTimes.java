package dev.asof.shown;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Sources;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the times of a command that writes, each in the zone of the source it is about, and keeps
/// how it read them.
public final class StatedTimes {

  /// How one option was read, as an answer shows it.
  ///
  /// @param option `from`, or, for a line of a file, `line 3 from`
  /// @param written the time as it was given
  /// @param zone where it was read
  /// @param zoneAssumed nobody named that zone for this source
  /// @param decision what was decided where the clocks skip or repeat the time; null: nothing
  public record Read(
      String option,
      String written,
      Instant instant,
      String zone,
      boolean zoneAssumed,
      @Nullable String decision) {

    /// `--from 2024-03-01 was read as 2024-03-01T00:00Z (Europe/London)`.
    public String sentence() {
      return (option.startsWith("line ") ? "" : "--")
          + option
          + " "
          + written
          + " was read as "
          + Times.shown(instant)
          + " ("
          + zone
          + (zoneAssumed ? ", zone assumed: the source has none" : "")
          + ")"
          + (decision == null ? "" : "; " + decision);
    }
  }

  /// How a text is read in a zone.
  private interface Parser {
    StatedTime read(ZoneId zone, boolean assumed);
  }

  /// Reads a time in the zone it belongs to.
  private final Function<Parser, StatedTime> reading;

  private final List<Read> read = new ArrayList<>();

  private StatedTimes(Function<Parser, StatedTime> reading) {
    this.reading = reading;
  }

  /// In the zone that the command names.
  public static StatedTimes in(String zone) {
    return new StatedTimes(text -> text.read(LocalTimes.zone(zone), false));
  }

  /// In the zone that a source, which need not exist yet, has at that time; else the tenant's, else
  /// UTC.
  public static StatedTimes of(String source, Sources sources) {
    return new StatedTimes(text ->
        sources
            .setFor(source, set -> text.read(set.zone(), set.zoneAssumed()).instant())
            .map(set -> text.read(set.zone(), set.zoneAssumed()))
            .orElseGet(() -> text.read(sources.tenantZone(), true)));
  }

  /// Reads the value of `--option`. A date is the start of its day. Unlike with a time in a file,
  /// there is somebody to ask: a local time that the clocks skip or repeat is refused with the two
  /// to choose from.
  public StatedTime read(String option, String text) {
    StatedTime time =
        reading.apply(
            (zone, assumed) -> LocalTimes.parseAbout(text, zone, assumed).at(zone, assumed));
    read.add(
        new Read(
            option,
            text,
            time.instant(),
            Times.shown(time.zone()),
            time.zoneAssumed(),
            time.decision()));
    return time;
  }

  /// Reads a time in a line of a file. There a local time that the clocks skip or repeat is decided
  /// as in an import, and the decision kept.
  public StatedTime readLine(long line, String key, String text) {
    StatedTime time = reading.apply((zone, assumed) -> LocalTimes.parseStated(text, zone, assumed));
    read.add(
        new Read(
            "line " + line + " " + key,
            text,
            time.instant(),
            Times.shown(time.zone()),
            time.zoneAssumed(),
            time.decision()));
    return time;
  }

  public @Nullable StatedTime readOrNull(String option, @Nullable String text) {
    return text == null ? null : read(option, text);
  }

  /// The range between two times that were read. Throws a [CallerFault] where it would be empty.
  public static TimeRange range(@Nullable StatedTime from, @Nullable StatedTime to) {
    if (from != null && to != null && !from.instant().isBefore(to.instant())) {
      throw new CallerFault(
          Code.BAD_TIME,
          "the range from "
              + from.text()
              + " to "
              + to.text()
              + " is empty: ranges are [from, to); give an end after the start, or leave --to out");
    }
    return TimeRange.of(from == null ? null : from.instant(), to == null ? null : to.instant());
  }

  public List<Read> read() {
    return List.copyOf(read);
  }
}
