package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What every command has: where the database is, how it answers, and its help.
@Command(
    sortOptions = false,
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    footerHeading = "%nExamples:%n",
    requiredOptionMarker = '*',
    abbreviateSynopsis = true)
abstract class AsofCommand implements Callable<Integer> {

  static final int DONE = 0;
  static final int NO = 1;

  @Mixin private final OutputOptions output = new OutputOptions();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 999,
      description = "Show this help.")
  boolean help;

  @Spec private CommandSpec spec = CommandSpec.create();

  final Edge edge() {
    return root().edge();
  }

  private Asof root() {
    return (Asof) spec.root().userObject();
  }

  final DatabaseSettings settings() {
    DatabaseSettings settings = connection.settings(edge());
    root().faults().home(settings);
    return settings;
  }

  final Database open() {
    return host().open(settings());
  }

  /// Keeps what was thrown in the log of the home, and says where.
  final String keep(Throwable thrown) {
    return root().faults().keep(thrown);
  }

  /// The process it runs in, which may keep open what the next command needs too.
  final Host host() {
    return root().host();
  }

  final OutputOptions output() {
    return output;
  }

  final void print(Shown shown) {
    output.printer(edge()).print(shown);
  }

  /// Options that do not go together, in picocli's own kind of error.
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
