package dev.asof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "token",
    description = {
      "Makes, lists, rotates and revokes the tokens of asof serve.",
      "A token is for one tenant, with a role and access labels. From the first one on, every"
          + " request to a server needs one."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = "  asof token add alice --role reader --labels-of-token hr",
    subcommands = {TokenAdd.class, TokenList.class, TokenRotate.class, TokenRevoke.class})
final class TokenCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
