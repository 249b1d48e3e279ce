package dev.asof.cite;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.StatePolicy;
import dev.asof.eligible.Tier;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.InForce;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Reader;
import dev.asof.history.Reading;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.schema.Database;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Questions in words, answered with the passages that were in force. Time is decided first, then
/// passages are ranked inside what was in force, and each is verified before it is cited.
public final class Ask {
  private static final Logger LOG = LoggerFactory.getLogger(Ask.class);

  /// The most passages of one answer.
  public static final int MOST_RESULTS = 1_000;

  /// The longest question, in UTF-16 code units.
  public static final int LONGEST_QUESTION = 1_000_000;

  private static final int SMALLEST_PAGE = 16;

  /// How far a search without valid time looks for documents that are not in force, and how many of
  /// them are named.
  private static final int GAP_PASSAGES = 20;

  private static final int MOST_GAPS = 3;

  private final Reader reader;
  private final PassageIndex index;

  public Ask(Database database, PassageIndex index) {
    this.reader = new Reader(database);
    this.index = index;
  }

  /// Answers `question` with at most `k` passages.
  ///
  /// @param about null: the present by the database's clock, that is, what is in effect by current
  ///   knowledge
  ///
  ///   Throws a [CallerFault] where `k` or the question is out of bounds, where the filter names
  ///   what was not known, and as [Reader#snapshot] does.
  public Asked ask(
      TenantId tenant,
      String question,
      @Nullable TimeInput about,
      Known known,
      int k,
      Filter filter,
      StatePolicy states) {
    Question asked = check(question, k);
    // Two transactions, so that the index can catch up between them without holding a connection: T
    // is final after the
    // first, so the second reads the same.
    Snapshot[] first = new Snapshot[1];
    long applied =
        reader.snapshot(
            tenant,
            known,
            snapshot -> {
              first[0] = snapshot;
              // What was erased is gone for every T.
              return Math.max(snapshot.token(), new Passages(snapshot.sql(), tenant).lastErasure());
            });
    Snapshot resolved = first[0];
    try (Lease lease = index.lease(tenant, applied)) {
      return reader.snapshot(
          tenant,
          Known.at(resolved.known()),
          snapshot ->
              new Answering(lease, asked, about, k, filter, states, resolved, snapshot).answer());
    }
  }

