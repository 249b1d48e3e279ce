package dev.asof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Watches pages of the web: lists them, looks at those that are due, and shows the looks.",
      "This machine and private networks are not asked, unless asof watch run is told"
          + " --allow-private.",
      "Each look is recorded, failures too. A page says nothing about when its text applies in law:"
          + " what was seen is observed, and dates that it states are kept beside it."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  asof watch add https://example.org/terms -d example/terms -s crawler --select main",
      "  asof watch run"
    },
    subcommands = {
      WatchAdd.class,
      WatchList.class,
      WatchSet.class,
      WatchRemove.class,
      WatchRun.class,
      WatchLog.class
    })
final class WatchCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
