package dev.asof.cli;

import dev.asof.write.Change;
import picocli.CommandLine.Option;

/// Which document, according to whom, for whom.
final class PlaceOptions {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "Key of the document, such as github/privacy-statement.")
  private String document = "";

  @Option(
      names = {"-s", "--source"},
      order = 2,
      required = true,
      paramLabel = "NAME",
      description = "Who says so.")
  private String source = "";

  @Option(
      names = "--scope",
      order = 3,
      paramLabel = "WORDS",
      description = "For whom it holds, such as a territory; default everyone.")
  private String scope = "";

  Change.Place place() {
    return new Change.Place(document, source, scope);
  }

  String source() {
    return source;
  }
}
