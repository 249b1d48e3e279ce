package dev.asof.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The root of the command line.
@Command(
    name = "asof",
    versionProvider = Version.class,
    description = {
      "Keeps every version of every document, when each applied, and since when that is known.",
      "As known at T, what did the documents say about time V?",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands (asof COMMAND --help shows examples):%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:answered \"no\": nothing in force, differences found, verification failed",
      "64:the command line cannot be understood",
      "65:bad data: an input, a time, or a name that does not exist",
      "69:the database or its disk is not available",
      "70:a fault of asof; the stack trace is in ASOF_HOME/log",
      "75:something was in the way; try again",
      "77:not allowed",
      "78:the configuration has to change",
      "130:stopped by Ctrl-C; nothing is left half-written",
      "141:whoever read the output went away"
    },
    footerHeading = "%n",
    footer = {
      "Ranges are [from, to): the start belongs to them, the end does not. A time is",
      "2024-03-01, 2024-03-01T10:00, 2024-03-01T10:00Z or 2024-03-01T10:00[Europe/London].",
      "Every word used here is explained in one sentence in GLOSSARY.md."
    },
    subcommands = {
      Init.class,
      Stop.class,
      Config.class,
      Doctor.class,
      Completion.class,
      TenantCommand.class,
      SourceCommand.class,
      Import.class,
      ImportFolder.class,
      ImportGit.class,
      ImportWebArchive.class,
      ImportLaw.class,
      WatchCommand.class,
      Embed.class,
      Put.class,
      Assert.class,
      Correct.class,
      Restate.class,
      Terminate.class,
      Retract.class,
      Recall.class,
      OverrideCommand.class,
      Observe.class,
      Mark.class,
      LabelCommand.class,
      SuggestDates.class,
      HoldCommand.class,
      ReleaseCommand.class,
      HoldsCommand.class,
      Erase.class,
      InForce.class,
      AskCommand.class,
      CiteCommand.class,
      ResolveCommand.class,
      AuditCommand.class,
      Timeline.class,
      HistoryCommand.class,
      VersionCommand.class,
      LearnedCommand.class,
      Changes.class,
      Diff.class,
      ExposureCommand.class,
      Reconstruct.class,
      DocumentsCommand.class,
      Verify.class,
      CheckpointCommand.class,
      Prove.class,
      ExportCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      IndexCommand.class,
      ServeCommand.class,
      McpCommand.class,
      TokenCommand.class,
      EvaluateCommand.class,
      Demo.class
    })
final class Asof {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  private final Edge edge;
  private final Faults faults;
  private final Host host;

  /// For whoever only wants the shape of the command line, such as the maker of completion scripts.
  Asof() {
    this(Edge.ofProcess(java.io.InputStream.nullInputStream()));
  }

  private Asof(Edge edge) {
    this(edge, new Faults(edge), Host.own());
  }

  private Asof(Edge edge, Faults faults, Host host) {
    this.edge = edge;
    this.faults = faults;
    this.host = host;
  }

  /// The command line for `args`. Where they begin with the name of a command, only that one is
  /// made: reading the options of all of them takes longer than most commands do.
  static CommandLine commandLine(Edge edge, Faults faults, Host host, String... args) {
    Asof root = new Asof(edge, faults, host);
    return named(args)
        .map(command -> withOnly(root, command))
        .orElseGet(() -> new CommandLine(root))
        .setOut(edge.out())
        .setErr(edge.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                edge.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setUsageHelpWidth(Math.max(80, edge.width()))
        // A file called 12 in the working folder must not turn --known @12 into what it holds.
        .setExpandAtFiles(false)
        .registerConverter(Path.class, text -> path(host, text))
        .setAbbreviatedOptionsAllowed(false)
        .setOverwrittenOptionsAllowed(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, given) -> faults.usage(e))
        .setExecutionExceptionHandler((e, command, parsed) -> faults.exit(e));
  }

  /// Paths count from the folder in which the command was given, whichever process runs it. A
  /// hyphen is a stream.
  private static Path path(Host host, String text) {
    return text.equals("-") ? Path.of(text) : host.folder().resolve(text);
  }

  private static Optional<Class<?>> named(String... args) {
    return Arrays.stream(Asof.class.getAnnotation(Command.class).subcommands())
        .filter(command -> args.length > 0 && nameOf(command).equals(args[0]))
        .findFirst();
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine withOnly(Asof root, Class<?> command) {
    CommandSpec spec =
        CommandSpec.wrapWithoutInspection(root)
            .name(Asof.class.getAnnotation(Command.class).name());
    return new CommandLine(spec.addSubcommand(nameOf(command), new CommandLine(command)));
  }

  Edge edge() {
    return edge;
  }

  Host host() {
    return host;
  }

  Faults faults() {
    return faults;
  }
}
