package dev.asof.intake.git;

import dev.asof.history.HeldOfSource;
import dev.asof.ingest.Original;
import dev.asof.ingest.RecordReader;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.PathSuffixFilter;
import org.jspecify.annotations.Nullable;

/// The records of a main line, oldest first, made while they are read: those after the commit that
/// an earlier run recorded last, or all of them. Memory holds the records of one commit, and twenty
/// bytes a commit.
final class GitHistory implements RecordReader {
  private static final int DISPOSE_EVERY = 500;

  private final Repository repository;
  private final ObjectReader reader;
  private final RevWalk commits;
  private final TreeChanges changes;
  private final Paths paths;
  private final Blobs blobs;
  private final Merged merged;
  private final GitRecords records;
  private final GitReport report;
  private final Held held;
  private final Start start;
  private final Tracked tracked = new Tracked();
  private final @Nullable Rewritten rewritten;
  private final CommitTimes times;
  private final SystemTimes systemTimes;
  private final Deque<Item> items = new ArrayDeque<>();

  private @Nullable ObjectId tree;
  private @Nullable Moment moment;
  private int place;
  private long number;

  /// A commit and its times.
  private record Moment(RevCommit commit, GitRecords.When when) {}

  /// @param repository is closed with this
  GitHistory(
      Repository repository, ObjectId tip, GitOptions options, HeldOfSource store, GitReport report)
      throws IOException {
    this.repository = repository;
    this.report = report;
    this.reader = repository.newObjectReader();
    this.commits = new RevWalk(reader);
    this.paths = new Paths(options.paths());
    this.changes = new TreeChanges(reader, paths);
    this.blobs = new Blobs(reader, options.charset(), report);
    this.merged = new Merged(reader);
    this.records = new GitRecords(options);
    this.held = new Held(store);
    this.start = Start.of(reader, tip, held, records.paths());
    HeldOfSource.Times known = store.times();
    boolean further = start.kind() == Start.Kind.FURTHER;
    this.times = new CommitTimes(further ? held.lastRecorded() : null, known.clock());
    this.systemTimes = new SystemTimes(known.finalUpTo(), held.isAny());
    this.rewritten = start.kind() == Start.Kind.REWRITTEN ? new Rewritten(held) : null;
    if (further) {
      goOn(start.last());
    }
    tell();
  }

  /// Puts every document where it was in the commit recorded last.
  private void goOn(@Nullable ObjectId last) throws IOException {
    RevCommit commit = commits.parseCommit(last);
    tree = commit.getTree().copy();
    declare(commit);
    for (Held.Document document : held.documents()) {
      tracked.know(document.key(), document.path(), isFile(commit, document.path()));
    }
  }

  private boolean isFile(RevCommit commit, String path) throws IOException {
    if (path.isEmpty()) {
      return false;
    }
    try (TreeWalk walk = TreeWalk.forPath(reader, path, commit.getTree())) {
      return walk != null
          && blobs.read(path, walk.getFileMode(0), walk.getObjectId(0)).text() != null;
    }
  }

