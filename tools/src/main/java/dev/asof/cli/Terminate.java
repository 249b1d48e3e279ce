package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "terminate",
    description = "States that nothing applies from an instant on, as a repeal does.",
    footer =
        "  asof terminate --document act/12 --source gazette --from 2025-01-01 --reason \"repealed"
            + " by act 40\"")
final class Terminate extends PlaceCommand {

  @Mixin private final SectionOptions section = new SectionOptions();

  @Option(
      names = "--from",
      order = 20,
      required = true,
      paramLabel = "TIME",
      description =
          "First instant at which nothing applies; a date is midnight in the source's zone.")
  private String from = "";

  @Option(
      names = "--zone",
      order = 22,
      paramLabel = "ZONE",
      description = "Zone of --from in place of the source's, such as Europe/London.")
  private @Nullable String zone;

  @Override
  String kind() {
    return "terminate";
  }

  @Override
  @Nullable String zone() {
    return zone;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Terminate(place().in(section.key()), times.read("from", from));
  }
}
