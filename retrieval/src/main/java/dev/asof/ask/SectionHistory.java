package dev.asof.ask;

import dev.asof.cite.Cited;
import dev.asof.cite.Hit;
import dev.asof.cite.Passages;
import dev.asof.cite.Verified;
import dev.asof.eligible.Eligibility;
import dev.asof.eligible.Tier;
import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.history.Snapshot;
import dev.asof.id.TextId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.rank.Section;
import dev.asof.split.Normalised;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// "Has it ever changed?": the section that answers best anywhere in the range, and every text it
/// had there, in the order of valid time, source by source.
final class SectionHistory {
  private static final int PAGE = 64;

  private final Lease lease;
  private final Passages passages;
  private final Eligibility eligibility;
  private final When when;
  private final Cited cited;
  private final Question question;
  private final Request request;
  private final Instant known;

  SectionHistory(
      Lease lease,
      Snapshot snapshot,
      Eligibility eligibility,
      When when,
      Cited cited,
      Question question,
      Request request) {
    this.lease = lease;
    this.passages = new Passages(snapshot.sql(), snapshot.tenant());
    this.eligibility = eligibility;
    this.when = when;
    this.cited = cited;
    this.question = question;
    this.request = request;
    this.known = snapshot.known();
  }

  /// @param hits the last `k` stretches
  /// @param notice how often it changed, and when
  record Found(List<Hit> hits, Notice notice) {
    Found {
      hits = List.copyOf(hits);
    }
  }

  /// A text for as long as a source had it without a break.
  private record Stretch(PassageId passage, Tier tier, float score, List<Verified> held) {
    Verified first() {
      return held.getFirst();
    }

    Instant fromOrEarliest() {
      Instant from = from();
      return from == null ? TimeRange.EARLIEST : from;
    }

    @Nullable Instant from() {
      return first().citation().valid().from();
    }

    @Nullable Instant to() {
      return held.getLast().citation().valid().to();
    }
  }

  /// Empty where no passage answers.
  Optional<Found> answer() {
    return best()
        .map(best -> {
          Map<TextId, Ranked> byText = new LinkedHashMap<>();
          Eligibility own = eligibility.ofDocument(best.document());
          for (Tier tier : Tier.values()) {
            own.of(tier)
                .map(filter -> Section.within(filter, best.section()))
                .ifPresent(filter -> collect(filter, byText));
          }
          List<Stretch> stretches = stretches(byText);
          Map<TextId, String> bodies = passages.bodies(byText.keySet());
          Notice notice = notice(stretches, bodies);
          List<Stretch> shown =
              stretches.subList(Math.max(0, stretches.size() - request.k()), stretches.size());
          Map<PassageId, Passages.Words> words =
              passages.words(shown.stream().map(Stretch::passage).toList());
          return new Found(
              shown.stream()
                  .map(stretch ->
                      cited.hit(
                          stretch.held(),
                          words.get(stretch.passage()),
                          stretch.tier(),
                          stretch.score(),
                          null))
                  .toList(),
              notice);
        });
  }

  private Optional<PassageId> best() {
    for (Tier tier : Tier.values()) {
      Query filter = eligibility.of(tier).orElse(null);
      if (filter != null) {
        Lexical lexical = new Lexical(lease, question, filter);
        for (List<Ranked> page = lexical.next(PAGE); !page.isEmpty(); page = lexical.next(PAGE)) {
          Map<PassageId, List<Verified>> verified =
              when.verification().verify(page.stream().map(Ranked::passage).toList());
          for (Ranked hit : page) {
            if (verified.getOrDefault(hit.passage(), List.of()).stream().anyMatch(this::isWanted)) {
              return Optional.of(hit.passage());
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean isWanted(Verified found) {
    return request.isOf(found) && request.admits(found);
  }

  /// Of each text the passage that answers best, or its first.
  private void collect(Query filter, Map<TextId, Ranked> byText) {
    Lexical lexical = new Lexical(lease, question, filter);
    for (List<Ranked> page = lexical.next(PAGE); !page.isEmpty(); page = lexical.next(PAGE)) {
      page.forEach(hit -> byText.putIfAbsent(hit.passage().text(), hit));
    }
    Section.passages(lease, filter)
        .forEach(passage -> byText.putIfAbsent(passage.text(), new Ranked(passage, 0)));
  }

  private List<Stretch> stretches(Map<TextId, Ranked> byText) {
    Map<PassageId, Float> scores = new HashMap<>();
    byText.values().forEach(hit -> scores.put(hit.passage(), hit.score()));
    List<Stretch> all = new ArrayList<>();
    when.verification()
        .verify(byText.values().stream().map(Ranked::passage).toList())
        .forEach((passage, held) ->
            held.stream()
                .filter(this::isWanted)
                .forEach(found ->
                    all.add(
                        new Stretch(
                            passage,
                            found.tier(),
                            scores.getOrDefault(passage, 0f),
                            List.of(found)))));
    all.sort(
        Comparator.comparing(Stretch::tier)
            .thenComparing(stretch -> stretch.first().citation().source())
            .thenComparing(stretch -> stretch.first().citation().scope())
            .thenComparing(Stretch::fromOrEarliest)
            .thenComparingLong(stretch -> stretch.first().citation().transaction()));
    List<Stretch> joined = new ArrayList<>();
    for (Stretch next : all) {
      Stretch last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && isSameVoice(last, next)
          && last.passage().equals(next.passage())
          && meets(last, next)) {
        List<Verified> held = new ArrayList<>(last.held());
        held.addAll(next.held());
        joined.set(joined.size() - 1, new Stretch(last.passage(), last.tier(), last.score(), held));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }

  private static boolean isSameVoice(Stretch one, Stretch other) {
    Citation first = one.first().citation();
    Citation second = other.first().citation();
    return one.tier() == other.tier()
        && first.source().equals(second.source())
        && first.scope().equals(second.scope());
  }

  private static boolean meets(Stretch one, Stretch other) {
    Instant end = one.to();
    return end != null && end.equals(other.from());
  }

  private Notice notice(List<Stretch> stretches, Map<TextId, String> bodies) {
    List<String> changes = new ArrayList<>();
    for (int i = 1; i < stretches.size(); i++) {
      Stretch before = stretches.get(i - 1);
      Stretch after = stretches.get(i);
      Instant from = after.from();
      if (isSameVoice(before, after) && after.tier() == Tier.IN_FORCE && from != null) {
        changes.add(
            from
                + (stretches.stream().map(one -> one.first().source()).distinct().count() > 1
                    ? " by " + after.first().source().name()
                    : "")
                + (before.passage().text().equals(after.passage().text())
                    ? " (again, after a gap)"
                    : isTypographic(before, after, bodies) ? " (typography only)" : ""));
      }
    }
    Citation some = stretches.getFirst().first().citation();
    String what = some.document() + " # " + some.section();
    return new Notice(
        changes.isEmpty() ? Notice.Kind.NEVER_CHANGED : Notice.Kind.CHANGED,
        changes.isEmpty()
            ? what + " has one text only over the time asked about, as known at " + known
            : what
                + " changed "
                + (changes.size() == 1 ? "once" : changes.size() + " times")
                + ": "
                + changes.stream().collect(Collectors.joining(", "))
                + "; as known at "
                + known,
        some.document(),
        List.of());
  }

  private static boolean isTypographic(Stretch before, Stretch after, Map<TextId, String> bodies) {
    String old = bodies.get(before.passage().text());
    String now = bodies.get(after.passage().text());
    return old != null
        && now != null
        && Arrays.equals(Normalised.sha256(old), Normalised.sha256(now));
  }
}
