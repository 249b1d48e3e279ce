package dev.asof.index;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The index of passages in a folder, which several processes may share.
///
/// It holds every document: what a caller may not see is left out of each question, so that a
/// change of labels does not touch it.
///
/// Its commits name the last transaction applied for each tenant and the hash of that ledger entry.
/// A view is handed out only where the ledger still holds that hash at that sequence; else the
/// tenant's part is made again. The writer's lock is held only while catching up, and a commit is
/// atomic: whatever dies, the next opening finds the commit before. Safe for use by many threads.
///
/// Vectors of one model are indexed beside their passages. They come without a transaction, after
/// the text; the commit names the model and the number of the last vector applied, and a view that
/// lacks one stored since is not handed out. An index opened without a model keeps the vectors it
/// finds and follows them when it follows the ledger; one opened with another model replaces them.
public final class PassageIndex implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PassageIndex.class);

  /// The longest wait for another process that is catching up.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int LOCK_POLL_MILLIS = 25;
  private static final int ATTEMPTS = 5;

  /// Up to here term statistics are kept exact by dropping replaced passages at once, so that
  /// scores depend on what is indexed alone. Beyond, it would cost a rewrite of the index with
  /// every change.
  private static final int EXACT_STATISTICS = 100_000;

  private static final String WRITE_LOCK = "write.lock";

  /// Lucene says on stderr that a faster vector module could be added to the command line. Kept,
  /// because a logger nobody holds forgets its level.
  private static final java.util.logging.Logger VECTOR_HINT =
      java.util.logging.Logger.getLogger(
          "org.apache.lucene.internal.vectorization.VectorizationProvider");

  static {
    VECTOR_HINT.setLevel(Level.SEVERE);
  }

  private final Path folder;
  private final Directory directory;
  private final Database database;
  private final Duration patience;
  private final @Nullable String model;
  private final int noGraphFor;
  private final boolean kept;
  private @Nullable DirectoryReader newest;

  private PassageIndex(
      Path folder,
      Directory directory,
      Database database,
      Duration patience,
      @Nullable String model,
      int noGraphFor,
      boolean kept) {
    this.folder = folder;
    this.directory = directory;
    this.database = database;
    this.patience = patience;
    this.model = model;
    this.noGraphFor = noGraphFor;
    this.kept = kept;
  }

  /// Opens the index of `database`, or prepares the folder for one: `index` in the home, or, for a
  /// given server, `index/` and the id of the store.
  public static PassageIndex of(Database database) {
    return of(database, null);
  }

  /// The same with the vectors of a model.
  ///
  /// @param model its id; null: whichever the index has
  public static PassageIndex of(Database database, @Nullable String model) {
    return open(folderOf(database), database, model);
  }

  /// As [#of(Database, String)], for many users one after another or at once: closing it does
  /// nothing, [#end] ends it. What it has read stays, so that the next question finds it.
  public static PassageIndex keptOf(Database database, @Nullable String model) {
    return open(folderOf(database), database, PATIENCE, model, PassageCodec.NO_GRAPH_FOR, true);
  }

  private static Path folderOf(Database database) {
    Path index = database.settings().home().resolve("index");
    boolean given = database.settings().origins().containsKey("jdbc-url");
    return given ? index.resolve(StoreId.of(database)) : index;
  }

  /// Opens the index in `folder`, or prepares the folder for one. Throws [Unavailable] where the
  /// folder cannot be used.
  public static PassageIndex open(Path folder, Database database) {
    return open(folder, database, PATIENCE);
  }

  /// The same with the vectors of a model, as [#of(Database, String)].
  public static PassageIndex open(Path folder, Database database, @Nullable String model) {
    return open(folder, database, PATIENCE, model, PassageCodec.NO_GRAPH_FOR);
  }

  static PassageIndex open(Path folder, Database database, Duration patience) {
    return open(folder, database, patience, null, PassageCodec.NO_GRAPH_FOR);
  }

  static PassageIndex open(
      Path folder, Database database, Duration patience, @Nullable String model, int noGraphFor) {
    return open(folder, database, patience, model, noGraphFor, false);
  }

  private static PassageIndex open(
      Path folder,
      Database database,
      Duration patience,
      @Nullable String model,
      int noGraphFor,
      boolean kept) {
    try {
      Files.createDirectories(folder);
      return new PassageIndex(
          folder, FSDirectory.open(folder), database, patience, model, noGraphFor, kept);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static Unavailable unusable(Path folder, IOException e) {
    return new Unavailable(
        Code.DISK_FULL,
        "the index folder "
            + folder
            + " cannot be used ("
            + reason(e)
            + "); check its rights and the free space, "
            + "or delete it, it is made again from the database",
        e);
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException system && system.getReason() != null
        ? String.valueOf(system.getReason())
        : e.toString();
  }

  /// Where the index is.
  public Path folder() {
    return folder;
  }

  /// A view that has applied at least transaction `sequence` of the tenant; follows the ledger
  /// first where it has to.
  ///
  /// Throws [Unavailable] where another process keeps the index to itself for a minute, or where
  /// the database does not have that transaction yet.
  public Lease lease(TenantId tenant, long sequence) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<Lease> lease = current(tenant, sequence);
      if (lease.isPresent()) {
        return lease.get();
      }
      catchUp(tenant, sequence);
    }
    throw new Unavailable(
        Code.RETRY,
        "the index in "
            + folder
            + " was replaced by other processes "
            + ATTEMPTS
            + " times while this question waited; try again");
  }

  /// Follows the ledger at least to transaction `sequence`, and to its end where it has to follow
  /// at all.
  public CatchUp catchUp(TenantId tenant, long sequence) {
    return follow(tenant, sequence, false);
  }

  /// Throws away what the index holds of the tenant and makes it again from the ledger.
  public CatchUp rebuild(TenantId tenant) {
    return follow(tenant, 0, true);
  }

  public IndexStatus status(TenantId tenant) {
    DirectoryReader reader = refreshed();
    try {
      return database.read(
          tenant,
          sql -> {
            Ledger ledger = new Ledger(sql, tenant);
            long head = ledger.head();
            if (reader == null) {
              return new IndexStatus(folder, 0, head, false, 0, 0);
            }
            Optional<Applied> applied = applied(reader, tenant);
            boolean usable = applied.isPresent() && isOf(ledger, applied.get());
            return new IndexStatus(
                folder,
                usable ? applied.get().sequence() : 0,
                head,
                usable,
                count(reader, tenant),
                generation(reader));
          });
    } finally {
      release(reader);
    }
  }

  private static long count(DirectoryReader reader, TenantId tenant) {
    try {
      return new IndexSearcher(reader).count(PassageFields.ofTenant(tenant));
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  private static long generation(DirectoryReader reader) {
    try {
      return reader.getIndexCommit().getGeneration();
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  private static Optional<Applied> applied(DirectoryReader reader, TenantId tenant) {
    return applied(commit(reader), tenant);
  }

  private static Map<String, String> commit(DirectoryReader reader) {
    try {
      return reader.getIndexCommit().getUserData();
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  private static Optional<Applied> applied(Map<String, String> commit, TenantId tenant) {
    return Applied.FORMAT.equals(commit.get(Applied.FORMAT_KEY))
        ? Applied.of(commit, tenant)
        : Optional.empty();
  }

  /// Whether what was applied is of this ledger, and not of another store or of a future that a
  /// restored backup took back.
  private static boolean isOf(Ledger ledger, Applied applied) {
    return applied.store().equals(ledger.store())
        && ledger.hash(applied.sequence()).filter(applied.hash()::equals).isPresent();
  }

  /// The newest commit, where it has applied enough of the right ledger.
  private Optional<Lease> current(TenantId tenant, long sequence) {
    DirectoryReader reader = refreshed();
    if (reader == null) {
      return Optional.empty();
    }
    boolean handedOut = false;
    try {
      Optional<Applied> applied =
          applied(reader, tenant).filter(found -> found.sequence() >= sequence);
      Optional<Embedded> embedded = Embedded.of(commit(reader), tenant);
      if (applied.isEmpty()
          || !database.read(
              tenant,
              sql -> {
                Ledger ledger = new Ledger(sql, tenant);
                return isOf(ledger, applied.get()) && hasVectors(ledger, embedded);
              })) {
        return Optional.empty();
      }
      Lease lease =
          new Lease(
              reader,
              tenant,
              applied.get().sequence(),
              embedded.flatMap(Embedded::field).orElse(null));
      handedOut = true;
      return Optional.of(lease);
    } finally {
      if (!handedOut) {
        release(reader);
      }
    }
  }

  /// Whether every vector of the wanted model that is stored has been applied.
  private boolean hasVectors(Ledger ledger, Optional<Embedded> applied) {
    return model == null
        || ledger.embedded(model).equals(applied.orElseGet(() -> Embedded.none(model)));
  }

  private static void release(@Nullable DirectoryReader reader) {
    if (reader != null) {
      try {
        reader.decRef();
      } catch (IOException e) {
        throw Lease.unreadable(e);
      }
    }
  }

  /// The newest commit with a reference for the caller; null where there is none that can be read.
  private synchronized @Nullable DirectoryReader refreshed() {
    DirectoryReader old = newest;
    try {
      DirectoryReader next =
          old == null ? DirectoryReader.open(directory) : DirectoryReader.openIfChanged(old);
      if (next != null) {
        release(old);
        newest = next;
        old = next;
      }
      if (old != null) {
        old.incRef();
      }
      return old;
    } catch (IOException | IllegalStateException e) {
      // Somebody deleted the folder or made it again: what is open is of files that are gone.
      newest = null;
      release(old);
      if (old != null) {
        return refreshed();
      }
      if (e instanceof IOException io && !isMissingOrBroken(io)) {
        throw unusable(folder, io);
      }
      return null;
    }
  }

  private static boolean isMissingOrBroken(IOException e) {
    return e instanceof IndexNotFoundException
        || e instanceof CorruptIndexException
        || e instanceof IndexFormatTooOldException
        || e instanceof IndexFormatTooNewException
        || e instanceof NoSuchFileException
        || e instanceof EOFException;
  }

  private CatchUp follow(TenantId tenant, long sequence, boolean afresh) {
    IndexWriter writer = null;
    try {
      writer = openWriter(tenant, sequence, afresh);
      if (writer == null) {
        return new CatchUp(sequence, 0, 0, 0, false);
      }
      CatchUp done = follow(writer, tenant, sequence, afresh);
      writer.close();
      return done;
    } catch (IOException e) {
      throw unusable(folder, e);
    } catch (UncheckedIOException e) {
      throw unusable(folder, new IOException(e.getMessage(), e));
    } finally {
      if (writer != null && writer.isOpen()) {
        rollBack(writer);
      }
    }
  }

  private void rollBack(IndexWriter writer) {
    try {
      writer.rollback();
    } catch (IOException e) {
      LOG.warn("the index in {} was not rolled back; its last commit stands", folder, e);
    }
  }

  /// Waits for the writer's lock. Null where another process did meanwhile what was wanted.
  private @Nullable IndexWriter openWriter(TenantId tenant, long sequence, boolean afresh)
      throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        Files.createDirectories(folder);
        return new IndexWriter(directory, configuration());
      } catch (LockObtainFailedException e) {
        if (System.nanoTime() > deadline) {
          throw new Unavailable(
              Code.RETRY,
              "another process has been writing the index in "
                  + folder
                  + " for more than "
                  + patience.toSeconds()
                  + " seconds; try again",
              e);
        }
        pause();
        if (!afresh) {
          Optional<Lease> done = current(tenant, sequence);
          if (done.isPresent()) {
            done.get().close();
            return null;
          }
        }
      } catch (IOException e) {
        if (!isMissingOrBroken(e) || System.nanoTime() > deadline) {
          throw e;
        }
        LOG.warn(
            "the index in {} cannot be read ({}); it is made again from the ledger",
            folder,
            e.toString());
        clear();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOCK_POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(Code.RETRY, "interrupted while waiting for the index; try again", e);
    }
  }

  private IndexWriterConfig configuration() {
    TieredMergePolicy merging = new TieredMergePolicy();
    merging.setForceMergeDeletesPctAllowed(0);
    return new IndexWriterConfig(PassageWords.analyzer())
        .setCommitOnClose(false)
        .setMergeScheduler(new SerialMergeScheduler())
        .setMergePolicy(merging)
        .setCodec(PassageCodec.codec(noGraphFor));
  }

  private void clear() throws IOException {
    try (Lock lock = directory.obtainLock(WRITE_LOCK)) {
      for (String file : directory.listAll()) {
        if (!file.equals(WRITE_LOCK)) {
          lock.ensureValid();
          directory.deleteFile(file);
        }
      }
    } catch (LockObtainFailedException e) {
      // Another process is at it already.
      LOG.debug("{} is being made again by another process", folder, e);
    }
  }

  private CatchUp follow(IndexWriter writer, TenantId tenant, long sequence, boolean afresh)
      throws IOException {
    Map<String, String> commit = new HashMap<>();
    Iterable<Map.Entry<String, String>> last = writer.getLiveCommitData();
    if (last != null) {
      last.forEach(entry -> commit.put(entry.getKey(), entry.getValue()));
    }
    if (!Applied.FORMAT.equals(commit.get(Applied.FORMAT_KEY))) {
      writer.deleteAll();
      commit.clear();
      commit.put(Applied.FORMAT_KEY, Applied.FORMAT);
    }
    Optional<Applied> before = Applied.of(commit, tenant);
    Followed followed;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      followed =
          database.readEverything(
              tenant,
              "following the ledger with the index",
              sql -> {
                try {
                  return follow(writer, reader, new Ledger(sql, tenant), before, afresh, commit);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
    CatchUp done = followed.done();
    if (done.sequence() < sequence) {
      throw new Unavailable(
          Code.RETRY,
          "the database holds "
              + done.sequence()
              + " transactions of tenant "
              + tenant.value()
              + ", and transaction "
              + sequence
              + " was asked for; a replica that lags has it soon, try again");
    }
    writer.setLiveCommitData(commit.entrySet());
    // A passage that was erased is not only deleted: no byte of it stays in the folder.
    if (writer.hasDeletions()
        && (followed.erased() || writer.getDocStats().maxDoc <= EXACT_STATISTICS)) {
      writer.forceMergeDeletes();
    }
    writer.commit();
    LOG.debug(
        "tenant {}: index follows to transaction {}: {}", tenant.value(), done.sequence(), done);
    return done;
  }

  /// @param erased words of the tenant were erased since, or may have been
  private record Followed(CatchUp done, boolean erased) {}

  private Followed follow(
      IndexWriter writer,
      DirectoryReader reader,
      Ledger ledger,
      Optional<Applied> before,
      boolean afresh,
      Map<String, String> commit)
      throws IOException {
    long head = ledger.head();
    boolean usable = !afresh && before.isPresent() && isOf(ledger, before.get());
    long from = usable ? before.get().sequence() : 0;
    boolean thrownAway = !usable && (afresh || before.isPresent());
    if (!usable) {
      if (before.isPresent() && !afresh) {
        LOG.warn(
            "tenant {}: the index in {} follows another ledger at transaction {}; it is made again",
            ledger.tenant().value(),
            folder,
            before.get().sequence());
      }
      writer.deleteDocuments(PassageFields.tenantTerm(ledger.tenant()));
    }
    Optional<Embedded> had = usable ? Embedded.of(commit, ledger.tenant()) : Optional.empty();
    String followed = model != null ? model : had.map(Embedded::model).orElse(null);
    Embedded now = followed == null ? null : ledger.embedded(followed);
    PassageWriter passages =
        new PassageWriter(
            writer, reader, ledger, !usable, now == null ? null : now.field().orElse(null));
    Set<DocumentId> touched = new LinkedHashSet<>();
    if (from != head) {
      touched.addAll(ledger.touched(from, head));
    }
    if (usable && now != null) {
      touched.addAll(embeddedSince(ledger, had.orElse(Embedded.none(now.model())), now));
    }
    for (DocumentId document : touched) {
      passages.project(document);
    }
    if (now == null) {
      commit.remove(Embedded.key(ledger.tenant()));
    } else {
      commit.put(Embedded.key(ledger.tenant()), now.word());
    }
    Applied applied = new Applied(head, ledger.hash(head).orElseThrow(), ledger.store());
    commit.put(Applied.key(ledger.tenant()), applied.word());
    return new Followed(
        new CatchUp(head, touched.size(), passages.written(), passages.unchanged(), thrownAway),
        thrownAway || ledger.erasedAny(from, head));
  }

  /// The documents of which the index lacks vectors, or may have others than are stored.
  private List<DocumentId> embeddedSince(Ledger ledger, Embedded had, Embedded now) {
    if (had.equals(now)) {
      return List.of();
    }
    boolean goesOn =
        had.model().equals(now.model())
            && (had.stored() == 0
                || (had.dimension() == now.dimension()
                    && had.stored() <= now.stored()
                    && ledger.holds(had)));
    return goesOn ? ledger.embedded(now.model(), had.stored()) : ledger.touched(0, ledger.head());
  }

  @Override
  public void close() {
    if (!kept) {
      end();
    }
  }

  /// Closes it for all.
  public synchronized void end() {
    release(newest);
    newest = null;
    try {
      directory.close();
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }
}
