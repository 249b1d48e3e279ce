package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
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

  /// Answers one page of a question; a page after the first is answered at the point of the first.
  private <R, A> A read(
      Cursor.Question question,
      List<Known> known,
      Page page,
      Consumer<R> each,
      BiFunction<List<Snapshot>, Part<R>, A> work) {
    String after = page.after();
    Cursor from = after == null ? null : Cursor.of(after, question);
    return reader.snapshots(
        question.tenant(),
        from == null ? known : from.known().stream().map(Known::resumed).toList(),
        snapshots -> {
          List<Snapshot> opened = from == null ? snapshots : asOf(from, snapshots);
          return work.apply(opened, new Part<>(question, opened, from, page.limit(), each));
        });
  }

  private static List<Snapshot> asOf(Cursor from, List<Snapshot> snapshots) {
    if (snapshots.stream().anyMatch(Snapshot::pinned)) {
      throw new Unavailable(
          Code.RETRY,
          "this replica has not caught up with the server that answered the page before; ask again"
              + " in a moment");
    }
    return snapshots.stream().map(snapshot -> snapshot.withClock(from.present())).toList();
  }

  /// For a question about one document, whose answer is made as a whole.
  private <R> Answer<R> ofOne(
      Cursor.Question question,
      Filter filter,
      Known known,
      Page page,
      Function<Snapshot, Answer<R>> whole) {
    List<R> results = new ArrayList<>();
    return this.<R, Answer<R>>read(
        question,
        List.of(known),
        page,
        results::add,
        (snapshots, part) -> {
          Answer<R> all = whole.apply(snapshots.getFirst());
          all.results().forEach(result -> part.offer(String.valueOf(filter.document()), result));
          return all.with(results, all.notices(), part.next());
        });
  }

  /// What is in force at a point: of one document, or of all of them, in the order of their keys.
  public Answer<Citation> inForce(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return inForce(tenant, filter, about, known, Page.ALL);
  }

  /// As [#inForce(TenantId, Filter, TimeInput, Known)], a page at a time; the limit counts
  /// documents, for what is in conflict belongs on one page.
  public Answer<Citation> inForce(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known, Page page) {
    List<DocumentInForce> documents = new ArrayList<>();
    return this.<DocumentInForce, Answer<Citation>>read(
        inForceQuestion(tenant, filter, about, known),
        List.of(known),
        page,
        documents::add,
        (snapshots, part) -> {
          if (filter.document() != null) {
            return InForce.ofDocument(snapshots.getFirst(), filter, about);
          }
          InForce inForce = InForce.at(snapshots.getFirst(), filter, about);
          inForce.forEach(part);
          Answer<Citation> head = inForce.head();
          List<Citation> results = new ArrayList<>();
          List<Notice> notices = new ArrayList<>();
          documents.forEach(document -> {
            results.addAll(document.results());
            notices.addAll(document.notices());
          });
          notices.addAll(head.notices());
          return head.with(results, notices, part.next());
        });
  }

  private static Cursor.Question inForceQuestion(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return Cursor.Question.of("in-force", tenant, filter).with("about", about).with("known", known);
  }

  /// As [#inForce(TenantId, Filter, TimeInput, Known)] for all documents, handed on one by one;
  /// memory does not grow with their number.
  ///
  /// @param head told first, without results: how the times were read
  public void inForce(
      TenantId tenant,
      Filter filter,
      @Nullable TimeInput about,
      Known known,
      Consumer<Answer<Citation>> head,
      Consumer<DocumentInForce> document) {
    inForce(tenant, filter, about, known, Page.ALL, head, document);
  }

  /// As above, a page at a time.
  ///
  /// @return the cursor of the next page; null where there is none
  public @Nullable String inForce(
      TenantId tenant,
      Filter filter,
      @Nullable TimeInput about,
      Known known,
      Page page,
      Consumer<Answer<Citation>> head,
      Consumer<DocumentInForce> document) {
    return this.<DocumentInForce, Optional<String>>read(
            inForceQuestion(tenant, filter, about, known),
            List.of(known),
            page,
            document,
            (snapshots, part) -> {
              InForce inForce = InForce.at(snapshots.getFirst(), filter, about);
              head.accept(inForce.head());
              inForce.forEach(part);
              return Optional.ofNullable(part.next());
            })
        .orElse(null);
  }

  /// Everything that was ever believed about the document of `filter`, up to `known`.
  ///
  /// @param raw rows as they are stored; else adjacent rows that hold the same are joined
  public Answer<HistoryLine> history(TenantId tenant, Filter filter, Known known, boolean raw) {
    return history(tenant, filter, known, raw, Page.ALL);
  }

  /// As [#history(TenantId, Filter, Known, boolean)], a page at a time.
  public Answer<HistoryLine> history(
      TenantId tenant, Filter filter, Known known, boolean raw, Page page) {
    return ofOne(
        Cursor.Question.of("history", tenant, filter).with("known", known).with("raw", raw),
        filter,
        known,
        page,
        snapshot -> Plane.history(snapshot, filter, raw));
  }

  /// What is believed about the document of `filter` along valid time, by source in order of
  /// authority.
  public Answer<Citation> timeline(TenantId tenant, Filter filter, Known known) {
    return timeline(tenant, filter, known, Page.ALL);
  }

  /// As [#timeline(TenantId, Filter, Known)], a page at a time.
  public Answer<Citation> timeline(TenantId tenant, Filter filter, Known known, Page page) {
    return ofOne(
        Cursor.Question.of("timeline", tenant, filter).with("known", known),
        filter,
        known,
        page,
        snapshot -> Plane.timeline(snapshot, filter));
  }

  /// How what is in force at `about` was learned over system time, up to `known`: one entry for
  /// each span of it.
  public Answer<Learned> learned(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return learned(tenant, filter, about, known, Page.ALL);
  }

  /// As [#learned(TenantId, Filter, TimeInput, Known)], a page at a time.
  public Answer<Learned> learned(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known, Page page) {
    return ofOne(
        Cursor.Question.of("learned", tenant, filter).with("about", about).with("known", known),
        filter,
        known,
        page,
        snapshot -> Plane.learned(snapshot, filter, about));
  }

  /// The keys of the documents, in the order of their bytes.
  ///
  /// @param like only keys that hold these characters, whatever their case; null: all
  public Answer<Documents.Key> documents(
      TenantId tenant, @Nullable String like, Known known, Page page) {
    List<Documents.Key> keys = new ArrayList<>();
    return this.<Documents.Key, Answer<Documents.Key>>read(
        Cursor.Question.of("documents", tenant, Filter.all())
            .with("like", like)
            .with("known", known),
        List.of(known),
        page,
        keys::add,
        (snapshots, part) -> {
          Documents.forEach(snapshots.getFirst(), like, part);
          return Answer.<Documents.Key>of(
                  snapshots.getFirst(), null, List.of(), InForce.pinned(snapshots.getFirst()))
              .with(keys, InForce.pinned(snapshots.getFirst()), part.next());
        });
  }

  /// What came to be believed differently from `earlier` to `later`, in the order of the documents'
  /// keys.
  public Compared<BeliefChange> changes(
      TenantId tenant, Filter filter, Known earlier, Known later) {
    return changes(tenant, filter, earlier, later, Page.ALL);
  }

  /// As [#changes(TenantId, Filter, Known, Known)], a page at a time.
  public Compared<BeliefChange> changes(
      TenantId tenant, Filter filter, Known earlier, Known later, Page page) {
    return collected((head, each) -> changes(tenant, filter, earlier, later, page, head, each));
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
    changes(tenant, filter, earlier, later, Page.ALL, head, each);
  }

  /// As above, a page at a time.
  ///
  /// @return the cursor of the next page; null where there is none
  public @Nullable String changes(
      TenantId tenant,
      Filter filter,
      Known earlier,
      Known later,
      Page page,
      Consumer<Compared<BeliefChange>> head,
      Consumer<BeliefChange> each) {
    return this.<BeliefChange, Optional<String>>read(
            Cursor.Question.of("changes", tenant, filter)
                .with("since", earlier)
                .with("known", later),
            List.of(earlier, later),
            page,
            each,
            (snapshots, part) -> {
              Snapshot one = snapshots.getFirst();
              Snapshot other = snapshots.getLast();
              head.accept(Compared.of(bare(one), bare(other)));
              Changes.forEach(one, other, filter, part);
              return Optional.ofNullable(part.next());
            })
        .orElse(null);
  }

  private static Answer<BeliefChange> bare(Snapshot snapshot) {
    return Answer.of(snapshot, null, List.of(), InForce.pinned(snapshot));
  }

  /// A point as a caller writes it.
  public record Asked(@Nullable TimeInput about, Known known) {}

  /// What differs between two points: documents, their sections, and the words in these.
  public Compared<DocumentDiff> diff(TenantId tenant, Filter filter, Asked one, Asked other) {
    return diff(tenant, filter, one, other, null, Page.ALL);
  }

  /// As [#diff(TenantId, Filter, Asked, Asked)], a page at a time.
  ///
  /// @param only differences of this nature; null: all
  public Compared<DocumentDiff> diff(
      TenantId tenant,
      Filter filter,
      Asked one,
      Asked other,
      DocumentDiff.@Nullable Nature only,
      Page page) {
    return collected((head, each) -> diff(tenant, filter, one, other, only, page, head, each));
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
    diff(tenant, filter, one, other, null, Page.ALL, head, each);
  }

  /// As above, a page at a time.
  ///
  /// @param only differences of this nature; null: all
  /// @return the cursor of the next page; null where there is none
  public @Nullable String diff(
      TenantId tenant,
      Filter filter,
      Asked one,
      Asked other,
      DocumentDiff.@Nullable Nature only,
      Page page,
      Consumer<Compared<DocumentDiff>> head,
      Consumer<DocumentDiff> each) {
    return this.<DocumentDiff, Optional<String>>read(
            Cursor.Question.of("diff", tenant, filter)
                .with("before-about", one.about())
                .with("before-known", one.known())
                .with("about", other.about())
                .with("known", other.known())
                .with("only", only),
            List.of(one.known(), other.known()),
            page,
            each,
            (snapshots, part) -> {
              Differences differences =
                  Differences.between(
                      snapshots.getFirst(),
                      one.about(),
                      snapshots.getLast(),
                      other.about(),
                      filter);
              head.accept(differences.head());
              differences.forEach(filter.document(), only, part);
              return Optional.ofNullable(part.next());
            })
        .orElse(null);
  }

  private interface Streamed<R> {
    @Nullable String run(Consumer<Compared<R>> head, Consumer<R> each);
  }

  private static <R> Compared<R> collected(Streamed<R> question) {
    List<R> results = new ArrayList<>();
    List<Compared<R>> head = new ArrayList<>();
    String next = question.run(head::add, results::add);
    return head.getFirst().with(results, next);
  }

  /// For which spans of system time the beliefs that a transaction gave up would have been the
  /// answer, in the order of the documents' keys.
  public Answer<Exposure> exposure(TenantId tenant, long transaction, Known known) {
    return exposure(tenant, transaction, known, Page.ALL);
  }

  /// As [#exposure(TenantId, long, Known)], a page at a time.
  public Answer<Exposure> exposure(TenantId tenant, long transaction, Known known, Page page) {
    return exposure(
        Cursor.Question.of("exposure", tenant, Filter.all()).with("transaction", transaction),
        known,
        page,
        (snapshot, part) -> Exposures.ofTransaction(snapshot, transaction, part));
  }

  /// As [#exposure(TenantId, long, Known)] for what one statement displaced when it was recorded.
  public Answer<Exposure> exposure(TenantId tenant, StatementId statement, Known known) {
    return exposure(tenant, statement, known, Page.ALL);
  }

  /// As [#exposure(TenantId, StatementId, Known)], a page at a time.
  public Answer<Exposure> exposure(TenantId tenant, StatementId statement, Known known, Page page) {
    return exposure(
        Cursor.Question.of("exposure", tenant, Filter.all()).with("statement", statement),
        known,
        page,
        (snapshot, part) -> Exposures.ofStatement(snapshot, statement, part));
  }

  private Answer<Exposure> exposure(
      Cursor.Question question, Known known, Page page, BiConsumer<Snapshot, Part<Exposure>> work) {
    List<Exposure> exposures = new ArrayList<>();
    return this.<Exposure, Answer<Exposure>>read(
        question.with("known", known),
        List.of(known),
        page,
        exposures::add,
        (snapshots, part) -> {
          Snapshot snapshot = snapshots.getFirst();
          work.accept(snapshot, part);
          return bare(snapshot).with(exposures, InForce.pinned(snapshot), part.next());
        });
  }

  /// The exact text of a version, byte for byte in UTF-8, or as much of it as its source lets be
  /// shown; null: nothing.
  public @Nullable String text(TenantId tenant, VersionId version, Known known) {
    return text(tenant, version, TimeRange.always(), known);
  }

  /// As above, of a text that applies during `valid`, which is what the rights of its source may
  /// depend on.
  public @Nullable String text(TenantId tenant, VersionId version, TimeRange valid, Known known) {
    return reader
        .snapshot(
            tenant,
            known,
            snapshot -> {
              Manifests manifests = new Manifests(snapshot);
              VersionRecord found = manifests.version(version);
              return Optional.ofNullable(
                  DisplayRights.in(snapshot.sql(), tenant)
                      .of(found.getSourceId(), valid)
                      .of(manifests.exact(found)));
            })
        .orElse(null);
  }

  /// Everything that is kept of the version with this label that was recorded last.
  ///
  /// @param source null: of any source
  public HeldVersion version(
      TenantId tenant, String document, @Nullable String source, String label, Known known) {
    return reader.snapshot(
        tenant, known, snapshot -> new Versions(snapshot).labelled(document, source, label));
  }

  /// Everything that is kept of a version.
  public HeldVersion version(TenantId tenant, VersionId version, Known known) {
    return reader.snapshot(tenant, known, snapshot -> new Versions(snapshot).of(version));
  }

  /// The exact text of a version, for whoever takes it out of the store. Throws as [#original]
  /// does.
  public String wholeText(TenantId tenant, VersionId version, Known known) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> {
          Manifests manifests = new Manifests(snapshot);
          new Versions(snapshot).requireShown(manifests.version(version));
          return manifests.exact(manifests.version(version));
        });
  }

  /// The files that were imported from a folder of this name, in order, each once; handed on one by
  /// one.
  public void importedFiles(TenantId tenant, String folder, Known known, Consumer<String> each) {
    reader.snapshot(
        tenant,
        known,
        snapshot -> {
          new Versions(snapshot).importedFiles(folder, each);
          return snapshot;
        });
  }

  /// Writes the original of a version to `out`, which stays open: exactly the bytes that its text
  /// was taken from. Memory holds a few pieces of it.
  ///
  /// Throws a [dev.asof.fault.CallerFault] where the version was erased, where no original is kept,
  /// and where the rights of its source do not let the whole be shown.
  public HeldOriginal original(TenantId tenant, VersionId version, Known known, OutputStream out) {
    return reader.snapshot(tenant, known, snapshot -> new Originals(snapshot).write(version, out));
  }

  /// The document of `filter` at a point, section by section: one result for each that [#inForce]
  /// gives.
  public Answer<DocumentText> documentAt(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return reader.snapshot(tenant, known, snapshot -> InForce.texts(snapshot, filter, about));
  }

  /// Writes every text in force at a point into `folder`; see [Reconstruction].
  public Reconstruction.Outcome reconstruct(
      TenantId tenant, @Nullable TimeInput about, Known known, Path folder) {
    return reconstruct(tenant, about, known, null, folder);
  }

  /// The same, its files in another form.
  ///
  /// @param form null: files are the texts themselves
  public Reconstruction.Outcome reconstruct(
      TenantId tenant,
      @Nullable TimeInput about,
      Known known,
      Reconstruction.@Nullable Form form,
      Path folder) {
    return reader.snapshot(
        tenant, known, snapshot -> Reconstruction.write(snapshot, about, form, folder));
  }

  /// The same as one file, written to `out` as it comes; `out` stays open.
  public Reconstruction.Outcome reconstruct(
      TenantId tenant,
      @Nullable TimeInput about,
      Known known,
      Reconstruction.Packing packing,
      OutputStream out) {
    return reconstruct(tenant, about, known, null, packing, out);
  }

  /// The same, its files in another form; not for a page of HTML, which shows texts.
  ///
  /// @param form null: files are the texts themselves
  public Reconstruction.Outcome reconstruct(
      TenantId tenant,
      @Nullable TimeInput about,
      Known known,
      Reconstruction.@Nullable Form form,
      Reconstruction.Packing packing,
      OutputStream out) {
    return reader.snapshot(
        tenant, known, snapshot -> Reconstruction.write(snapshot, about, form, packing, out));
  }

  /// The ledger: one entry for each transaction up to `known` of which the caller may see a row.
  ///
  /// @param after the `next` of the page before, a sequence; null: from the start
  /// @param most entries of the page, 1 or more
  public Answer<LedgerEntry> transactions(
      TenantId tenant, Known known, boolean newestFirst, @Nullable Long after, int most) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> {
          List<LedgerEntry> found = Transactions.entries(snapshot, newestFirst, after, most + 1);
          boolean more = found.size() > most;
          List<LedgerEntry> page = more ? found.subList(0, most) : found;
          return Answer.<LedgerEntry>of(snapshot, null, List.of(), InForce.pinned(snapshot))
              .with(
                  page,
                  InForce.pinned(snapshot),
                  more ? Long.toString(page.getLast().sequence()) : null);
        });
  }

  /// One entry of the ledger. Throws a [dev.asof.fault.CallerFault] where there is none, or none
  /// that the caller may see.
  public LedgerEntry transaction(TenantId tenant, Known known, long sequence) {
    return reader.snapshot(
        tenant,
        known,
        snapshot ->
            Transactions.entry(snapshot, sequence)
                .orElseThrow(() ->
                    new CallerFault(
                        Code.UNKNOWN_TRANSACTION,
                        "there is no transaction @" + sequence + " to be seen",
                        Map.of("transaction", Long.toString(sequence)))));
  }

  /// The texts of one document that are in force at a point, as a reconstruction has them.
  public List<InForceText> texts(
      TenantId tenant, String document, @Nullable TimeInput about, Known known) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> InForce.at(snapshot, Filter.all(), about).inForceTexts(document));
  }
}
