package dev.asof.ask;

import dev.asof.cite.Found;
import dev.asof.cite.Passages;
import dev.asof.eligible.Eligibility;
import dev.asof.history.Counted;
import dev.asof.history.DisplayRights;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Reader;
import dev.asof.history.Rights;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.TenantSettings;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.rank.VectorSearch;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.Database;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Questions in words, answered with the passages that were in force. Time is decided first, then
/// passages are ranked inside what was in force, and each is verified before it is cited.
public final class Ask {
  /// How many answers a process keeps.
  public static final int KEPT = 256;

  /// How many sources of a zone are named.
  private static final int MOST_SOURCES = 5;

  private final Reader reader;
  private final PassageIndex index;
  private final Models models;
  private final AnswerCache cache;

  /// By words alone.
  public Ask(Database database, PassageIndex index) {
    this(database, index, Models.none(), new AnswerCache(KEPT));
  }

  /// @param index opened for the model of `models`
  /// @param cache may be shared with others
  public Ask(Database database, PassageIndex index, Models models, AnswerCache cache) {
    this.reader = new Reader(database);
    this.index = index;
    this.models = models;
    this.cache = cache;
  }

  /// The model by whose vectors passages are found; null: by their words alone.
  public @Nullable String embedder() {
    return models.embedder() == null ? null : models.embedder().model();
  }

  /// Answers `request`.
  ///
  /// Throws a [dev.asof.fault.CallerFault] where the filter names what was not known or there is no
  /// such ranker, and as [Reader#snapshot] does.
  public Asked ask(TenantId tenant, Request request) {
    models.require(request.ranker());
    // Several transactions, so that the index can catch up without holding a connection: what one
    // has read as final the next reads the same.
    Planned planned =
        reader.snapshot(
            tenant,
            Known.latest(),
            snapshot -> {
              TenantSettings settings = TenantSettings.in(snapshot);
              Reference reference = reference(request, snapshot, settings);
              return new Planned(
                  Plan.of(
                      request,
                      new TimeReader(ReadingSettings.of(settings.values()))
                          .read(request.question(), reference),
                      reference),
                  snapshot.known(),
                  snapshot.token(),
                  // What was erased is gone for every T.
                  new Passages(snapshot.sql(), tenant).lastErasure());
            });
    Plan plan = planned.plan();
    if (!plan.asks().isEmpty()) {
      return new Asked(
          request.question(),
          plan.kind(),
          plan.times(),
          plan.sentence(),
          plan.asks(),
          planned.known(),
          planned.token(),
          List.of(),
          List.of(),
          new Asked.Index(0, 0));
    }
    List<Snapshot> resolved =
        reader.snapshots(
            tenant, plan.subqueries().stream().map(Subquery::known).toList(), List::copyOf);
    Question words = Question.of(request.question(), plan.spans());
    long applied =
        Math.max(
            planned.lastErasure(), resolved.stream().mapToLong(Snapshot::token).max().orElse(0));
    try (Lease lease = index.lease(tenant, applied)) {
      // Before a connection is held: a model may be far away.
      Models.Nearness nearness = models.nearness(lease, plan.words());
      return reader.snapshots(
          tenant,
          resolved.stream().map(snapshot -> Known.at(snapshot.known())).toList(),
          opened -> {
            Passages passages = new Passages(opened.getFirst().sql(), tenant);
            AnswerCache.Key key =
                new AnswerCache.Key(
                    index.folder(),
                    tenant,
                    request,
                    plan,
                    resolved.stream().map(AnswerCache.Key.At::of).toList(),
                    isAboutNow(plan) ? opened.getFirst().clock() : null,
                    passages.hidden(),
                    passages.lastErasure(),
                    passages.lastSourceSetting(),
                    lease.generation(),
                    models.name());
            return cache
                .get(key)
                .orElseGet(() -> {
                  Asked answer = answer(request, plan, words, lease, nearness, resolved, opened);
                  cache.put(key, answer);
                  return answer;
                });
          });
    }
  }

