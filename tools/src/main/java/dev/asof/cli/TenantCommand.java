package dev.asof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tenant",
    description = {
      "Adds, lists and sets tenants, and shows how they are set.",
      "A tenant is the boundary between users of one database."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = "  asof tenant list",
    subcommands = {TenantAdd.class, TenantSet.class, TenantShow.class, TenantList.class})
final class TenantCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
