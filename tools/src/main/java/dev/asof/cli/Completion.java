package dev.asof.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Writes the script that completes commands and options in a shell.",
      "Load it in each session: source <(asof completion bash). One script serves both shells."
    },
    footer = {"  asof completion bash", "  asof completion zsh"})
final class Completion extends AsofCommand {

  /// The shells it is for.
  enum Shell {
    bash,
    /// Through its own `bashcompinit`, which the script loads.
    zsh
  }

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  Shell shell = Shell.bash;

  @Override
  public Integer call() {
    edge()
        .out()
        .print(AutoComplete.bash("asof", Asof.commandLine(edge(), new Faults(edge()), host())));
    edge().out().flush();
    return DONE;
  }
}
