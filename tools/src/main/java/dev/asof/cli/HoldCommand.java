package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "hold",
    description = {
      "Puts a document on legal hold for a matter.",
      "Until it is released from every matter nothing of it can be erased."
    },
    footer =
        "  asof hold --document acme/terms --matter \"Smith v Acme\" --reason \"letter of"
            + " counsel\"")
final class HoldCommand extends WriteCommand {

  @Mixin private final HoldOptions hold = new HoldOptions();

  @Override
  String kind() {
    return "hold";
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Hold(hold.document, hold.matter);
  }
}
