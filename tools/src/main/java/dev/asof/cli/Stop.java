package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.resident.ResidentClient;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = {
      "Stops the embedded server and the resident process.",
      "They otherwise stay up between commands, so that these start fast; the resident process for"
          + " a quarter of an hour (ASOF_RESIDENT_IDLE). Nothing is lost."
    },
    footer = "  asof stop")
final class Stop extends AsofCommand {

  /// @param stopped an embedded server ran
  /// @param resident a resident process ran
  record Value(String home, boolean stopped, boolean resident) {}

  @Override
  public Integer call() {
    DatabaseSettings settings = settings();
    boolean resident = ResidentClient.stop(settings.home(), edge().environment());
    String given = settings.jdbcUrl();
    if (given != null && !resident) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the database is the given server "
              + settings.shown().getFirst().value()
              + ", which asof does not stop; leave jdbc-url out to stop the embedded one");
    }
    Value value =
        new Value(
            settings.home().toString(),
            given == null && EmbeddedServer.in(settings.home()).stop(),
            resident);
    print(
        new Shown(
            value,
            List.of(value),
            sentences(value, given != null),
            Table.of(List.of()),
            List.of()));
    return DONE;
  }

  private static List<String> sentences(Value value, boolean given) {
    List<String> sentences = new ArrayList<>();
    if (value.resident()) {
      sentences.add("Ended the resident process of " + value.home() + ".");
    }
    sentences.add(
        given
            ? "The database is a given server, which asof does not stop."
            : value.stopped()
                ? "Stopped the embedded server in " + value.home() + "."
                : "No embedded server was running in " + value.home() + ".");
    return sentences;
  }
}
