package dev.asof.cli;

import dev.asof.fold.Why;
import dev.asof.shown.StatedTimes;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "override",
    description = {
      "States for one section what applies to it, whatever its document says.",
      "It may be a new text of the section, its text in a stored version, or that it is not in"
          + " force. Without --to it holds for as long as the version it departs from; with --to"
          + " it may outlast that."
    },
    footer = {
      "  asof override -d act/12 -s gazette --section art-5 --file art-5.md --from 2024-03-01",
      "  asof override -d act/12 -s gazette --section art-5 --version-label 2023 --from 2024-01-01",
      "  asof override -d act/12 -s gazette --section art-6 --not-in-force --from 2024-01-01 --to"
          + " 2025-01-01"
    })
final class OverrideCommand extends PlaceCommand {

  private static final List<Why> REASONS =
      List.of(Why.WITHDRAWN, Why.REPEALED, Why.RETRACTED, Why.TERMINATED);

  @Option(
      names = "--section",
      order = 4,
      required = true,
      paramLabel = "KEY",
      description = "The section, by its key.")
  private String section = "";

  @Option(
      names = "--not-in-force",
      order = 8,
      arity = "0..1",
      fallbackValue = "withdrawn",
      paramLabel = "WHY",
      description = {
        "The section does not apply: withdrawn, repealed, retracted or terminated;",
        "default withdrawn."
      })
  private @Nullable String notInForce;

  @Mixin private final VersionOptions version = new VersionOptions();
  @Mixin private final RangeOptions range = new RangeOptions();

  @Override
  String kind() {
    return "override";
  }

  @Override
  @Nullable String zone() {
    return range.zone();
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    String start = range.requiredFrom(this);
    Change.Content content = content();
    return times -> {
      StatedTime from = times.read("from", start);
      StatedTime to = times.readOrNull("to", range.to());
      StatedTimes.range(from, to);
      return new Change.OverrideSection(place().in(section), content, from, to);
    };
  }

  private Change.Content content() {
    String why = notInForce;
    if (why == null) {
      if (!version.isGiven()) {
        throw usage("Give one of --file, --version-label and --not-in-force");
      }
      return version.wanted(this);
    }
    if (version.isGiven()) {
      throw usage("Give one of --file, --version-label and --not-in-force");
    }
    return new Change.Content.Nothing(
        REASONS.stream()
            .filter(known -> known.word().equals(why.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() ->
                usage(
                    "--not-in-force is '"
                        + why
                        + "'; it has to be withdrawn, repealed, retracted or terminated")));
  }
}
