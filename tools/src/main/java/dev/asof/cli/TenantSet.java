package dev.asof.cli;

import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "set",
    description = "Sets the zone in which dates of sources without a zone are read from now on.",
    footer = {
      "  asof tenant set --tenant acme --zone Europe/London",
      "  asof tenant set --tenant acme --zone \"\""
    })
final class TenantSet extends WriteCommand {

  @Option(
      names = "--zone",
      order = 1,
      required = true,
      paramLabel = "ZONE",
      description = "Zone, such as Europe/London; empty unsets it.")
  private String zone = "";

  @Override
  String kind() {
    return "set";
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Set("zone", zone.isEmpty() ? null : zone);
  }
}
