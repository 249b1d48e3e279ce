package dev.asof.ask;

import dev.asof.cite.Cited;
import dev.asof.cite.Hit;
import dev.asof.cite.Passages;
import dev.asof.cite.Verified;
import dev.asof.eligible.Eligibility;
import dev.asof.eligible.Tier;
import dev.asof.history.Notice;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.TextId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.rank.Section;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.search.Query;

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

  /// @param document of the section
  /// @param hits the last `k` stretches
  /// @param notices how often it changed, and when, and from when to when it was not in force; and
  ///   which other sections went their own way
  record Found(DocumentId document, List<Hit> hits, List<Notice> notices) {
    Found {
      hits = List.copyOf(hits);
      notices = List.copyOf(notices);
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
          List<Stretches.Stretch> stretches = stretches(byText);
          Map<TextId, String> bodies = passages.bodies(byText.keySet());
          Stretches told = new Stretches(stretches, when.during(), known);
          List<Notice> notices = new ArrayList<>();
          notices.add(told.notice(bodies));
          told.others(when.verification().noticesOf(best.document())).ifPresent(notices::add);
          List<Stretches.Stretch> shown =
              stretches.subList(Math.max(0, stretches.size() - request.k()), stretches.size());
          Map<PassageId, Passages.Words> words =
              passages.words(shown.stream().map(Stretches.Stretch::passage).toList());
          return new Found(
              best.document(),
              shown.stream()
                  .map(stretch ->
                      cited.hit(
                          stretch.held(),
                          words.get(stretch.passage()),
                          stretch.tier(),
                          stretch.score(),
                          null))
                  .toList(),
              notices);
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

  private List<Stretches.Stretch> stretches(Map<TextId, Ranked> byText) {
    Map<PassageId, Float> scores = new HashMap<>();
    byText.values().forEach(hit -> scores.put(hit.passage(), hit.score()));
    List<Stretches.Stretch> all = new ArrayList<>();
    when.verification()
        .verify(byText.values().stream().map(Ranked::passage).toList())
        .forEach((passage, held) ->
            held.stream()
                .filter(this::isWanted)
                .forEach(found ->
                    all.add(
                        new Stretches.Stretch(
                            passage,
                            found.tier(),
                            scores.getOrDefault(passage, 0f),
                            List.of(found)))));
    all.sort(
        Comparator.comparing(Stretches.Stretch::tier)
            .thenComparing(stretch -> stretch.first().citation().source())
            .thenComparing(stretch -> stretch.first().citation().scope())
            .thenComparing(Stretches.Stretch::fromOrEarliest)
            .thenComparingLong(stretch -> stretch.first().citation().transaction()));
    List<Stretches.Stretch> joined = new ArrayList<>();
    for (Stretches.Stretch next : all) {
      Stretches.Stretch last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.isOfSameVoice(next)
          && last.passage().equals(next.passage())
          && meets(last, next)) {
        List<Verified> held = new ArrayList<>(last.held());
        held.addAll(next.held());
        joined.set(
            joined.size() - 1,
            new Stretches.Stretch(last.passage(), last.tier(), last.score(), held));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }

  private static boolean meets(Stretches.Stretch one, Stretches.Stretch other) {
    Instant end = one.to();
    return end != null && end.equals(other.from());
  }
}
