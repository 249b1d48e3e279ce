package dev.asof.history;

import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// What applies at a point, per document, source and scope.
public final class InForce {

  private final Snapshot snapshot;
  private final Sources sources;
  private final AboutTimes times;
  private final BeliefRows.Asked asked;

  private InForce(Snapshot snapshot, Sources sources, AboutTimes times, BeliefRows.Asked asked) {
    this.snapshot = snapshot;
    this.sources = sources;
    this.times = times;
    this.asked = asked;
  }

  /// Asks about `about` in every document of `filter`; null: about the present by the database's
  /// clock.
  public static InForce at(Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    Sources sources = Sources.about(snapshot, about);
    return new InForce(
        snapshot,
        sources,
        AboutTimes.of(about, snapshot, sources),
        new BeliefRows.Asked(sources.named(filter.source()), filter.scope()));
  }

  /// The answer for one document: a gap names its neighbours. Throws a [dev.asof.fault.CallerFault]
  /// where no document was known by that key.
  public Answer<Citation> of(String key) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, key);
    List<BeliefRow> rows = new BeliefRows(snapshot).held(List.of(document.id()), null, asked);
    Set<SourceId> speaking = new LinkedHashSet<>();
    rows.forEach(row -> speaking.add(row.sourceId()));
    Reading.About reading = times.reading(speaking);
    Decided decided =
        decide(
            document.key(), rows, splitAmong(List.of(rows)).contains(document.id()));
    List<Notice> notices = new ArrayList<>();
    if (decided.deciding().isEmpty()) {
      notices.add(Gap.notice(key, shown(reading), rows, times));
    }
    notices.addAll(decided.document().notices());
    notices.addAll(generalNotices(reading));
    return Answer.of(snapshot, reading, decided.document().results(), notices);
  }

  /// The texts of the results for the document of `filter`, section by section.
  Answer<DocumentText> texts(Filter filter) {
    DocumentKeys.Named document =
        DocumentKeys.require(
            snapshot, Objects.requireNonNull(filter.document(), "a text is of one document"));
    Answer<Citation> answer = of(document.key());
    Manifests manifests = new Manifests(snapshot);
    List<DocumentText> texts = new ArrayList<>();
    for (BeliefRow row : decide(List.of(document)).getFirst().rows()) {
      texts.add(Assembly.of(manifests, row, times.at(row.sourceId())).document());
    }
    return new Answer<>(
        answer.reading(), answer.about(), answer.known(), answer.token(), texts, answer.notices());
  }

  private String shown(Reading.About reading) {
    String about = new Reading(reading, snapshot.reading()).aboutShown();
    return about == null ? "that time" : about;
  }

  /// How `about` was read, for all sources, and what has to be said of it.
  public Answer<Citation> head() {
    Reading.About reading = times.reading(sources.all().stream().map(SourceAt::id).toList());
    return Answer.of(snapshot, reading, List.of(), generalNotices(reading));
  }

  List<Notice> generalNotices(Reading.About reading) {
    List<Notice> notices = new ArrayList<>(AboutTimes.notices(reading));
    notices.addAll(pinned(snapshot));
    return notices;
  }

  static List<Notice> pinned(Snapshot snapshot) {
    return snapshot.pinned()
        ? List.of(
            new Notice(
                Notice.Kind.PINNED,
                "this is as known at "
                    + snapshot.known()
                    + ", earlier than asked: what is known later is not final yet",
                null,
                List.of()))
        : List.of();
  }

  /// What is in force of these documents, in this order; one statement.
  public List<DocumentInForce> of(Collection<DocumentId> documents) {
    Map<DocumentId, List<BeliefRow>> byDocument = rowsOf(documents);
    Set<DocumentId> split = splitAmong(byDocument.values());
    List<DocumentInForce> found = new ArrayList<>();
    byDocument.forEach((document, rows) -> {
      if (!rows.isEmpty()) {
        found.add(
            decide(rows.getFirst().document(), rows, split.contains(document)).document());
      }
    });
    return found;
  }

  /// Hands on what is in force of each document known at T that has a result, in the order of the
  /// bytes of their keys; the results of a document stay together. Memory does not grow with their
  /// number.
  void forEach(Part<DocumentInForce> part) {
    DocumentKeys.forEachPage(
        snapshot,
        DSL.trueCondition(),
        part,
        page ->
            decide(page).stream()
                .map(Decided::document)
                .filter(document -> !document.results().isEmpty())
                .forEach(document -> part.offer(document.document(), document)));
  }

  /// What is in force of each of these documents, in this order; one statement.
  List<Decided> decide(List<DocumentKeys.Named> documents) {
    Map<DocumentId, List<BeliefRow>> rows =
        rowsOf(documents.stream().map(DocumentKeys.Named::id).toList());
    Set<DocumentId> split = splitAmong(rows.values());
    return documents.stream()
        .map(document ->
            decide(
                document.key(),
                rows.getOrDefault(document.id(), List.of()),
                split.contains(document.id())))
        .toList();
  }

  /// Those of which several sources speak and some section has dates of its own: they have to be
  /// compared section by section.
  private Set<DocumentId> splitAmong(Collection<List<BeliefRow>> rowsOfEach) {
    List<DocumentId> several =
        rowsOfEach.stream()
            .filter(rows -> rows.stream().map(BeliefRow::sourceId).distinct().count() > 1)
            .map(rows -> rows.getFirst().documentId())
            .toList();
    return several.isEmpty()
        ? Set.of()
        : new Manifests(snapshot).withSectionsOfTheirOwn(several);
  }

  private Map<DocumentId, List<BeliefRow>> rowsOf(Collection<DocumentId> documents) {
    Map<DocumentId, List<BeliefRow>> byDocument = new LinkedHashMap<>();
    documents.forEach(document -> byDocument.put(document, new ArrayList<>()));
    new BeliefRows(snapshot)
        .held(byDocument.keySet(), times.window(), asked)
        .forEach(
            row -> byDocument.computeIfAbsent(row.documentId(), id -> new ArrayList<>()).add(row));
    return byDocument;
  }

  /// @param rows the beliefs behind the results, in their order
  /// @param deciding what decides for each source and scope that has more than an unknown text
  record Decided(DocumentInForce document, List<BeliefRow> rows, List<BeliefRow> deciding) {}

  Snapshot snapshot() {
    return snapshot;
  }

  AboutTimes times() {
    return times;
  }

  /// @param rows beliefs about one document, held at one T
  /// @param split whether sections may apply that are not the version's
  Decided decide(String document, List<BeliefRow> rows, boolean split) {
    Map<BeliefRow.Voice, List<BeliefRow>> voices = new LinkedHashMap<>();
    for (SourceAt source : sources.all()) {
      rows.stream()
          .filter(row -> row.sourceId().equals(source.id()))
          .sorted(Comparator.comparing(BeliefRow::scope).thenComparingLong(BeliefRow::id))
          .forEach(row -> voices.computeIfAbsent(row.voice(), voice -> new ArrayList<>()).add(row));
    }
    List<BeliefRow> answered = new ArrayList<>();
    List<BeliefRow> unknown = new ArrayList<>();
    List<BeliefRow> deciding = new ArrayList<>();
    List<Notice> notices = new ArrayList<>();
    voices.forEach((voice, said) -> {
      Precedence.Decision decision = Precedence.at(times.at(voice.source()), said);
      answered.addAll(decision.results());
      BeliefRow first = decision.deciding();
      if (first != null) {
        deciding.add(first);
      }
      BeliefRow standIn = decision.unknown();
      if (standIn != null) {
        unknown.add(standIn);
      }
      notices.addAll(decision.notices());
      TimeRange day = times.dayOf(voice.source());
      if (day != null) {
        notices.addAll(DayChanges.notices(said, decision, day));
      }
    });
    answered.addAll(unknown);
    notices.addAll(
        Agreement.notices(deciding, times, split ? new Manifests(snapshot) : null));
    List<Citation> results =
        answered.stream().map(row -> row.citedAt(times.at(row.sourceId()))).toList();
    return new Decided(new DocumentInForce(document, results, notices), answered, deciding);
  }
}
