package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.VersionId;
import dev.asof.time.LocalTimes;
import dev.asof.write.Change;
import dev.asof.write.HeldRecords;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file that the tenant holds as it is, of which other dates are stated now than were when it was
/// imported.
///
/// @param file path in the folder
/// @param from as it is written
/// @param to as it is written; null: no end is stated
/// @param zone in which they are meant; null: the zone of the source
/// @param where they are stated, such as `asof.csv line 2`
/// @param before what was stated when it was imported; null: nothing
public record Redated(
    String file,
    Change.Place place,
    VersionId version,
    String from,
    @Nullable String to,
    @Nullable String zone,
    String where,
    HeldRecords.@Nullable Dates before) {

  /// Throws a [CallerFault] where a date cannot be read, or the end is not after the start.
  public Redated {
    ZoneId in = zone == null ? ZoneOffset.UTC : LocalTimes.zone(zone);
    if (to != null
        && !LocalTimes.parseStated(from, in, false)
            .instant()
            .isBefore(LocalTimes.parseStated(to, in, false).instant())) {
      throw new CallerFault(
          Code.BAD_TIME, "its end, " + to + ", is not after its start, " + from + "; mend one");
    }
    LocalTimes.parseStated(from, in, false);
  }

  /// Whether `stated` is what is stated now.
  static boolean isSame(
      HeldRecords.Dates stated, String from, @Nullable String to, @Nullable String zone) {
    return stated.from().equals(from)
        && Objects.equals(stated.to(), to)
        && (zone == null || stated.zone().equals(zone));
  }
}
