package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import dev.asof.write.NewVersion;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "put",
    description = "Stores a version of which nobody says when it applies.",
    footer = {
      "  asof put --document terms --source site --file terms.md",
      "  curl -s https://example.org/terms.txt | asof put -d terms -s site -f - --new-label 2024-03"
    })
final class Put extends PlaceCommand {

  @Mixin private final TextOptions text = new TextOptions();

  @Override
  String kind() {
    return "put";
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    if (!text.isGiven()) {
      throw usage("Missing required option: '--file=FILE'");
    }
    NewVersion version = text.version(edge());
    return times -> new Change.Put(place(), version);
  }
}
