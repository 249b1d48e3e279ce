package dev.asof.ask;

import dev.asof.cite.Cited;
import dev.asof.cite.Hit;
import dev.asof.cite.Passages;
import dev.asof.eligible.Eligibility;
import dev.asof.eligible.Tier;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.DisplayRights;
import dev.asof.history.Filter;
import dev.asof.history.InForce;
import dev.asof.history.Notice;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.Span;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Candidate;
import dev.asof.rank.Lexical;
import dev.asof.rank.MentionedTimes;
import dev.asof.rank.Placed;
import dev.asof.rank.Question;
import dev.asof.rank.Ranker;
import dev.asof.rank.Ranking;
import dev.asof.rank.VectorSearch;
import dev.asof.time.TimeRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One period of a question in its snapshot.
final class Answering {
  private static final Logger LOG = LoggerFactory.getLogger(Answering.class);

  /// The fewest passages that are weighed against each other, where there are as many.
  private static final int POOL = 64;

  /// How far a search without valid time looks for documents that are not in force, and how many of
  /// them are named.
  private static final int GAP_PASSAGES = 20;

  private static final int MOST_GAPS = 3;

  private final Lease lease;
  private final Request request;
  private final Question question;
  private final Ranker ranker;
  private final Models.@Nullable Nearness nearness;
  private final Subquery subquery;
  private final Snapshot snapshot;
  private final When when;
  private final Passages passages;
  private final Cited cited;
  private final Set<DocumentId> askedOf;
  private final Eligibility eligibility;
  private final List<Hit> hits = new ArrayList<>();
  private final Set<PassageId> taken = new HashSet<>();
  private final Set<DocumentId> citedDocuments = new LinkedHashSet<>();

  /// Of which a passage that is in force answers.
  private final Set<DocumentId> inForce = new HashSet<>();

  private final List<Notice> notices = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private int candidates;
  private @Nullable Ranking ranking;
  private VectorSearch.@Nullable Report vectors;

  Answering(
      Lease lease,
      Request request,
      Question question,
      Models models,
      Models.@Nullable Nearness nearness,
      Subquery subquery,
      Snapshot snapshot) {
    this.lease = lease;
    this.request = request;
    this.question = question;
    this.nearness = nearness;
    this.subquery = subquery;
    this.snapshot = snapshot;
    this.when = When.of(subquery.time(), request.question(), snapshot);
    this.passages = new Passages(snapshot.sql(), snapshot.tenant());
    this.ranker = models.ranker(request.ranker(), this::texts);
    this.cited =
        new Cited(
            subquery.label(),
            when.points(),
            DisplayRights.in(snapshot.sql(), snapshot.tenant()),
            snapshot.token(),
            passages);
    this.askedOf = documentsAskedOf();
    this.eligibility =
        new Eligibility(
            snapshot.tenant(),
            when.eligible(),
            request.states(),
            sourcesAskedOf(),
            askedOf,
            passages.hidden());
  }

  private Map<PassageId, String> texts(Collection<PassageId> wanted) {
    Map<PassageId, String> texts = new HashMap<>();
    passages.words(wanted).forEach((passage, words) -> texts.put(passage, words.text()));
    return texts;
  }

  private Set<SourceId> sourcesAskedOf() {
    Set<SourceId> asked = new LinkedHashSet<>();
    for (String name : new TreeSet<>(request.sources())) {
      asked.add(
          Sources.in(snapshot).all().stream()
              .filter(source -> source.name().equals(name))
              .map(SourceAt::id)
              .findFirst()
              .orElseThrow(() -> unknownSource(name)));
    }
    return asked;
  }

  private static CallerFault unknownSource(String name) {
    return new CallerFault(
        Code.UNKNOWN_SOURCE,
        "no source " + name + " was known at that time; asof source list shows them",
        Map.of("source", name));
  }

  private Set<DocumentId> documentsAskedOf() {
    Set<DocumentId> asked = new LinkedHashSet<>();
    for (String key : new TreeSet<>(request.documents())) {
      Optional<DocumentId> document = passages.document(key, snapshot.known());
      if (document.isEmpty()) {
        // Throws, and names keys that are alike.
        InForce.ofDocument(snapshot, Filter.document(key), null);
      }
      asked.add(document.orElseThrow());
    }
    return asked;
  }

  Part part() {
    if (subquery.time() instanceof Subquery.History) {
      new SectionHistory(lease, snapshot, eligibility, when, cited, question, request)
          .answer()
          .ifPresent(history -> {
            hits.addAll(history.hits());
            notices.addAll(history.notices());
            inForce.add(history.document());
          });
    } else {
      for (Tier tier : Tier.values()) {
        eligibility.of(tier).ifPresent(filter -> take(tier, filter));
      }
    }
    Set<Notice> all = new LinkedHashSet<>(gaps());
    all.addAll(when.notices());
    all.addAll(notices);
    citedDocuments.forEach(document -> all.addAll(when.verification().noticesOf(document)));
    when.verification().load(askedOf);
    askedOf.forEach(document ->
        when.verification().noticesOf(document).stream()
            .filter(notice -> notice.code() == Notice.Kind.ERASED)
            .forEach(all::add));
    return new Part(
        subquery.label(),
        when.reading(),
        when.about(),
        when.during() == null
            ? null
            : new Span(when.during().fromOrNull(), when.during().toOrNull()),
        snapshot.known(),
        snapshot.token(),
        hits,
        List.copyOf(all),
        request.explained() && ranking != null
            ? new Part.Ranked(ranking.ranker(), ranking.settings(), List.copyOf(notes), candidates)
            : null,
        vectors);
  }

