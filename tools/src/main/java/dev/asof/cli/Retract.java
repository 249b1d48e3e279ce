package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "retract",
    description = {
      "Gives up what is believed during a range.",
      "There it then reads as withdrawn. To undo a statement as if it had not been made, "
          + "use recall."
    },
    footer = {
      "  asof retract -d terms -s site --from 2024-02-15 --to 2024-03-01 --reason \"never"
          + " applied\"",
      "  asof retract -d terms -s site --section fees --from 2024-02-15 --reason \"never applied\""
    })
final class Retract extends PlaceCommand {

  @Mixin private final SectionOptions section = new SectionOptions();
  @Mixin private final RangeOptions range = new RangeOptions();

  @Override
  String kind() {
    return "retract";
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
    if (range.from() == null && range.to() == null) {
      throw usage("Give the range with --from, --to or both");
    }
    return times ->
        new Change.Retract(
            place().in(section.key()),
            StatedTimes.range(
                times.readOrNull("from", range.from()), times.readOrNull("to", range.to())));
  }
}