  private static boolean isAboutNow(Plan plan) {
    return plan.subqueries().stream()
        .anyMatch(subquery -> subquery.time() instanceof Subquery.At at && at.about() == null);
  }

  /// @param resolved as the caller asked
  /// @param opened the same, in the transaction that answers
  private Asked answer(
      Request request,
      Plan plan,
      Question words,
      Lease lease,
      Models.@Nullable Nearness nearness,
      List<Snapshot> resolved,
      List<Snapshot> opened) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      parts.add(
          new Answering(
                  lease,
                  request,
                  words,
                  models,
                  nearness,
                  plan.subqueries().get(i),
                  asAsked(opened.get(i), resolved.get(i)))
              .part());
    }
    Snapshot last =
        resolved.stream()
            .reduce((one, other) -> other.known().isAfter(one.known()) ? other : one)
            .orElseThrow();
    return new Asked(
        request.question(),
        plan.kind(),
        plan.times(),
        plan.sentence() + zones(plan, opened.getLast()),
        List.of(),
        last.known(),
        last.token(),
        parts,
        notices(plan, words, parts),
        new Asked.Index(lease.generation(), lease.sequence()));
  }

  /// The zones in which the days of ranges were read; those of a point are in its reading.
  private static String zones(Plan plan, Snapshot snapshot) {
    boolean days =
        plan.subqueries().stream()
            .map(Subquery::time)
            .anyMatch(time ->
                switch (time) {
                  case Subquery.During during -> during.dates() != null;
                  case Subquery.History history -> history.during().dates() != null;
                  case Subquery.At at -> false;
                  case Subquery.AtKnown then -> false;
                });
    if (!days) {
      return "";
    }
    Map<String, List<String>> sources = new TreeMap<>();
    for (SourceAt source : Sources.in(snapshot).all()) {
      sources
          .computeIfAbsent(
              source.zone().getId() + (source.zoneAssumed() ? " (zone assumed)" : ""),
              none -> new ArrayList<>())
          .add(source.name());
    }
    return sources.entrySet().stream()
        .map(zone -> zone.getKey() + " for " + named(zone.getValue()))
        .reduce((one, other) -> one + "; " + other)
        .map(said -> " The days are those of " + said + ".")
        .orElse("");
  }

  private static String named(List<String> sources) {
    return String.join(", ", sources.stream().limit(MOST_SOURCES).toList())
        + (sources.size() > MOST_SOURCES
            ? " and " + (sources.size() - MOST_SOURCES) + " more"
            : "");
  }

  /// @param known the present T when it was planned
  private record Planned(Plan plan, Instant known, long token, long lastErasure) {}

  /// Settings are today's, like the reference: they say how this question is meant.
  private static Reference reference(Request request, Snapshot snapshot, TenantSettings settings) {
    Instant now = request.now();
    Optional<ZoneId> zone = Optional.ofNullable(request.zone()).or(settings::questionZone);
    return new Reference(
        now == null ? snapshot.clock() : now, zone.orElse(ZoneOffset.UTC), zone.isEmpty());
  }

  /// How T was read is what the caller asked; that it was asked for again as an instant is our
  /// affair.
  private static Snapshot asAsked(Snapshot opened, Snapshot resolved) {
    return new Snapshot(
        opened.sql(),
        opened.tenant(),
        resolved.known(),
        resolved.token(),
        resolved.reading(),
        opened.clock());
  }

  private List<Notice> notices(Plan plan, Question words, List<Part> parts) {
    List<Notice> notices = new ArrayList<>();
    plan.times().stream()
        .filter(time -> !time.used())
        .forEach(time ->
            notices.add(
                new Notice(
                    Notice.Kind.OTHER_TIME_NAMED,
                    "the question names \""
                        + time.text()
                        + "\"; the time that was given goes before",
                    null,
                    List.of())));
    vectors(parts).ifPresent(notices::add);
    if (words.isEmpty()) {
      notices.add(
          new Notice(
              Notice.Kind.NO_WORDS,
              "the question holds no word to search for; ask with at least one",
              null,
              List.of()));
    }
    if (words.cut()) {
      notices.add(
          new Notice(
              Notice.Kind.QUESTION_CUT,
              "only the first "
                  + Question.MOST_WORDS
                  + " distinct words of the question were searched for",
              null,
              List.of()));
    }
    return notices;
  }

  /// What was left to the words alone, where a model is configured.
  private Optional<Notice> vectors(List<Part> parts) {
    if (models.embedder() == null) {
      return Optional.empty();
    }
    String why;
    List<VectorSearch.Report> reports =
        parts.stream().map(Part::vectors).flatMap(Stream::ofNullable).toList();
    if (reports.isEmpty()) {
      why =
          "no passage has a vector of the model yet (asof embed makes them), or the model does not"
              + " cover the question";
    } else {
      long pending = reports.stream().mapToLong(VectorSearch.Report::pending).max().orElse(0);
      long uncovered = reports.stream().mapToLong(VectorSearch.Report::uncovered).max().orElse(0);
      if (pending + uncovered == 0) {
        return Optional.empty();
      }
      why =
          Stream.of(
                  pending == 0
                      ? null
                      : Counted.of(pending, "passage")
                          + " without a vector yet; asof embed makes them",
                  uncovered == 0
                      ? null
                      : Counted.of(uncovered, "passage")
                          + " of languages that the model does not cover")
              .flatMap(Stream::ofNullable)
              .collect(Collectors.joining(", "));
    }
    return Optional.of(
        new Notice(Notice.Kind.WORDS_ONLY, "found by words alone: " + why, null, List.of()));
  }

  /// A text that several sources have is shown as far as any of them lets it be; null: none has it.
  private static @Nullable Rights loosest(List<Found.Origin> origins, DisplayRights rights) {
    return origins.stream()
        .map(origin -> rights.of(origin.source(), TimeRange.always()))
        .reduce((one, other) -> one.stricter(other).equals(one) ? other : one)
        .orElse(null);
  }

  /// What plain text search over all versions ever recorded answers, whatever applies: for
  /// comparison only.
  public List<Found> searchEverything(TenantId tenant, String question, int k) {
    Question asked = Question.of(Request.of(question).top(k).question());
    long head = reader.snapshot(tenant, Known.latest(), Snapshot::token);
    try (Lease lease = index.lease(tenant, head)) {
      return reader.snapshot(
          tenant,
          Known.latest(),
          snapshot -> {
            Passages passages = new Passages(snapshot.sql(), tenant);
            List<Ranked> ranked =
                new Lexical(lease, asked, Eligibility.everything(tenant, passages.hidden()))
                    .next(k);
            List<PassageId> ids = ranked.stream().map(Ranked::passage).toList();
            var documents = passages.documentKeys(ids.stream().map(PassageId::document).toList());
            var sections = passages.sectionKeys(ids.stream().map(PassageId::section).toList());
            var words = passages.words(ids);
            DisplayRights rights = DisplayRights.in(snapshot.sql(), tenant);
            List<Found> found = new ArrayList<>();
            for (Ranked hit : ranked) {
              PassageId id = hit.passage();
              Passages.Words text = words.get(id);
              List<Found.Origin> origins = passages.origins(id.document(), id.text());
              Rights today = loosest(origins, rights);
              String document = documents.get(id.document());
              String section = sections.get(id.section());
              if (text != null && document != null && section != null && today != null) {
                found.add(
                    new Found(
                        document,
                        section,
                        id.passage(),
                        today.of(text.heading()),
                        today.of(text.text()),
                        hit.score(),
                        origins));
              }
            }
            return found;
          });
    }
  }
}