  /// Weighs page after page until `k` passages are found or no more are eligible.
  private void take(Tier tier, Query filter) {
    int wanted = request.k() - hits.size();
    if (wanted < 1) {
      return;
    }
    VectorSearch near = nearness == null ? null : nearness.in(filter);
    if (near != null && (vectors == null || vectors.path() == VectorSearch.Path.NONE)) {
      vectors = near.report();
    }
    Candidates pool =
        new Candidates(
            new Lexical(lease, question, filter),
            near,
            when.verification(),
            passages,
            tier,
            request::isOf,
            request::admits,
            found -> mentions(found, tier),
            this::disagrees);
    int page = Math.max(POOL, 2 * request.k());
    boolean more = pool.more(page);
    while (more && pool.all(taken).size() < wanted) {
      more = pool.more(page);
    }
    List<Candidate> weighed = pool.all(taken);
    Ranking order = ranker.rank(when.inquiry(), weighed);
    List<Placed> best = order.hits().stream().limit(wanted).toList();
    Map<PassageId, Passages.Words> words =
        best.isEmpty() ? Map.of() : passages.words(best.stream().map(Placed::passage).toList());
    for (Placed hit : best) {
      PassageId passage = hit.passage();
      hits.add(
          cited.hit(
              pool.holding(passage),
              words.get(passage),
              tier,
              hit.score(),
              request.explained() ? hit.factors() : null));
      taken.add(passage);
      citedDocuments.add(passage.document());
      if (tier == Tier.IN_FORCE) {
        inForce.add(passage.document());
      }
    }
    candidates += weighed.size();
    notes.addAll(order.notes());
    if (ranking == null) {
      ranking = order;
    }
  }

  /// What a text speaks of counts only where the question names a time.
  private Map<PassageId, List<TimeRange>> mentions(Set<PassageId> found, Tier tier) {
    Map<PassageId, List<TimeRange>> mentions = new HashMap<>();
    if (when.inquiry().event() != null && ranker.weighsMentions(tier) && !found.isEmpty()) {
      texts(found).forEach((passage, text) -> mentions.put(passage, MentionedTimes.of(text)));
    }
    return mentions;
  }

  private void disagrees(PassageId passage) {
    LOG.error(
        "tenant {}: the index has passage {} in force at a point where the database does not;"
            + " left out, as known at {}",
        snapshot.tenant().value(),
        passage,
        snapshot.known());
  }

  /// Why nothing is in force of documents that match better than anything that is, best first; and
  /// of those that were asked of.
  private List<Notice> gaps() {
    Map<DocumentId, Set<SectionId>> matching = new LinkedHashMap<>();
    new Lexical(lease, question, eligibility.atAnyValidTime())
        .next(GAP_PASSAGES)
        .forEach(hit ->
            matching
                .computeIfAbsent(hit.passage().document(), none -> new LinkedHashSet<>())
                .add(hit.passage().section()));
    when.verification().load(matching.keySet());
    Map<DocumentId, List<Notice>> absent = new LinkedHashMap<>();
    for (Map.Entry<DocumentId, Set<SectionId>> found : matching.entrySet()) {
      List<Notice> why = absence(found.getKey(), found.getValue());
      if (why.isEmpty() || absent.size() == MOST_GAPS) {
        break;
      }
      absent.put(found.getKey(), why);
    }
    when.verification().load(askedOf);
    for (DocumentId document : askedOf) {
      if (absent.size() < MOST_GAPS && !absent.containsKey(document)) {
        absent.put(document, absence(document, Set.of()));
      }
    }
    return absent.values().stream().flatMap(List::stream).toList();
  }

  /// Why none of these sections is in force; empty where one is.
  private List<Notice> absence(DocumentId document, Set<SectionId> sections) {
    if (inForce.contains(document)) {
      return List.of();
    }
    if (!when.verification().holdsText(document) || citedDocuments.contains(document)) {
      return when.verification().gap(document);
    }
    Collection<String> keys = passages.sectionKeys(sections).values();
    return when.verification().noticesOf(document).stream()
        .filter(notice ->
            notice.code() == Notice.Kind.SECTIONS_DIFFER
                || notice.code() == Notice.Kind.SECTIONS_ONLY)
        .filter(
            notice -> notice.beliefs().stream().anyMatch(belief -> keys.contains(belief.section())))
        .toList();
  }
}
