package dev.asof.intake.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;

/// A bare repository whose commits are written as a story: files are put and removed, then
/// committed at a time. Everything is packed, so that many commits are fast.
public final class Repo implements AutoCloseable {

  private record Entry(FileMode mode, ObjectId id) {}

  private final Path place;
  private final FileRepository repository;
  private final ObjectInserter inserter;
  private TreeMap<String, Entry> files = new TreeMap<>();
  private List<ObjectId> parents = new ArrayList<>();
  private Instant authored = Instant.MIN;
  private ZoneOffset zone = ZoneOffset.UTC;

  private Repo(Path place) throws IOException {
    this.place = place;
    this.repository =
        (FileRepository) org.eclipse.jgit.storage.file.FileRepositoryBuilder.create(place.toFile());
    repository.create(true);
    RefUpdate head = repository.updateRef(Constants.HEAD);
    head.link("refs/heads/main");
    this.inserter = repository.getObjectDatabase().newPackInserter();
  }

  public static Repo at(Path place) {
    try {
      return new Repo(place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path place() {
    return place;
  }

  Repository repository() {
    return repository;
  }

  public Repo put(String path, String text) {
    return put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  public Repo put(String path, byte[] bytes) {
    return put(path, FileMode.REGULAR_FILE, bytes);
  }

  Repo link(String path, String target) {
    return put(path, FileMode.SYMLINK, target.getBytes(StandardCharsets.UTF_8));
  }

  Repo submodule(String path) {
    files.put(
        path,
        new Entry(
            FileMode.GITLINK, ObjectId.fromString("0123456789012345678901234567890123456789")));
    return this;
  }

  private Repo put(String path, FileMode mode, byte[] bytes) {
    try {
      files.put(path, new Entry(mode, inserter.insert(Constants.OBJ_BLOB, bytes)));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Repo remove(String path) {
    files.remove(path);
    return this;
  }

  Repo move(String from, String to) {
    Entry entry = files.remove(from);
    if (entry != null) {
      files.put(to, entry);
    }
    return this;
  }

  /// The next commit was written then, by somebody at this offset.
  Repo authored(String when, ZoneOffset at) {
    authored = Instant.parse(when);
    zone = at;
    return this;
  }

  /// Goes on from an earlier commit, with its files.
  Repo from(Made commit) {
    files = new TreeMap<>(commit.files);
    parents = new ArrayList<>(List.of(commit.id));
    return this;
  }

  /// The next commit merges this one too.
  Repo merging(Made commit) {
    parents.add(commit.id);
    return this;
  }

  /// A commit with the files it holds.
  public static final class Made {
    final ObjectId id;
    private final TreeMap<String, Entry> files;

    private Made(ObjectId id, Map<String, Entry> files) {
      this.id = id;
      this.files = new TreeMap<>(files);
    }

    String label() {
      return id.name().substring(0, 12);
    }
  }

  public Made commit(String message, String when) {
    return commit(message, Instant.parse(when));
  }

  public Made commit(String message, Instant when) {
    try {
      CommitBuilder commit = new CommitBuilder();
      commit.setTreeId(tree());
      commit.setParentIds(parents);
      commit.setAuthor(
          new PersonIdent(
              "Ada", "ada@example.org", authored.equals(Instant.MIN) ? when : authored, zone));
      commit.setCommitter(new PersonIdent("Bob", "bob@example.org", when, ZoneOffset.ofHours(2)));
      commit.setMessage(message);
      ObjectId id = inserter.insert(commit);
      parents = new ArrayList<>(List.of(id));
      authored = Instant.MIN;
      zone = ZoneOffset.UTC;
      return new Made(id, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ObjectId tree() throws IOException {
    DirCache cache = DirCache.newInCore();
    DirCacheBuilder builder = cache.builder();
    files.forEach((path, file) -> {
      DirCacheEntry entry = new DirCacheEntry(path);
      entry.setFileMode(file.mode());
      entry.setObjectId(file.id());
      builder.add(entry);
    });
    builder.finish();
    return cache.writeTree(inserter);
  }

  /// Writes everything out, with the main branch at the last commit.
  public Repo publish() {
    return publish("main", parents.getFirst());
  }

  Repo publish(String branch, ObjectId at) {
    try {
      inserter.flush();
      RefUpdate update = repository.updateRef("refs/heads/" + branch);
      update.setNewObjectId(at);
      update.forceUpdate();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    inserter.close();
    repository.close();
  }
}
