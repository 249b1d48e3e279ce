package dev.asof.ask;

import dev.asof.cite.Passages;
import dev.asof.cite.Verification;
import dev.asof.cite.Verified;
import dev.asof.eligible.Tier;
import dev.asof.history.Citation;
import dev.asof.history.Seen;
import dev.asof.history.Span;
import dev.asof.id.VersionId;
import dev.asof.index.PassageId;
import dev.asof.rank.Candidate;
import dev.asof.rank.Leg;
import dev.asof.rank.Lexical;
import dev.asof.rank.Ranked;
import dev.asof.rank.VectorSearch;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the searches found in one tier, verified, page after page.
final class Candidates {
  private final Lexical lexical;
  private final @Nullable VectorSearch vectors;
  private final Verification verification;
  private final Passages passages;
  private final Tier tier;
  private final Predicate<Verified> asked;
  private final Predicate<Verified> admitted;
  private final Function<Set<PassageId>, Map<PassageId, List<TimeRange>>> mentions;
  private final Consumer<PassageId> disagreement;
  private final Map<PassageId, Found> found = new LinkedHashMap<>();
  private final Set<PassageId> refused = new HashSet<>();
  private int lexicalRank;
  private int vectorRank;
  private boolean exhausted;

  /// A passage that may be cited.
  ///
  /// @param held who holds it, who goes first first
  /// @param inserted when its version was recorded
  private record Found(
      int named,
      @Nullable Leg lexical,
      @Nullable Leg vector,
      List<Verified> held,
      Instant inserted,
      List<TimeRange> mentioned) {

    static Found by(int named, @Nullable Leg lexical, @Nullable Leg vector) {
      return new Found(named, lexical, vector, List.of(), Instant.EPOCH, List.of());
    }
  }

  /// @param vectors null: passages are found by their words alone
  /// @param asked of the source that the question is asked of
  /// @param admitted in a state and scope that the question wants
  /// @param mentions the times that passages speak of, as far as the ranker looks at them
  /// @param disagreement hears of a passage that the index admits and the database does not
  Candidates(
      Lexical lexical,
      @Nullable VectorSearch vectors,
      Verification verification,
      Passages passages,
      Tier tier,
      Predicate<Verified> asked,
      Predicate<Verified> admitted,
      Function<Set<PassageId>, Map<PassageId, List<TimeRange>>> mentions,
      Consumer<PassageId> disagreement) {
    this.lexical = lexical;
    this.vectors = vectors;
    this.verification = verification;
    this.passages = passages;
    this.tier = tier;
    this.asked = asked;
    this.admitted = admitted;
    this.mentions = mentions;
    this.disagreement = disagreement;
  }

  /// Looks further, at most `size` passages in each search; false where there are no more.
  boolean more(int size) {
    if (exhausted) {
      return false;
    }
    Map<PassageId, Found> page = new LinkedHashMap<>();
    List<Ranked> words = lexical.next(size);
    for (Ranked hit : words) {
      lexicalRank++;
      Leg leg = new Leg(lexicalRank, hit.words());
      page.merge(hit.passage(), Found.by(hit.named(), leg, null), Candidates::joined);
    }
    List<VectorSearch.Near> near = vectors == null ? List.of() : vectors.next(size);
    for (VectorSearch.Near hit : near) {
      vectorRank++;
      Leg leg = new Leg(vectorRank, hit.cosine());
      page.merge(hit.passage(), Found.by(0, null, leg), Candidates::joined);
    }
    exhausted = words.isEmpty() && near.isEmpty();
    add(page);
    return !exhausted;
  }

  /// What both searches found.
  private static Found joined(Found one, Found other) {
    return new Found(
        Math.max(one.named(), other.named()),
        one.lexical() == null ? other.lexical() : one.lexical(),
        one.vector() == null ? other.vector() : one.vector(),
        one.held().isEmpty() ? other.held() : one.held(),
        one.held().isEmpty() ? other.inserted() : one.inserted(),
        one.held().isEmpty() ? other.mentioned() : one.mentioned());
  }

  private void add(Map<PassageId, Found> page) {
    page.keySet().removeAll(refused);
    List<PassageId> unseen =
        page.keySet().stream().filter(passage -> !found.containsKey(passage)).toList();
    Map<PassageId, List<Verified>> held = new LinkedHashMap<>();
    verification
        .verify(unseen)
        .forEach((passage, holding) -> {
          if (holding.stream().noneMatch(one -> one.tier() == tier && asked.test(one))) {
            disagreement.accept(passage);
          }
          List<Verified> wanted = holding.stream().filter(asked).filter(admitted).toList();
          if (wanted.stream().anyMatch(one -> one.tier() == tier)) {
            held.put(passage, inTierFirst(wanted));
          } else {
            refused.add(passage);
          }
        });
    page.keySet().removeAll(refused);
    Map<VersionId, Instant> recorded =
        passages.recorded(
            held.values().stream().map(holding -> version(holding.getFirst())).distinct().toList());
    Map<PassageId, List<TimeRange>> mentioned = mentions.apply(held.keySet());
    page.forEach((passage, hit) -> {
      List<Verified> holding = held.get(passage);
      found.merge(
          passage,
          holding == null
              ? hit
              : new Found(
                  hit.named(),
                  hit.lexical(),
                  hit.vector(),
                  holding,
                  inserted(holding.getFirst(), recorded),
                  mentioned.getOrDefault(passage, List.of())),
          Candidates::joined);
    });
  }

  private List<Verified> inTierFirst(List<Verified> wanted) {
    List<Verified> ordered = new ArrayList<>();
    wanted.stream().filter(one -> one.tier() == tier).forEach(ordered::add);
    wanted.stream().filter(one -> one.tier() != tier).forEach(ordered::add);
    return ordered;
  }

  private static VersionId version(Verified first) {
    return new VersionId(
        Objects.requireNonNull(first.citation().version(), "a passage is of a version"));
  }

  /// A caller from whom that transaction is hidden is told when the belief began.
  private static Instant inserted(Verified first, Map<VersionId, Instant> recorded) {
    Instant time = recorded.get(version(first));
    return time == null ? Objects.requireNonNull(first.citation().system().from()) : time;
  }

  /// Those not in `without`, in the order in which they were found.
  List<Candidate> all(Set<PassageId> without) {
    List<Candidate> all = new ArrayList<>();
    found.forEach((passage, hit) -> {
      if (!without.contains(passage)) {
        all.add(candidate(passage, hit));
      }
    });
    return all;
  }

  private Candidate candidate(PassageId passage, Found hit) {
    Citation first = hit.held().getFirst().citation();
    Seen seen = first.seen();
    Duration distance = seen == null ? null : seen.distance();
    return new Candidate(
        passage,
        hit.named(),
        hit.lexical(),
        hit.vector(),
        tier == Tier.UNKNOWN ? null : range(first.valid()),
        range(first.system()),
        seen == null ? null : distance == null ? Duration.ZERO : distance,
        hit.inserted(),
        hit.mentioned());
  }

  private static TimeRange range(Span span) {
    return TimeRange.of(span.from(), span.to());
  }

  /// Who holds a candidate, who goes first first.
  List<Verified> holding(PassageId passage) {
    Found hit = found.get(passage);
    return hit == null ? List.of() : hit.held();
  }
}
