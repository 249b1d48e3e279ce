package dev.asof.cli;

import dev.asof.shown.StatedTimes;
import dev.asof.write.Change;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "mark",
    description = {
      "Says of a version that is stored that it is technical, or that it is not.",
      "A technical version differs because the extractor changed, not the meaning: asof diff --only"
          + " tells it apart. Answers as known before keep what was said before."
    },
    footer =
        "  asof mark --document terms --source site --version-label v2 --technical --reason"
            + " \"parser 2\"")
final class Mark extends WriteCommand {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "Key of the document.")
  private String document = "";

  @Option(
      names = {"-s", "--source"},
      order = 2,
      required = true,
      paramLabel = "NAME",
      description = "The source whose version it is.")
  private String source = "";

  @Option(
      names = "--version-label",
      order = 3,
      required = true,
      paramLabel = "LABEL",
      description = "Label of the version.")
  private String version = "";

  @ArgGroup(multiplicity = "1", order = 4)
  private Said said = new Said();

  /// One of the two.
  static final class Said {
    @Option(
        names = "--technical",
        order = 4,
        description = "The extractor changed, not the meaning.")
    private boolean technical;

    @Option(names = "--substantive", order = 5, description = "The meaning may have changed.")
    private boolean substantive;
  }

  @Override
  String kind() {
    return "mark";
  }

  @Override
  boolean needsReason() {
    return true;
  }

  @Override
  @Nullable String timesOf() {
    return null;
  }

  @Override
  Function<StatedTimes, Change> prepare() {
    return times -> new Change.Mark(document, source, version, said.technical && !said.substantive);
  }
}
