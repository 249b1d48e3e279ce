package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = {
      "Stops the embedded server.",
      "It otherwise stays up between commands, so that they start fast. Nothing is lost."
    },
    footer = "  asof stop")
final class Stop extends AsofCommand {

  record Value(String home, boolean stopped) {}

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    if (settings.jdbcUrl() != null) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the database is the given server "
              + settings.shown().getFirst().value()
              + ", which asof does not stop; leave jdbc-url out to stop the embedded one");
    }
    Value value = new Value(settings.home().toString(), EmbeddedServer.in(settings.home()).stop());
    print(
        new Shown(
            value,
            List.of(value),
            List.of(
                value.stopped()
                    ? "Stopped the embedded server in " + value.home() + "."
                    : "No embedded server was running in " + value.home() + "."),
            Table.of(List.of()),
            List.of()));
    return DONE;
  }
}
