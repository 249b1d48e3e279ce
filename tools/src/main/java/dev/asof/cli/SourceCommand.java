package dev.asof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "source",
    description = {"Adds, sets and lists sources.", "A source is who says what applies."},
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = "  asof source list",
    subcommands = {SourceSet.class, SourceList.class})
final class SourceCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
