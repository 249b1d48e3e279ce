package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "correct",
    description = {
      "Replaces what is believed during a range, retroactively.",
      "What was believed before stays queryable as known before."
    },
    footer = {
      "  asof correct -d terms -s site --version-label v2 --from 2024-02-15 --dry-run",
      "  asof correct -d terms -s site --file fixed.md --from 2024-02-15 --to 2024-03-01 --reason"
          + " erratum"
    })
final class Correct extends PlaceCommand {

  @Mixin private final VersionOptions version = new VersionOptions();
  @Mixin private final SectionOptions section = new SectionOptions();
  @Mixin private final RangeOptions range = new RangeOptions();

  @Override
  String kind() {
    return "correct";
  }

  @Override
  boolean needsReason() {
    return true;
  }

  @Override
  @Nullable String zone() {
    return range.zone();
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    String start = range.requiredFrom(this);
    Change.Wanted wanted = version.wanted(this);
    return times -> {
      StatedTime from = times.read("from", start);
      StatedTime to = times.readOrNull("to", range.to());
      StatedTimes.range(from, to);
      return new Change.Correct(place().in(section.key()), wanted, from, to);
    };
  }
}
