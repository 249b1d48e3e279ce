package dev.asof.cli.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.ResetCommand;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;

/// A new repository with one branch of commits, none of them empty. The same files at the same
/// times give the same commits.
final class Commits implements AutoCloseable {
  private static final String BRANCH = Constants.R_HEADS + "main";

  /// Git reads no time before: to it a negative number of seconds is one that is too large.
  private static final Instant EARLIEST = Instant.EPOCH;

  private final Repository repository;
  private final ObjectInserter objects;
  private final TreeMap<String, ObjectId> files = new TreeMap<>();
  private @Nullable ObjectId tree;
  private @Nullable ObjectId last;
  private long commits;

  /// @param folder empty
  Commits(Path folder) throws IOException {
    this.repository = new FileRepositoryBuilder().setWorkTree(folder.toFile()).build();
    repository.create(false);
    // The bytes of a text stay what they are, whatever the user's own settings say.
    repository
        .getConfig()
        .setString(
            ConfigConstants.CONFIG_CORE_SECTION,
            null,
            ConfigConstants.CONFIG_KEY_AUTOCRLF,
            "false");
    repository.getConfig().save();
    repository.updateRef(Constants.HEAD).link(BRANCH);
    this.objects = repository.newObjectInserter();
  }

  /// Sets files to these contents; null removes one.
  void put(Map<String, @Nullable String> changed) throws IOException {
    for (Map.Entry<String, @Nullable String> file : changed.entrySet()) {
      String content = file.getValue();
      if (content == null) {
        files.remove(file.getKey());
      } else {
        files.put(
            file.getKey(),
            objects.insert(Constants.OBJ_BLOB, content.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  /// Commits what is there now, unless it is what was there before.
  void commit(Instant at, String author, String message) throws IOException {
    // Names of files are plain, so that their order is git's.
    TreeFormatter entries = new TreeFormatter();
    files.forEach((name, blob) -> entries.append(name, FileMode.REGULAR_FILE, blob));
    ObjectId now = objects.insert(entries);
    if (now.equals(tree) || (last == null && files.isEmpty())) {
      return;
    }
    PersonIdent who =
        new PersonIdent(
            author, "asof@asof.invalid", at.isBefore(EARLIEST) ? EARLIEST : at, ZoneOffset.UTC);
    CommitBuilder commit = new CommitBuilder();
    commit.setTreeId(now);
    if (last != null) {
      commit.setParentId(last);
    }
    commit.setAuthor(who);
    commit.setCommitter(who);
    commit.setMessage(message);
    last = objects.insert(commit);
    tree = now;
    commits++;
  }

  long commits() {
    return commits;
  }

  /// The last commit becomes the branch, and its files stand in the folder.
  void finish() throws IOException {
    objects.flush();
    ObjectId head = last;
    if (head == null) {
      return;
    }
    RefUpdate update = repository.updateRef(BRANCH);
    update.setNewObjectId(head);
    update.disableRefLog();
    RefUpdate.Result result = update.update();
    if (result != RefUpdate.Result.NEW) {
      throw new IOException("the branch of the repository could not be set: " + result);
    }
    try (Git git = Git.wrap(repository)) {
      git.reset().setMode(ResetCommand.ResetType.HARD).disableRefLog(true).call();
    } catch (GitAPIException e) {
      throw new IOException("the files of the repository could not be written", e);
    }
  }

  @Override
  public void close() {
    objects.close();
    repository.close();
  }
}
