package dev.asof.answer;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.ask.Permalinks;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.eligible.Tier;
import dev.asof.fault.CallerFault;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.history.Notice;
import dev.asof.id.TenantId;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Chooses what a model is sent of an answer: passages in force whose words may be shown, each read
/// again in the database, the best of each period first, as far as the limits go. Where sources
/// differ about a passage, the other side goes with it, be it no result.
///
/// Whatever is read here is read as the caller of the database, so that what is hidden from him is
/// hidden from the model.
final class Selection {
  private static final String WITHHELD = "whose words may not be shown, or were erased";
  private static final String UNDATED = "of which nobody says when they apply";
  private static final String CHANGED = "that did not verify again";

  private final Permalinks permalinks;
  private final TenantId tenant;
  private final WordsSettings limits;
  private final String over;
  private final Map<Integer, Sent> results = new TreeMap<>();
  private final NavigableMap<Integer, Sent> sent = new TreeMap<>();
  private final Set<Integer> weighed = new HashSet<>();
  private final Map<String, Integer> left = new LinkedHashMap<>();
  private int characters;

  /// A passage with its number.
  ///
  /// @param part number of the part it belongs to, from 1
  /// @param added it is no result
  record Sent(int number, int part, Hit hit, boolean added) {
    String text() {
      return Objects.requireNonNull(hit.text());
    }

    private int length() {
      String heading = hit.heading();
      return text().length() + (heading == null ? 0 : heading.length());
    }

    boolean isOfSection(Citation other) {
      Citation own = hit.citation();
      return own.document().equals(other.document())
          && Objects.equals(own.section(), other.section())
          && own.scope().equals(other.scope());
    }
  }

  private Selection(Permalinks permalinks, TenantId tenant, WordsSettings limits) {
    this.permalinks = permalinks;
    this.tenant = tenant;
    this.limits = limits;
    this.over =
        "over the limits of "
            + Counted.of(limits.passages(), "passage")
            + " and "
            + Counted.of(limits.characters(), "character");
  }

  static Selection of(Permalinks permalinks, TenantId tenant, WordsSettings limits, Asked asked) {
    Selection selection = new Selection(permalinks, tenant, limits);
    int deepest = 0;
    int number = 0;
    for (int i = 0; i < asked.parts().size(); i++) {
      List<Hit> hits = asked.parts().get(i).results();
      deepest = Math.max(deepest, hits.size());
      for (Hit hit : hits) {
        number++;
        selection.results.put(number, new Sent(number, i + 1, hit, false));
      }
    }
    for (int rank = 0; rank < deepest; rank++) {
      int before = 0;
      for (Part part : asked.parts()) {
        if (rank < part.results().size()) {
          selection.weigh(selection.results.get(before + rank + 1), part);
        }
        before += part.results().size();
      }
    }
    return selection;
  }

  /// By number.
  Map<Integer, Sent> sent() {
    return sent;
  }

  int characters() {
    return characters;
  }

  List<InWords.Left> left() {
    return left.entrySet().stream()
        .map(why -> new InWords.Left(why.getValue(), why.getKey()))
        .toList();
  }

  private void weigh(@Nullable Sent candidate, Part part) {
    if (candidate == null || !weighed.add(candidate.number()) || !take(candidate)) {
      return;
    }
    for (Citation other : otherSides(candidate, part)) {
      Optional<Sent> result =
          results.values().stream()
              .filter(one ->
                  one.part() == candidate.part()
                      && one.isOfSection(candidate.hit().citation())
                      && one.hit().citation().source().equals(other.source()))
              .findFirst();
      if (result.isPresent()) {
        weigh(result.get(), part);
      } else {
        opened(candidate, other).ifPresent(this::take);
      }
    }
  }

  /// What other sources hold of the document, where it is said that they differ; of the same
  /// passage it is not where they hold that too.
  private static List<Citation> otherSides(Sent candidate, Part part) {
    Citation own = candidate.hit().citation();
    return part.notices().stream()
        .filter(notice -> isConflict(notice, own.document()))
        .flatMap(notice -> notice.beliefs().stream())
        .filter(belief ->
            belief.version() != null
                && belief.scope().equals(own.scope())
                && !belief.source().equals(own.source())
                && candidate.hit().also().stream()
                    .noneMatch(also -> also.source().equals(belief.source())))
        .toList();
  }

  static boolean isConflict(Notice notice, String document) {
    return notice.code() == Notice.Kind.SOURCES_CONFLICT && document.equals(notice.document());
  }

  /// The passage of the same section that `other` holds in force, in place of one that is taken;
  /// its first where it has none of that number.
  private Optional<Sent> opened(Sent candidate, Citation other) {
    Permalink own = Permalink.parse(candidate.hit().permalink());
    int added = Math.max(results.size(), sent.isEmpty() ? 0 : sent.lastKey());
    for (Integer passage : List.of(Objects.requireNonNullElse(own.passage(), 0), 0)) {
      Permalink link =
          new Permalink(
              own.document(),
              inside(own.about(), other),
              own.token(),
              other.source(),
              other.scope(),
              own.section(),
              passage,
              null);
      try {
        Hit hit = permalinks.open(tenant, link);
        if (sent.values().stream()
            .anyMatch(one ->
                one.part() == candidate.part() && one.hit().permalink().equals(hit.permalink()))) {
          return Optional.empty();
        }
        return Optional.of(new Sent(added + 1, candidate.part(), hit, true));
      } catch (CallerFault e) {
        // It has no such section, or passage: the notice says that it differs.
      }
    }
    return Optional.empty();
  }

  private static Instant inside(Instant about, Citation belief) {
    Instant from = belief.valid().from();
    Instant to = belief.valid().to();
    return from != null && about.isBefore(from)
        ? from
        : to != null && !about.isBefore(to) ? to.minusNanos(1_000) : about;
  }

  private boolean take(Sent candidate) {
    Hit hit = candidate.hit();
    String text = hit.text();
    if (text == null || text.isBlank()) {
      return leave(WITHHELD);
    }
    if (hit.tier() != Tier.IN_FORCE.number()) {
      return leave(UNDATED);
    }
    if (sent.size() >= limits.passages() || characters + candidate.length() > limits.characters()) {
      return leave(over);
    }
    if (!verifies(permalinks, tenant, candidate)) {
      return leave(CHANGED);
    }
    sent.put(candidate.number(), candidate);
    characters += candidate.length();
    return true;
  }

  private boolean leave(String why) {
    left.merge(why, 1, Integer::sum);
    return false;
  }

  /// Whether the database, asked again at the pinned point as by `asof cite`, holds in force
  /// exactly what is sent.
  static boolean verifies(Permalinks permalinks, TenantId tenant, Sent passage) {
    try {
      Hit again = permalinks.open(tenant, Permalink.parse(passage.hit().permalink()));
      return Objects.equals(again.text(), passage.hit().text())
          && Objects.equals(again.citation().sha256(), passage.hit().citation().sha256());
    } catch (CallerFault e) {
      return false;
    }
  }
}
