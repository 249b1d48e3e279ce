package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "release",
    description = {
      "Releases a document from legal hold for a matter.",
      "It stays on hold for every other matter."
    },
    footer = "  asof release --document acme/terms --matter \"Smith v Acme\" --reason \"settled\"")
final class ReleaseCommand extends WriteCommand {

  @Mixin private final HoldOptions hold = new HoldOptions();

  @Override
  String kind() {
    return "release";
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Release(hold.document, hold.matter);
  }
}
