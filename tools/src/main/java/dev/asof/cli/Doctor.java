package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.schema.Finding;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "doctor",
    description = {
      "Looks whether everything is in order, and says how to mend what is not.",
      "The home folder, the configuration, the database with its version, roles, grants, schema and"
          + " clock, disk space, the index, the embedding model and the resident process. Ends with"
          + " exit code 1 where something has to be mended."
    },
    footer = {"  asof doctor", "  asof doctor --output json"})
final class Doctor extends AsofCommand {

  /// @param good nothing has to be mended
  record Value(boolean good, List<Finding> findings) {}

  @Override
  public Integer call() {
    List<Finding> findings = new Examination(edge(), host(), this::settings).findings();
    boolean good = findings.stream().noneMatch(one -> one.level() == Finding.Level.BAD);
    print(
        new Shown(
            new Value(good, findings),
            findings,
            List.of(),
            Table.of(
                findings,
                column("check", Finding::check),
                column("is", one -> one.level().word()),
                column("finding", Finding::sentence),
                column("mend", Finding::mend)),
            List.of(good ? "Nothing has to be mended." : "Something has to be mended.")));
    return good ? DONE : NO;
  }
}