  /// What plain text search over all versions ever recorded answers, whatever applies: for
  /// comparison only.
  public List<Found> searchEverything(TenantId tenant, String question, int k) {
    Question asked = check(question, k);
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

  private static Question check(String question, int k) {
    if (k < 1 || k > MOST_RESULTS) {
      throw new CallerFault(
          Code.BAD_INPUT, "an answer has 1 to " + MOST_RESULTS + " passages, not " + k);
    }
    if (question.length() > LONGEST_QUESTION) {
      throw new CallerFault(
          Code.TOO_LARGE,
          "the question has "
              + question.length()
              + " characters, more than "
              + LONGEST_QUESTION
              + "; shorten it");
    }
    return Question.of(question);
  }

  /// One question in its snapshot.
  private static final class Answering {
    private final Lease lease;
    private final Question question;
    private final @Nullable TimeInput about;
    private final int k;
    private final Filter filter;
    private final StatePolicy states;
    private final Snapshot snapshot;
    private final InForce inForce;
    private final Verifier verifier;
    private final Passages passages;
    private final Eligibility eligibility;
    private final Set<DocumentId> askedOf;
    private final List<Notice> notices = new ArrayList<>();
    private final List<Hit> hits = new ArrayList<>();
    private final Set<PassageId> cited = new HashSet<>();
    private final Set<DocumentId> citedDocuments = new LinkedHashSet<>();

    Answering(
        Lease lease,
        Question question,
        @Nullable TimeInput about,
        int k,
        Filter filter,
        StatePolicy states,
        Snapshot resolved,
        Snapshot opened) {
      this.lease = lease;
      this.question = question;
      this.about = about;
      this.k = k;
      this.filter = filter;
      this.states = states;
      // How T was read is what the caller asked; that it was asked for again as an instant is our
      // affair.
      this.snapshot =
          new Snapshot(
              opened.sql(),
              opened.tenant(),
              resolved.known(),
              resolved.token(),
              resolved.reading(),
              opened.clock());
      Sources sources = Sources.about(snapshot, about);
      // The filter is applied to citations, so that a document is weighed whole and its conflicts
      // are seen.
      this.inForce = InForce.at(snapshot, Filter.all(), about);
      this.verifier = new Verifier(snapshot, sources, inForce, about);
      this.passages = new Passages(snapshot.sql(), snapshot.tenant());
      this.askedOf = documentOf(filter);
      this.eligibility =
          new Eligibility(
              snapshot.tenant(),
              points(),
              states,
              sourceOf(sources, filter),
              askedOf,
              passages.hidden());
    }

    private List<Eligibility.At> points() {
      Map<Instant, Set<SourceId>> byInstant = new LinkedHashMap<>();
      verifier
          .times()
          .forEach(
              (source, at) -> byInstant.computeIfAbsent(at, none -> new HashSet<>()).add(source));
      if (byInstant.size() == 1) {
        Instant only = byInstant.keySet().iterator().next();
        return List.of(new Eligibility.At(new BitemporalPoint(only, snapshot.known()), Set.of()));
      }
      if (byInstant.isEmpty()) {
        // Nothing was recorded yet: any point will do.
        return List.of(
            new Eligibility.At(new BitemporalPoint(snapshot.known(), snapshot.known()), Set.of()));
      }
      List<Eligibility.At> points = new ArrayList<>();
      byInstant.forEach((at, sources) ->
          points.add(new Eligibility.At(new BitemporalPoint(at, snapshot.known()), sources)));
      return points;
    }

    private static Set<SourceId> sourceOf(Sources sources, Filter filter) {
      String name = filter.source();
      if (name == null) {
        return Set.of();
      }
      for (SourceAt source : sources.all()) {
        if (source.name().equals(name)) {
          return Set.of(source.id());
        }
      }
      throw new CallerFault(
          Code.UNKNOWN_SOURCE,
          "no source " + name + " was known at that time; asof source list shows them",
          Map.of("source", name));
    }

    private Set<DocumentId> documentOf(Filter filter) {
      String key = filter.document();
      if (key == null) {
        return Set.of();
      }
      Optional<DocumentId> document = passages.document(key, snapshot.known());
      if (document.isEmpty()) {
        // Throws, and names keys that are alike.
        inForce.of(key);
      }
      return Set.of(document.orElseThrow());
    }

    Asked answer() {
      Answer<Citation> head = inForce.head();
      saysHowItWasSearched(head);
      for (Tier tier : Tier.values()) {
        eligibility.of(tier).ifPresent(filter -> take(new Lexical(lease, question, filter), tier));
      }
      notices.addAll(0, gaps());
      Set<Notice> distinct = new LinkedHashSet<>(notices);
      citedDocuments.forEach(document -> distinct.addAll(verifier.noticesOf(document)));
      verifier.load(askedOf);
      askedOf.forEach(document ->
          verifier.noticesOf(document).stream()
              .filter(notice -> notice.code() == Notice.Kind.ERASED)
              .forEach(distinct::add));
      distinct.addAll(head.notices());
      return new Asked(
          question.text(),
          head.reading(),
          head.about(),
          snapshot.known(),
          snapshot.token(),
          hits,
          List.copyOf(distinct),
          new Asked.Index(lease.generation(), lease.sequence()));
    }

    private void saysHowItWasSearched(Answer<Citation> head) {
      Reading.About read = head.reading().about();
      if (about == null) {
        notices.add(
            new Notice(
                Notice.Kind.NO_TIME_GIVEN,
                "no time was given: this is what is in effect now, "
                    + (read == null ? head.about() : read.zones().getFirst().instant())
                    + ", as known at "
                    + snapshot.known(),
                null,
                List.of()));
      }
      if (question.isEmpty()) {
        notices.add(
            new Notice(
                Notice.Kind.NO_WORDS,
                "the question holds no word to search for; ask with at least one",
                null,
                List.of()));
      }
      if (question.cut()) {
        notices.add(
            new Notice(
                Notice.Kind.QUESTION_CUT,
                "only the first "
                    + Question.MOST_WORDS
                    + " distinct words of the question were searched for",
                null,
                List.of()));
      }
    }

    /// Verifies page after page until `k` passages are cited or no more are eligible.
    private void take(Lexical ranking, Tier tier) {
      List<Ranked> page = page(ranking);
      while (!page.isEmpty() && hits.size() < k) {
        Map<PassageId, List<Verifier.Verified>> verified =
            verifier.verify(page.stream().map(Ranked::passage).toList());
        Map<PassageId, List<Verifier.Verified>> admitted = new LinkedHashMap<>();
        for (Ranked hit : page) {
          List<Verifier.Verified> held = verified.getOrDefault(hit.passage(), List.of());
          if (held.stream().noneMatch(found -> found.tier() == tier && isAskedOf(found))) {
            disagrees(hit);
            continue;
          }
          List<Verifier.Verified> wanted =
              held.stream().filter(found -> isAskedOf(found) && isAdmitted(found)).toList();
          if (wanted.stream().anyMatch(found -> found.tier() == tier)
              && hits.size() + admitted.size() < k
              && !cited.contains(hit.passage())) {
            admitted.put(hit.passage(), inTierFirst(wanted, tier));
          }
        }
        Map<PassageId, Passages.Words> words =
            admitted.isEmpty() ? Map.of() : passages.words(admitted.keySet());
        for (Ranked hit : page) {
          List<Verifier.Verified> held = admitted.get(hit.passage());
          if (held != null) {
            cite(hit, held, words.get(hit.passage()), tier);
          }
        }
        page = hits.size() < k ? page(ranking) : List.of();
      }
    }

    private List<Ranked> page(Lexical ranking) {
      return ranking.next(Math.max(SMALLEST_PAGE, k + k / 2));
    }

    private void disagrees(Ranked hit) {
      LOG.error(
          "tenant {}: the index has passage {} in force at a point where the database does not;"
              + " left out, as known at {}",
          snapshot.tenant().value(),
          hit.passage(),
          snapshot.known());
    }

    private boolean isAskedOf(Verifier.Verified found) {
      String source = filter.source();
      return source == null || source.equals(found.source().name());
    }

    private boolean isAdmitted(Verifier.Verified found) {
      String scope = filter.scope();
      return states.admits(found.citation().state())
          && (scope == null || scope.equals(found.citation().scope()));
    }

    private static List<Verifier.Verified> inTierFirst(List<Verifier.Verified> held, Tier tier) {
      List<Verifier.Verified> ordered = new ArrayList<>();
      held.stream().filter(found -> found.tier() == tier).forEach(ordered::add);
      held.stream().filter(found -> found.tier() != tier).forEach(ordered::add);
      return ordered;
    }

    private void cite(
        Ranked hit, List<Verifier.Verified> held, Passages.@Nullable Words words, Tier tier) {
      Verifier.Verified first = held.getFirst();
      List<String> remarks = new ArrayList<>();
      held.stream().filter(Verifier.Verified::absent).forEach(found -> remarks.add(absent(found)));
      held.stream()
          .filter(found -> found.citation().state() == State.PRESUMED)
          .forEach(found -> remarks.add(presumed(found)));
      if (tier == Tier.UNKNOWN) {
        remarks.add(
            "validity unknown: "
                + first.source().name()
                + " recorded this text without saying when it applies");
      }
      Shown shown = Shown.of(first.source(), words);
      remarks.addAll(shown.remarks());
      hits.add(
          new Hit(
              first.citation(),
              words == null ? null : words.heading(),
              shown.text(),
              first.source().display(),
              hit.score(),
              tier.number(),
              held.stream().skip(1).map(Verifier.Verified::citation).toList(),
              remarks));
      cited.add(hit.passage());
      citedDocuments.add(hit.passage().document());
    }

    private static String absent(Verifier.Verified found) {
      return found.source().name()
          + " no longer shows this document, and stated no end for this text";
    }

    private static String presumed(Verifier.Verified found) {
      var seen = found.citation().seen();
      return "presumed: "
          + found.source().name()
          + (seen == null
              ? " was not looked at since"
              : " was last seen with this text at " + seen.last());
    }

    /// The documents that match better than anything in force and have nothing in force themselves,
    /// best first.
    private List<Notice> gaps() {
      Set<DocumentId> matching = new LinkedHashSet<>();
      new Lexical(lease, question, eligibility.atAnyValidTime())
          .next(GAP_PASSAGES)
          .forEach(hit -> matching.add(hit.passage().document()));
      verifier.load(matching);
      List<Notice> gaps = new ArrayList<>();
      for (DocumentId document : matching) {
        if (verifier.holdsText(document) || gaps.size() == MOST_GAPS) {
          break;
        }
        inForce.of(verifier.keyOf(document)).notices().stream()
            .filter(notice -> notice.code() == Notice.Kind.NOTHING_IN_FORCE)
            .forEach(gaps::add);
      }
      return gaps;
    }
  }

  /// What the rights of a source let be shown of a passage.
  ///
  /// @param text null where only the link may be shown, or where the words were erased
  private record Shown(@Nullable String text, List<String> remarks) {
    private static final String MAY_HAVE_CHANGED = "the linked page may have changed since";

    static Shown of(SourceAt source, Passages.@Nullable Words words) {
      if (words == null) {
        return new Shown(null, List.of("the words were erased"));
      }
      Integer most = source.excerptWords();
      return switch (source.display()) {
        case "full" -> new Shown(words.text(), List.of());
        case "excerpt" ->
            new Shown(
                excerpt(words.text(), most == null ? 0 : most),
                List.of(
                    "excerpt: "
                        + source.name()
                        + " allows "
                        + most
                        + " words; "
                        + MAY_HAVE_CHANGED));
        default ->
            new Shown(
                null,
                List.of("link only: " + source.name() + " allows no text; " + MAY_HAVE_CHANGED));
      };
    }

    private static String excerpt(String text, int words) {
      int at = 0;
      for (int word = 0; word < words && at < text.length(); word++) {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
          at++;
        }
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
          at++;
        }
      }
      return at < text.length() ? text.substring(0, at) + " ..." : text;
    }
  }
}
