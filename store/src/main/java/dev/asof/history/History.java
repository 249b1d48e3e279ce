package dev.asof.history;

import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.Database;
import dev.asof.time.TimeInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The door for reading: one method a question. Each call is one snapshot, see [Reader]; every
/// answer says as known at what time it holds, and never changes for that time.
///
/// Where a method takes `about`, null is the present by the database's clock. Each throws a
/// [dev.asof.fault.CallerFault] where it is asked about a document, source, version or time that
/// was not known.
public final class History {

  private final Reader reader;

  public History(Database database) {
    this.reader = new Reader(database);
  }

  public Reader reader() {
    return reader;
  }

  /// What is in force at a point: of one document, or of all of them, in the order of their keys.
  public Answer<Citation> inForce(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> {
          InForce inForce = InForce.at(snapshot, filter, about);
          String key = filter.document();
          if (key != null) {
            return inForce.of(key);
          }
          Answer<Citation> head = inForce.head();
          List<Citation> results = new ArrayList<>();
          List<Notice> notices = new ArrayList<>();
          inForce.forEach(document -> {
            results.addAll(document.results());
            notices.addAll(document.notices());
          });
          notices.addAll(head.notices());
          return new Answer<>(
              head.reading(), head.about(), head.known(), head.token(), results, notices);
        });
  }

  /// As [#inForce] for all documents, handed on one by one; memory does not grow with their number.
  ///
  /// @param head told first, without results: how the times were read
  public void inForce(
      TenantId tenant,
      Filter filter,
      @Nullable TimeInput about,
      Known known,
      Consumer<Answer<Citation>> head,
      Consumer<DocumentInForce> document) {
    reader.snapshot(
        tenant,
        known,
        snapshot -> {
          InForce inForce = InForce.at(snapshot, filter, about);
          head.accept(inForce.head());
          inForce.forEach(document);
          return snapshot.token();
        });
  }

  /// Everything that was ever believed about the document of `filter`, up to `known`.
  ///
  /// @param raw rows as they are stored; else adjacent rows that hold the same are joined
  public Answer<HistoryLine> history(TenantId tenant, Filter filter, Known known, boolean raw) {
    return reader.snapshot(tenant, known, snapshot -> Plane.history(snapshot, filter, raw));
  }

  /// What is believed about the document of `filter` along valid time, by source in order of
  /// authority.
  public Answer<Citation> timeline(TenantId tenant, Filter filter, Known known) {
    return reader.snapshot(tenant, known, snapshot -> Plane.timeline(snapshot, filter));
  }

  /// How what is in force at `about` was learned over system time, up to `known`: one entry for
  /// each span of it.
  public Answer<Learned> learned(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return reader.snapshot(tenant, known, snapshot -> Plane.learned(snapshot, filter, about));
  }

  /// What came to be believed differently from `earlier` to `later`, in the order of the documents'
  /// keys.
  public Compared<BeliefChange> changes(
      TenantId tenant, Filter filter, Known earlier, Known later) {
    return collected((head, each) -> changes(tenant, filter, earlier, later, head, each));
  }

  /// As [#changes(TenantId, Filter, Known, Known)], handed on one by one; memory does not grow with
  /// their number.
  ///
  /// @param head told first, without results: how the times were read
  public void changes(
      TenantId tenant,
      Filter filter,
      Known earlier,
      Known later,
      Consumer<Compared<BeliefChange>> head,
      Consumer<BeliefChange> each) {
    reader.snapshots(
        tenant,
        List.of(earlier, later),
        snapshots -> {
          Snapshot one = snapshots.getFirst();
          Snapshot other = snapshots.getLast();
          head.accept(Compared.of(bare(one), bare(other)));
          Changes.forEach(one, other, filter, each);
          return other.token();
        });
  }

  private static Answer<BeliefChange> bare(Snapshot snapshot) {
    return Answer.of(snapshot, null, List.of(), InForce.pinned(snapshot));
  }

  /// A point as a caller writes it.
  public record Asked(@Nullable TimeInput about, Known known) {}

  /// What differs between two points: documents, their sections, and the words in these.
  public Compared<DocumentDiff> diff(TenantId tenant, Filter filter, Asked one, Asked other) {
    return collected((head, each) -> diff(tenant, filter, one, other, head, each));
  }

  /// As [#diff(TenantId, Filter, Asked, Asked)], handed on one by one; memory does not grow with
  /// their number.
  ///
  /// @param head told first, without results: how the times were read
  public void diff(
      TenantId tenant,
      Filter filter,
      Asked one,
      Asked other,
      Consumer<Compared<DocumentDiff>> head,
      Consumer<DocumentDiff> each) {
    reader.snapshots(
        tenant,
        List.of(one.known(), other.known()),
        snapshots -> {
          Differences differences =
              Differences.between(
                  snapshots.getFirst(), one.about(), snapshots.getLast(), other.about(), filter);
          head.accept(differences.head());
          differences.forEach(filter.document(), each);
          return snapshots.size();
        });
  }

  private interface Streamed<R> {
    void run(Consumer<Compared<R>> head, Consumer<R> each);
  }

  private static <R> Compared<R> collected(Streamed<R> question) {
    List<R> results = new ArrayList<>();
    List<Compared<R>> head = new ArrayList<>();
    question.run(head::add, results::add);
    return head.getFirst().with(results);
  }

  /// For which spans of system time the beliefs that a transaction gave up would have been the
  /// answer.
  public Answer<Exposure> exposure(TenantId tenant, long transaction, Known known) {
    return reader.snapshot(
        tenant, known, snapshot -> Exposures.ofTransaction(snapshot, transaction));
  }

  /// As [#exposure(TenantId, long, Known)] for what one statement displaced when it was recorded.
  public Answer<Exposure> exposure(TenantId tenant, StatementId statement, Known known) {
    return reader.snapshot(tenant, known, snapshot -> Exposures.ofStatement(snapshot, statement));
  }

  /// The exact text of a version, byte for byte in UTF-8.
  public String text(TenantId tenant, VersionId version, Known known) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> {
          Manifests manifests = new Manifests(snapshot);
          return manifests.exact(manifests.version(version));
        });
  }

  /// The document of `filter` at a point, section by section: one result for each that [#inForce]
  /// gives.
  public Answer<DocumentText> documentAt(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return reader.snapshot(
        tenant, known, snapshot -> InForce.at(snapshot, filter, about).texts(filter));
  }

  /// Writes every text in force at a point into `folder`; see [Reconstruction].
  public Reconstruction.Outcome reconstruct(
      TenantId tenant, @Nullable TimeInput about, Known known, Path folder) {
    return reader.snapshot(
        tenant, known, snapshot -> Reconstruction.write(snapshot, about, folder));
  }
}