  private void declare(RevCommit commit) throws IOException {
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.addTree(commit.getTree());
      walk.setRecursive(true);
      walk.setFilter(PathSuffixFilter.create(Declarations.FILE));
      while (walk.next()) {
        if (Declarations.isOne(walk.getPathString())) {
          blobs.declare(walk.getPathString(), walk.getFileMode(0), walk.getObjectId(0));
        }
      }
    }
  }

  /// What is declared from this commit on; it counts for the files that the commit changes, and for
  /// later ones.
  private void declare(List<DiffEntry> changed) throws IOException {
    for (DiffEntry entry : changed) {
      if (entry.getChangeType() == DiffEntry.ChangeType.DELETE) {
        blobs.undeclare(entry.getOldPath());
      } else {
        blobs.declare(entry.getNewPath(), entry.getNewMode(), entry.getNewId().toObjectId());
      }
    }
  }

  private void tell() throws IOException {
    String notice = start.notice();
    if (notice != null) {
      report.notice(notice);
    }
    if (start.last() != null && !held.hasDating(records.dating())) {
      report.notice(
          "dates are looked for in another way than before; what is recorded already keeps the"
              + " dates it was given");
    }
    if (!reader.getShallowCommits().isEmpty()) {
      report.notice(
          "the repository is a shallow clone: what its oldest commits hold may be older than they"
              + " are; git fetch --unshallow brings the rest");
    }
  }

  @Override
  public Optional<Item> next() throws IOException {
    while (items.isEmpty() && place < start.line().size()) {
      read(start.line().at(place));
      place++;
      if (place == start.line().size()) {
        finishRewritten();
      }
      if (place % DISPOSE_EVERY == 0) {
        commits.dispose();
      }
    }
    return Optional.ofNullable(items.poll());
  }

  private void read(ObjectId id) throws IOException {
    RevCommit commit = commits.parseCommit(id);
    CommitTimes.Recorded recorded = times.next(commit);
    report.count();
    ObjectId before = tree;
    tree = commit.getTree().copy();
    TreeChanges.Found found = changes.between(before, commit.getTree());
    declare(found.declarations());
    moment = null;
    for (DiffEntry entry : found.entries()) {
      if (isWanted(entry)) {
        Moment now = moment == null ? moment(commit, recorded) : moment;
        moment = now;
        apply(now, entry);
      }
    }
    if (!found.isComplete()) {
      report.notice(
          Commit.labelOf(commit)
              + " moved more files than are compared; files in it that moved and changed begin new"
              + " documents");
    }
  }

  private Moment moment(RevCommit commit, CommitTimes.Recorded recorded) throws IOException {
    commits.parseBody(commit);
    Instant system = systemTimes.next(recorded.at());
    if (recorded.moved() != null) {
      report.countMoved();
    }
    if (!system.equals(recorded.at()) && start.kind() != Start.Kind.OTHER_PATHS) {
      report.countLater();
    }
    return new Moment(commit, new GitRecords.When(recorded, system));
  }

  private boolean isWanted(DiffEntry entry) {
    return isSubmodule(entry)
        || paths.matches(
            entry.getChangeType() == DiffEntry.ChangeType.DELETE
                ? entry.getOldPath()
                : entry.getNewPath());
  }

  private static boolean isSubmodule(DiffEntry entry) {
    return FileMode.GITLINK.equals(entry.getNewMode());
  }

  private void apply(Moment now, DiffEntry entry) throws IOException {
    switch (entry.getChangeType()) {
      case DELETE -> end(now, entry.getOldPath(), null);
      case RENAME -> {
        String from = entry.getOldPath();
        if (tracked.at(from) != null && tracked.at(entry.getNewPath()) == null) {
          tracked.move(from, entry.getNewPath());
          report.countRename();
        }
        show(now, entry, from);
      }
      case MODIFY -> {
        boolean sameFile =
            entry.getOldId().equals(entry.getNewId()) && tracked.at(entry.getNewPath()) != null;
        if (!sameFile) {
          show(now, entry, null);
        }
      }
      case ADD, COPY -> show(now, entry, null);
    }
  }

  /// The file at the entry's new path, which is a text of its document or ends it.
  private void show(Moment now, DiffEntry entry, @Nullable String movedFrom) throws IOException {
    String path = entry.getNewPath();
    ObjectId blob = entry.getNewId().toObjectId();
    show(now, path, entry.getNewMode(), blob, movedFrom);
  }

  private void show(
      Moment now, String path, FileMode mode, ObjectId blob, @Nullable String movedFrom)
      throws IOException {
    Blobs.Read file = blobs.read(path, mode, blob);
    Blobs.Text text = file.text();
    if (text == null) {
      report.leave(path, file.why(), Commit.labelOf(now.commit()));
      end(now, path, file.why());
      return;
    }
    String document = tracked.begin(path);
    if (rewritten != null && rewritten.holdsText(document, hash(text.front().body()))) {
      return;
    }
    Commit commit = new Commit(now.commit(), merged.origin(now.commit(), path, blob));
    GitRecords.Made made =
        records.text(
            document, commit, now.when(), new GitRecords.File(path, movedFrom, blob, text));
    if (made.fault() != null) {
      report.leave(path, made.fault(), Commit.labelOf(now.commit()));
    }
    add(now, path, made.json(), text.original());
  }

  private void end(Moment now, String path, @Nullable String why) {
    String document = tracked.end(path);
    if (document == null || (rewritten != null && rewritten.holdsAbsence(document))) {
      return;
    }
    add(now, path, records.absence(document, now.commit(), now.when(), path, why), null);
  }

  private void add(Moment now, String path, String json, @Nullable Original original) {
    number++;
    items.add(
        Item.of(number, "commit " + Commit.labelOf(now.commit()) + " " + path, json, original));
  }

  private static Hash hash(String text) {
    return Hash.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// A rewritten history may end at a text that came earlier in the one before, or without a
  /// document that the one before had.
  private void finishRewritten() throws IOException {
    Rewritten common = rewritten;
    if (common == null) {
      return;
    }
    RevCommit tip = commits.parseCommit(start.line().at(place - 1));
    commits.parseBody(tip);
    Moment now = moment == null ? moment(tip, times.next(tip)) : moment;
    for (Held.Document document : held.documents()) {
      if (!common.endsEarlier(document.key())) {
        continue;
      }
      Optional<String> path =
          tracked.pathsAndKeys().stream()
              .filter(entry -> entry.getValue().equals(document.key()))
              .map(Map.Entry::getKey)
              .findFirst();
      if (path.isPresent()) {
        showAtTip(now, path.get());
      } else {
        add(
            now,
            document.path(),
            records.absence(
                document.key(), tip, now.when(), document.path(), "the history was rewritten"),
            null);
      }
    }
  }

  private void showAtTip(Moment now, String path) throws IOException {
    try (TreeWalk walk = TreeWalk.forPath(reader, path, now.commit().getTree())) {
      if (walk != null) {
        show(now, path, walk.getFileMode(0), walk.getObjectId(0).copy(), null);
      }
    }
  }

  @Override
  public void close() {
    changes.close();
    commits.close();
    reader.close();
    repository.close();
  }
}
