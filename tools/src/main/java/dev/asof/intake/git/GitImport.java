package dev.asof.intake.git;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.HeldOfSource;
import dev.asof.id.TenantId;
import dev.asof.ingest.RecordReader;
import dev.asof.schema.Database;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.errors.AmbiguousObjectException;
import org.eclipse.jgit.errors.RevisionSyntaxException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;

/// A repository as a history of documents.
///
/// Its main line is read: HEAD, or the branch that is named, and from each commit its first parent,
/// because that is what the branch showed, one state after the other. Commits of merged branches
/// were never shown by it at their own times; what they brought is recorded with the merge, and the
/// commit that made it is kept in the provenance. The committer time is the recorded time. A commit
/// is no statement of validity: without a date that the text or the commit states, it is unknown.
public final class GitImport {
  private final Path place;
  private final GitOptions options;
  private final GitReport report = new GitReport();

  private GitImport(Path place, GitOptions options) {
    this.place = place;
    this.options = options;
  }

  /// Checks that there is a repository at `place` (a working tree, a folder in one, or a bare
  /// repository) with the commit that is asked for. Throws a [CallerFault] that names the mend.
  public static GitImport of(Path place, GitOptions options) {
    GitImport made = new GitImport(place, options);
    try (Repository repository = made.repository()) {
      made.tip(repository);
    } catch (IOException e) {
      throw made.damaged(e);
    }
    return made;
  }

  /// System times are carried from the commits, and a path shows what the repository says until the
  /// next commit.
  public static ImportOptions carried() {
    return ImportOptions.CARRIED.carriedBy(GitRecords.SYSTEM_TIME).as(SourceKind.PAGE);
  }

  /// System time is the import.
  public static ImportOptions now() {
    return ImportOptions.NOW.as(SourceKind.PAGE);
  }

  /// What is new since the last run, read while it is imported.
  public Importer.Input input(Database database, TenantId tenant) {
    HeldOfSource held = new HeldOfSource(database, tenant, options.source());
    return new Importer.Input(place.toString(), () -> open(held));
  }

  /// What was met so far.
  public GitReport report() {
    return report;
  }

  private RecordReader open(HeldOfSource held) throws IOException {
    Repository repository = repository();
    try {
      return new GitHistory(repository, tip(repository), options, held, report);
    } catch (IOException | RuntimeException e) {
      repository.close();
      throw e;
    }
  }

  private Repository repository() throws IOException {
    if (!Files.isDirectory(place)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          place
              + (Files.exists(place) ? " is no folder" : " does not exist")
              + "; name the folder of a git repository");
    }
    File folder = place.toAbsolutePath().normalize().toFile();
    FileRepositoryBuilder builder = new FileRepositoryBuilder().setMustExist(true);
    if (new File(folder, Constants.OBJECTS).isDirectory()
        && new File(folder, Constants.HEAD).isFile()) {
      builder.setGitDir(folder).setBare();
    } else {
      builder.findGitDir(folder);
    }
    if (builder.getGitDir() == null) {
      throw new CallerFault(
          Code.BAD_INPUT, place + " is no git repository; name one, a working tree or a bare one");
    }
    return builder.build();
  }

  private ObjectId tip(Repository repository) throws IOException {
    String wanted = options.branch() == null ? Constants.HEAD : options.branch();
    ObjectId tip = commit(repository, wanted);
    if (tip == null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          options.branch() == null
              ? place + " has no commits yet"
              : place + " has no branch, tag or commit " + wanted + "; name one that it has");
    }
    return tip;
  }

  private @Nullable ObjectId commit(Repository repository, String wanted) throws IOException {
    try {
      return repository.resolve(wanted + "^{commit}");
    } catch (RevisionSyntaxException | AmbiguousObjectException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "\"" + wanted + "\" names no one commit: " + e.getMessage(), e);
    }
  }

  private CallerFault damaged(IOException e) {
    return new CallerFault(
        Code.BAD_INPUT,
        place + " cannot be read as a git repository: " + e.getMessage() + "; try git fsck",
        e);
  }
}
