package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.Decoded;
import dev.asof.intake.git.Dating;
import dev.asof.intake.git.GitImport;
import dev.asof.intake.git.GitOptions;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.SourceKind;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import-git",
    description = {
      "Reads a git repository as a history of documents.",
      "Each commit of the main line that changed a file at one of the paths is a version of a"
          + " document, known since its committer time. What a merge brought is known since the"
          + " merge. The document's key is the first path at which it was seen; it stays the same"
          + " when the file moves.",
      "When a text applies is taken from valid_from or effective in its front matter, or from a"
          + " trailer Valid-From or Effective of the commit; from a pattern or the author date"
          + " only where you ask for it; else it is unknown. A second run takes what is new."
    },
    footer = {
      "  asof import-git laws --path 'laws/**' --tenant laws",
      "  asof import-git . --path '*.md' --path '!CHANGELOG.md' --source handbook",
      "  asof import-git laws.git --path '*.md' --valid-from author-date --branch main",
      "  asof import-git rules --path '*.txt' --valid-from-pattern 'In force from (\\S+)'"
    })
final class ImportGit extends ImportCommand {

  /// What is taken as the start of validity where neither text nor commit states one.
  enum From {
    authorDate("author-date");

    private final String word;

    From(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  @Parameters(
      paramLabel = "REPOSITORY",
      description = "A working tree, a folder in one, or a bare repository on this machine.")
  private Path repository = Path.of(".");

  @Option(
      names = "--path",
      order = 1,
      required = true,
      paramLabel = "GLOB",
      description =
          "Files to import, written as in a .gitignore; several can be given, the last that fits"
              + " decides, and one that begins with ! takes out.")
  private List<String> paths = List.of();

  @Option(
      names = {"-s", "--source"},
      order = 2,
      paramLabel = "NAME",
      description = "Source that the texts are recorded of; default: the name of the folder.")
  private @Nullable String source;

  @Option(
      names = "--branch",
      order = 3,
      paramLabel = "NAME",
      description = "Branch, tag or commit whose main line is read; default HEAD.")
  private @Nullable String branch;

  @Option(
      names = "--valid-from",
      order = 4,
      paramLabel = "WHAT",
      description =
          "author-date: the day of the author date is the start of validity of a text that states"
              + " none.")
  private @Nullable From validFrom;

  @Option(
      names = "--valid-from-pattern",
      order = 5,
      paramLabel = "REGEX",
      description =
          "Finds the start in the text: year-month-day in the first parentheses, or in the groups"
              + " (?<year>...), (?<month>...) and (?<day>...).")
  private @Nullable String inText;

  @Option(
      names = "--valid-from-path",
      order = 6,
      paramLabel = "REGEX",
      description = "Finds the start in the path, in the same way.")
  private @Nullable String inPath;

  @Option(
      names = "--observed",
      order = 7,
      description =
          "Take each commit as a look at what the repository shows: a text without a start is"
              + " observed from its commit on.")
  private boolean observed;

  @Option(
      names = "--system-time",
      order = 8,
      paramLabel = "HOW",
      description =
          "carried: known since the committer time; now: known since this import. Default carried.")
  private ImportOptions.SystemTime systemTime = ImportOptions.SystemTime.CARRIED;

  @Option(
      names = "--statements",
      order = 9,
      paramLabel = "KIND",
      description =
          "page: a file shows what applies until the next commit, so that one which takes a start"
              + " in the future out takes the announcement back; archive: one version says nothing"
              + " about the others. Default page.")
  private SourceKind statements = SourceKind.PAGE;

  @Option(
      names = "--source-zone",
      order = 10,
      paramLabel = "ZONE",
      description = "The zone in which dates are written, where the source is new here.")
  private @Nullable String zone;

  @Option(
      names = "--charset",
      order = 11,
      paramLabel = "NAME",
      description = "Charset of texts that are not UTF-8; default: detected for each.")
  private @Nullable String charset;

  @Option(
      names = "--language",
      order = 12,
      paramLabel = "TAG",
      description = "Language of the texts, such as en or ko.")
  private @Nullable String language;

  private @Nullable GitImport reading;

  @Override
  Prepared prepare() {
    String name = source == null ? nameOf(repository) : source;
    GitImport git =
        GitImport.of(
            repository, new GitOptions(name, paths, branch, dating(), charset(), language));
    reading = git;
    boolean isCarried = systemTime == ImportOptions.SystemTime.CARRIED;
    ImportOptions options = (isCarried ? GitImport.carried() : GitImport.now()).as(statements);
    return new Prepared(
        zone == null ? options : options.inZones(Map.of(name, LocalTimes.zone(zone))),
        isCarried ? "carried" : "now",
        (database, tenant) -> List.of(git.input(database, tenant)));
  }

  @Override
  Shown shown(ImportReport report, String tenantName, String systemTimeShown, Duration taken) {
    Shown imported = super.shown(report, tenantName, systemTimeShown, taken);
    return reading == null ? imported : GitShown.of(imported, reading.report(), taken);
  }

  private static String nameOf(Path repository) {
    Path name = repository.toAbsolutePath().normalize().getFileName();
    String word = name == null ? "" : name.toString();
    return word.endsWith(".git") && word.length() > 4 ? word.substring(0, word.length() - 4) : word;
  }

  private Dating dating() {
    Dating dating = Dating.STATED;
    dating = inText == null ? dating : dating.byText(inText);
    dating = inPath == null ? dating : dating.byPath(inPath);
    dating = validFrom == null ? dating : dating.byAuthorDate();
    return observed ? dating.asObserved() : dating;
  }

  private @Nullable Charset charset() {
    return charset == null
        ? null
        : Decoded.charset(charset)
            .orElseThrow(() ->
                new CallerFault(
                    Code.BAD_INPUT,
                    "there is no charset \"" + charset + "\"; write one such as ISO-8859-1"));
  }
}
