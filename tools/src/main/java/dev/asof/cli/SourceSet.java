package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "set",
    aliases = "add",
    description = {
      "Changes how a source is read and shown, or adds it.",
      "What is not named stays; answers as known before read it as it was set before. With --from"
          + " it holds for what is asked about that time and later."
    },
    footer = {
      "  asof source set gazette --zone Europe/London --authority-rank 1",
      "  asof source set gazette --authority-rank 2 --from 2024-03-01",
      "  asof source set crawler --display excerpt --excerpt-words 50",
      "  asof source set gazette --language de --numeric-dates day_first --retention \"10 years\""
    })
final class SourceSet extends WriteCommand {

  @Mixin private final SourceOptions source = new SourceOptions();

  @Override
  String kind() {
    return "set";
  }

  @Override
  @Nullable String timesOf() {
    return source.from() == null ? null : source.name();
  }

  @Override
  @Nullable String zone() {
    return source.from() == null ? null : source.zone();
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> source.change(times.readOrNull("from", source.from()));
  }
}
