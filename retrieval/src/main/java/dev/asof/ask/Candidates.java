package dev.asof.ask;

import dev.asof.cite.Passages;
import dev.asof.cite.Verification;
import dev.asof.cite.Verified;
import dev.asof.eligible.Tier;
import dev.asof.history.Seen;
import dev.asof.history.Span;
import dev.asof.id.VersionId;
import dev.asof.index.PassageId;
import dev.asof.rank.Candidate;
import dev.asof.rank.Leg;
import dev.asof.rank.Lexical;
import dev.asof.rank.Ranked;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/// What the searches found in one tier, verified, page after page.
final class Candidates {
  private final Lexical lexical;
  private final Verification verification;
  private final Passages passages;
  private final Tier tier;
  private final Predicate<Verified> asked;
  private final Predicate<Verified> admitted;
  private final Disagreement disagreement;
  private final Map<PassageId, List<Verified>> held = new LinkedHashMap<>();
  private final Map<PassageId, Candidate> candidates = new LinkedHashMap<>();
  private int lexicalRank;
  private boolean exhausted;

  /// Hears of a passage that the index admits and the database does not.
  interface Disagreement {
    void about(PassageId passage);
  }

  /// @param asked of the source that the question is asked of
  /// @param admitted in a state and scope that the question wants
  Candidates(
      Lexical lexical,
      Verification verification,
      Passages passages,
      Tier tier,
      Predicate<Verified> asked,
      Predicate<Verified> admitted,
      Disagreement disagreement) {
    this.lexical = lexical;
    this.verification = verification;
    this.passages = passages;
    this.tier = tier;
    this.asked = asked;
    this.admitted = admitted;
    this.disagreement = disagreement;
  }

  /// Looks further, at most `size` passages in each search; false where there are no more.
  boolean more(int size) {
    if (exhausted) {
      return false;
    }
    List<Ranked> page = lexical.next(size);
    exhausted = page.isEmpty();
    add(page);
    return !exhausted;
  }

  private void add(List<Ranked> page) {
    Map<PassageId, List<Verified>> verified =
        verification.verify(page.stream().map(Ranked::passage).toList());
    Map<PassageId, Ranked> found = new LinkedHashMap<>();
    Map<PassageId, Integer> ranks = new HashMap<>();
    for (Ranked hit : page) {
      lexicalRank++;
      List<Verified> holding = verified.getOrDefault(hit.passage(), List.of());
      if (holding.stream().noneMatch(one -> one.tier() == tier && asked.test(one))) {
        disagreement.about(hit.passage());
        continue;
      }
      List<Verified> wanted = holding.stream().filter(asked).filter(admitted).toList();
      if (wanted.stream().anyMatch(one -> one.tier() == tier)) {
        held.put(hit.passage(), inTierFirst(wanted));
        found.put(hit.passage(), hit);
        ranks.put(hit.passage(), lexicalRank);
      }
    }
    Map<VersionId, Instant> recorded =
        passages.recorded(
            found.keySet().stream().map(passage -> version(first(passage))).distinct().toList());
    found.forEach((passage, hit) -> {
      Verified first = first(passage);
      Instant inserted = recorded.get(version(first));
      candidates.put(
          passage,
          candidate(
              hit,
              Objects.requireNonNull(ranks.get(passage)),
              first,
              inserted == null ? Objects.requireNonNull(first.citation().system().from()) : inserted));
    });
  }

  private Verified first(PassageId passage) {
    return holding(passage).getFirst();
  }

  private static VersionId version(Verified found) {
    return new VersionId(
        Objects.requireNonNull(found.citation().version(), "a passage is of a version"));
  }

  private List<Verified> inTierFirst(List<Verified> wanted) {
    List<Verified> ordered = new ArrayList<>();
    wanted.stream().filter(found -> found.tier() == tier).forEach(ordered::add);
    wanted.stream().filter(found -> found.tier() != tier).forEach(ordered::add);
    return ordered;
  }

  private Candidate candidate(Ranked hit, int rank, Verified first, Instant inserted) {
    Seen seen = first.citation().seen();
    Duration distance = seen == null ? null : seen.distance();
    return new Candidate(
        hit.passage(),
        hit.named(),
        new Leg(rank, hit.words()),
        null,
        tier == Tier.UNKNOWN ? null : range(first.citation().valid()),
        range(first.citation().system()),
        seen == null ? null : distance == null ? Duration.ZERO : distance,
        inserted,
        List.of());
  }

  private static TimeRange range(Span span) {
    return TimeRange.of(span.from(), span.to());
  }

  List<Candidate> all() {
    return List.copyOf(candidates.values());
  }

  int size() {
    return candidates.size();
  }

  /// Who holds a candidate, who goes first first.
  List<Verified> holding(PassageId passage) {
    return held.getOrDefault(passage, List.of());
  }
}
