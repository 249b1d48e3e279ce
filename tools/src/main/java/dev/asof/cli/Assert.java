package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "assert",
    description = {
      "States that a version applies from a start on.",
      "It takes what is free, and what is held by statements with an earlier start; what "
          + "starts later stays."
    },
    footer = {
      "  asof assert --document terms --source site --file terms.md --from 2024-03-01",
      "  asof assert -d act/12 -s gazette --version-label 2023 --from 2023-01-01 --to 2024-01-01",
      "  asof assert -d act/12 -s gazette --section art-5 --file art-5.md --from 2024-03-01"
    })
final class Assert extends PlaceCommand {

  @Mixin private final VersionOptions version = new VersionOptions();
  @Mixin private final SectionOptions section = new SectionOptions();
  @Mixin private final RangeOptions range = new RangeOptions();

  @Option(
      names = "--until-further-notice",
      order = 23,
      description = "Replace everything from the start on, also what starts later.")
  private boolean untilFurtherNotice;

  @Override
  String kind() {
    return "assert";
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
      return new Change.Assert(place().in(section.key()), wanted, from, to, untilFurtherNotice);
    };
  }
}
