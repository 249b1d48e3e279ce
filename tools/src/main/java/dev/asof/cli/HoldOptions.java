package dev.asof.cli;

import picocli.CommandLine.Option;

/// Which document is on hold, and for which matter.
final class HoldOptions {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "The document.")
  String document = "";

  @Option(
      names = "--matter",
      order = 2,
      required = true,
      paramLabel = "NAME",
      description = "The matter: a case, an investigation. Several may hold one document.")
  String matter = "";
}
