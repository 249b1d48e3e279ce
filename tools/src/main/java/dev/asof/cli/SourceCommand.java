package dev.asof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "source",
    description = "%nAdds, sets and lists sources: who says what applies.",
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
