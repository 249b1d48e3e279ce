package dev.asof.history;

import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.schema.Together;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// What applies at a point, per document, source and scope.
public final class InForce {

  private final Snapshot snapshot;
  private final Sources sources;
  private final AboutTimes times;
  private final BeliefRows.Asked asked;

  private InForce(Snapshot snapshot, Sources sources, @Nullable TimeInput about, Filter filter) {
    this.snapshot = snapshot;
    this.sources = sources;
    this.times = AboutTimes.of(about, snapshot, sources);
    this.asked = new BeliefRows.Asked(sources.named(filter.source()), filter.scope());
  }

  /// Asks about `about` in every document of `filter`; null: about the present by the database's
  /// clock.
  public static InForce at(Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    return new InForce(snapshot, Sources.about(snapshot, about), about, filter);
  }

  /// The answer for the document of `filter`, in one round trip; a gap, which names its neighbours,
  /// takes two. Throws a [dev.asof.fault.CallerFault] where no document was known by that key.
  public static Answer<Citation> ofDocument(
      Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    return read(snapshot, filter, about).answer();
  }

  private static OneDocument read(Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    String key = Objects.requireNonNull(filter.document(), "it is about one document");
    Together together = new Together(snapshot.sql());
    Supplier<Sources> sources = Sources.in(snapshot, together);
    Supplier<DisplayRights> rights = DisplayRights.in(snapshot.sql(), snapshot.tenant(), together);
    Supplier<DocumentKeys.Named> document = DocumentKeys.require(snapshot, key, together);
    TimeRange widest = AboutTimes.widest(about, snapshot);
    BeliefRows beliefs = new BeliefRows(snapshot, rights);
    Supplier<List<BeliefRow>> rows = beliefs.held(filter, widest, together);
    Supplier<List<SectionRow>> sections =
        new SectionRows(snapshot, rights).held(filter, widest, together);
    // An instant is read alike for all sources.
    Supplier<List<SourceId>> speaking =
        about instanceof TimeInput.Day ? beliefs.speaking(filter, together) : List::of;
    together.run();
    InForce inForce = new InForce(snapshot, sources.get().about(about, snapshot), about, filter);
    DocumentKeys.Named named = document.get();
    TimeRange window = inForce.times.window();
    List<BeliefRow> held = rows.get().stream().filter(row -> row.valid().overlaps(window)).toList();
    List<SectionRow> overrides =
        sections.get().stream().filter(row -> row.row().valid().overlaps(window)).toList();
    Set<SourceId> speakers = new LinkedHashSet<>(speaking.get());
    overrides.forEach(row -> speakers.add(row.row().sourceId()));
    return new OneDocument(inForce, named, inForce.decide(named.key(), held, overrides), speakers);
  }

  /// What was read of one document.
  private record OneDocument(
      InForce inForce, DocumentKeys.Named document, Decided decided, Set<SourceId> speaking) {
    Answer<Citation> answer() {
      return inForce.answer(document, decided, speaking);
    }
  }

  private Answer<Citation> answer(
      DocumentKeys.Named document, Decided decided, Set<SourceId> speaking) {
    Reading.About reading = times.reading(speaking);
    List<Notice> notices = new ArrayList<>();
    if (decided.composed().stream().noneMatch(Composed::decides)) {
      // Only the neighbours of a gap take more than what applies.
      List<BeliefRow> all = new BeliefRows(snapshot).held(List.of(document.id()), null, asked);
      notices.add(Gap.notice(document.key(), shown(reading), List.of(), all, times));
    }
    notices.addAll(decided.document().notices());
    notices.addAll(generalNotices(reading));
    return Answer.of(snapshot, reading, decided.document().results(), notices);
  }

