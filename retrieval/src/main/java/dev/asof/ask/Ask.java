package dev.asof.ask;

import dev.asof.cite.Found;
import dev.asof.cite.Passages;
import dev.asof.eligible.Eligibility;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Reader;
import dev.asof.history.Snapshot;
import dev.asof.history.Sources;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.rank.Ranker;
import dev.asof.rank.RankSettings;
import dev.asof.rank.Rankers;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.Database;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// Questions in words, answered with the passages that were in force. Time is decided first, then
/// passages are ranked inside what was in force, and each is verified before it is cited.
public final class Ask {
  private final Reader reader;
  private final PassageIndex index;
  private final Rankers rankers;

  public Ask(Database database, PassageIndex index) {
    this(database, index, new Rankers(RankSettings.DEFAULT, Rankers.Means.none()));
  }

  public Ask(Database database, PassageIndex index, Rankers rankers) {
    this.reader = new Reader(database);
    this.index = index;
    this.rankers = rankers;
  }

  /// Answers `request`.
  ///
  /// Throws a [dev.asof.fault.CallerFault] where the filter names what was not known or there is
  /// no such ranker, and as [Reader#snapshot] does.
  public Asked ask(TenantId tenant, Request request) {
    Ranker ranker = rankers.named(request.ranker());
    // Several transactions, so that the index can catch up without holding a connection: what one
    // has read as final the next reads the same.
    Planned planned =
        reader.snapshot(
            tenant,
            Known.latest(),
            snapshot -> {
              Reference reference = reference(request, snapshot);
              return new Planned(
                  Plan.of(
                      request,
                      new TimeReader(ReadingSettings.none()).read(request.question(), reference),
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
    Question words = Question.of(plan.words());
    long applied =
        Math.max(
            planned.lastErasure(), resolved.stream().mapToLong(Snapshot::token).max().orElse(0));
    try (Lease lease = index.lease(tenant, applied)) {
      return reader.snapshots(
          tenant,
          resolved.stream().map(snapshot -> Known.at(snapshot.known())).toList(),
          opened -> {
            List<Part> parts = new ArrayList<>();
            for (int i = 0; i < opened.size(); i++) {
              parts.add(
                  new Answering(
                          lease,
                          request,
                          words,
                          ranker,
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
                plan.sentence(),
                List.of(),
                last.known(),
                last.token(),
                parts,
                notices(plan, words),
                new Asked.Index(lease.generation(), lease.sequence()));
          });
    }
  }

  /// @param known the present T when it was planned
  private record Planned(Plan plan, Instant known, long token, long lastErasure) {}

  private static Reference reference(Request request, Snapshot snapshot) {
    Instant now = request.now();
    ZoneId zone = request.zone();
    Sources sources = Sources.in(snapshot);
    return new Reference(
        now == null ? snapshot.clock() : now,
        zone == null ? sources.tenantZone() : zone,
        zone == null);
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

  private static List<Notice> notices(Plan plan, Question words) {
    List<Notice> notices = new ArrayList<>();
    plan.times().stream()
        .filter(time -> !time.used())
        .forEach(time ->
            notices.add(
                new Notice(
                    Notice.Kind.OTHER_TIME_NAMED,
                    "the question names \"" + time.text() + "\"; the time that was given goes before",
                    null,
                    List.of())));
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
            List<Found> found = new ArrayList<>();
            for (Ranked hit : ranked) {
              PassageId id = hit.passage();
              Passages.Words text = words.get(id);
              String document = documents.get(id.document());
              String section = sections.get(id.section());
              if (text != null && document != null && section != null) {
                found.add(
                    new Found(
                        document,
                        section,
                        id.passage(),
                        text.heading(),
                        text.text(),
                        hit.score(),
                        passages.origins(id.document(), id.text())));
              }
            }
            return found;
          });
    }
  }
}