  /// That no text of the document was in force, why, and what was nearest on either side; empty
  /// where one was. Throws as [#ofDocument] does.
  public Optional<Notice> gap(String key) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, key);
    Decided decided = decide(List.of(document)).getFirst();
    if (!decided.texts().isEmpty()) {
      return Optional.empty();
    }
    List<BeliefRow> all = new BeliefRows(snapshot).held(List.of(document.id()), null, asked);
    Set<SourceId> speaking = new LinkedHashSet<>();
    if (times.isDay()) {
      all.forEach(row -> speaking.add(row.sourceId()));
    }
    return Optional.of(
        Gap.notice(
            key,
            shown(times.reading(speaking)),
            decided.deciding().stream().filter(row -> !row.holdsText()).toList(),
            all,
            times));
  }

  /// The texts of the results for the document of `filter`, section by section.
  static Answer<DocumentText> texts(Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    OneDocument read = read(snapshot, filter, about);
    Answer<Citation> answer = read.answer();
    Manifests manifests = new Manifests(snapshot);
    List<DocumentText> texts = new ArrayList<>();
    for (Composed composed : read.decided().composed()) {
      Instant at = read.inForce().times.at(composed.voice().source());
      texts.add(Assembly.of(manifests, composed, at).document());
    }
    return new Answer<>(
        answer.reading(), answer.about(), answer.known(), answer.token(), texts, answer.notices());
  }

  /// The texts of one document that decide, each as a file.
  List<InForceText> inForceTexts(String key) {
    Decided decided = decide(List.of(DocumentKeys.require(snapshot, key))).getFirst();
    List<Composed> deciding = decided.texts();
    Manifests manifests = new Manifests(snapshot);
    return deciding.stream()
        .map(one ->
            InForceText.of(
                manifests, one, times.at(one.voice().source()), deciding.size() > 1, Map.of()))
        .toList();
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

  /// What is in force of these documents, in this order; two statements.
  public List<DocumentInForce> of(Collection<DocumentId> documents) {
    Map<DocumentId, List<BeliefRow>> rows = rowsOf(documents);
    Map<DocumentId, List<SectionRow>> sections = sectionsOf(documents);
    List<DocumentInForce> found = new ArrayList<>();
    rows.forEach((document, said) -> {
      List<SectionRow> own = sections.getOrDefault(document, List.of());
      if (!said.isEmpty() || !own.isEmpty()) {
        String key = said.isEmpty() ? own.getFirst().row().document() : said.getFirst().document();
        found.add(decide(key, said, own).document());
      }
    });
    return found;
  }

  private Notice erased(BeliefRow row) {
    Erased erased = Objects.requireNonNull(row.text().erased());
    return new Notice(
        Notice.Kind.ERASED,
        "a text of "
            + row.document()
            + " from "
            + row.source()
            + " was "
            + erased.said()
            + "; its words and its hash are gone from every answer, whatever it is known at",
        row.document(),
        List.of(row.citedAt(times.at(row.sourceId()))));
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

  /// What is in force of each of these documents, in this order; two statements.
  List<Decided> decide(List<DocumentKeys.Named> documents) {
    List<DocumentId> ids = documents.stream().map(DocumentKeys.Named::id).toList();
    Map<DocumentId, List<BeliefRow>> rows = rowsOf(ids);
    Map<DocumentId, List<SectionRow>> sections = sectionsOf(ids);
    return documents.stream()
        .map(document ->
            decide(
                document.key(),
                rows.getOrDefault(document.id(), List.of()),
                sections.getOrDefault(document.id(), List.of())))
        .toList();
  }

  private Map<DocumentId, List<SectionRow>> sectionsOf(Collection<DocumentId> documents) {
    return new SectionRows(snapshot)
        .held(documents, times.window(), asked).stream()
            .collect(Collectors.groupingBy(row -> row.row().documentId()));
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
  /// @param composed the same section by section, one for each text that can be read, in their
  ///   order
  record Decided(
      DocumentInForce document,
      List<BeliefRow> rows,
      List<BeliefRow> deciding,
      List<Composed> composed) {
    /// The texts among them that decide.
    List<Composed> texts() {
      return composed.stream().filter(each -> each.decides() && each.holdsText()).toList();
    }
  }

  Snapshot snapshot() {
    return snapshot;
  }

  AboutTimes times() {
    return times;
  }

  /// @param rows beliefs about one document, held at one T
  /// @param sections overrides of its sections, held at the same
  Decided decide(String document, List<BeliefRow> rows, List<SectionRow> sections) {
    Map<BeliefRow.Voice, List<BeliefRow>> voices = new LinkedHashMap<>();
    for (SourceAt source : sources.all()) {
      Stream.concat(
              rows.stream().map(BeliefRow::voice), sections.stream().map(row -> row.row().voice()))
          .filter(voice -> voice.source().equals(source.id()))
          .sorted(Comparator.comparing(BeliefRow.Voice::scope))
          .forEach(voice -> voices.putIfAbsent(voice, new ArrayList<>()));
      rows.stream()
          .filter(row -> row.sourceId().equals(source.id()))
          .sorted(Comparator.comparingLong(BeliefRow::id))
          .forEach(row -> Objects.requireNonNull(voices.get(row.voice())).add(row));
    }
    List<Citation> results = new ArrayList<>();
    List<BeliefRow> answered = new ArrayList<>();
    List<Composed> composed = new ArrayList<>();
    List<Composed> unknown = new ArrayList<>();
    List<BeliefRow> deciding = new ArrayList<>();
    List<Notice> notices = new ArrayList<>();
    voices.forEach((voice, said) -> {
      Instant about = times.at(voice.source());
      Precedence.Decision decision = Precedence.at(about, said);
      List<SectionRow> overrides =
          Composed.deciding(
              about,
              said,
              sections.stream().filter(row -> row.row().voice().equals(voice)).toList());
      BeliefRow first = decision.deciding();
      if (first != null) {
        deciding.add(first);
      }
      decision.results().forEach(row -> results.add(row.citedAt(about)));
      answered.addAll(decision.results());
      List<Composed> ofVoice = composed(voice, decision.results(), overrides);
      ofVoice.stream()
          .filter(Composed::holdsSectionsOnly)
          .flatMap(one -> one.onlySections().stream())
          .forEach(row -> results.add(row.cited()));
      composed.addAll(ofVoice);
      BeliefRow standIn = decision.unknown();
      if (standIn != null) {
        unknown.add(new Composed(voice, standIn, overrides, false));
      }
      notices.addAll(decision.notices());
      decision.results().stream()
          .filter(row -> row.text().erased() != null)
          .forEach(row -> notices.add(erased(row)));
      ofVoice.forEach(one -> notices.addAll(Sections.notices(one, about)));
      TimeRange day = times.dayOf(voice.source());
      if (day != null && !said.isEmpty()) {
        notices.addAll(DayChanges.notices(said, decision, day));
      }
    });
    unknown.forEach(one -> {
      BeliefRow row = one.some();
      results.add(row.citedAt(times.at(row.sourceId())));
      answered.add(row);
      composed.add(one);
    });
    notices.addAll(
        Agreement.notices(
            composed.stream().filter(Composed::decides).toList(),
            times,
            sections.isEmpty() ? null : new Manifests(snapshot)));
    return new Decided(
        new DocumentInForce(document, results, notices), answered, deciding, composed);
  }

  /// @param results what one source and scope answers; where the first is a sight of absence, the
  ///   overrides belong to the text beneath it
  private static List<Composed> composed(
      BeliefRow.Voice voice, List<BeliefRow> results, List<SectionRow> overrides) {
    if (results.isEmpty()) {
      return overrides.stream().anyMatch(SectionRow::holdsText)
          ? List.of(new Composed(voice, null, overrides, true))
          : List.of();
    }
    List<Composed> composed = new ArrayList<>();
    for (BeliefRow row : results) {
      boolean last = row.equals(results.getLast());
      composed.add(
          new Composed(voice, row, last ? overrides : List.of(), row.equals(results.getFirst())));
    }
    return composed;
  }
}
