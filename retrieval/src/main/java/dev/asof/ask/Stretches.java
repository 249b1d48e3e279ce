package dev.asof.ask;

import dev.asof.cite.Verified;
import dev.asof.eligible.Tier;
import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.id.TextId;
import dev.asof.index.PassageId;
import dev.asof.split.Normalised;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The texts that a section had one after the other, and what has to be said of them.
///
/// @param all at least one; those of a source and scope together, in the order of valid time
/// @param during what was asked about; null: a point
/// @param known T
record Stretches(List<Stretch> all, @Nullable TimeRange during, Instant known) {
  private static final int MOST_NAMED = 5;

  Stretches {
    all = List.copyOf(all);
  }

  /// A text for as long as a source had it without a break.
  record Stretch(PassageId passage, Tier tier, float score, List<Verified> held) {
    Stretch {
      held = List.copyOf(held);
    }

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

    boolean isOfSameVoice(Stretch other) {
      Citation one = first().citation();
      Citation second = other.first().citation();
      return tier == other.tier()
          && one.source().equals(second.source())
          && one.scope().equals(second.scope());
    }
  }

  /// How often the section changed, when, and when it was not in force.
  Notice notice(Map<TextId, String> bodies) {
    List<String> changes = changes(bodies);
    List<String> gaps = gaps();
    Citation some = all.getFirst().first().citation();
    String what = some.document() + " # " + some.section();
    String absent = gaps.isEmpty() ? "" : "not in force " + String.join(", ", gaps);
    return new Notice(
        changes.isEmpty() ? Notice.Kind.NEVER_CHANGED : Notice.Kind.CHANGED,
        changes.isEmpty()
            ? what
                + " has one text only over the time asked about, "
                + (absent.isEmpty() ? "" : absent + ", ")
                + "as known at "
                + known
            : what
                + " changed "
                + (changes.size() == 1 ? "once" : changes.size() + " times")
                + ": "
                + String.join(", ", changes)
                + "; "
                + (absent.isEmpty() ? "" : absent + "; ")
                + "as known at "
                + known,
        some.document(),
        List.of());
  }

  private List<String> changes(Map<TextId, String> bodies) {
    List<String> changes = new ArrayList<>();
    for (int i = 1; i < all.size(); i++) {
      Stretch before = all.get(i - 1);
      Stretch after = all.get(i);
      Instant from = after.from();
      if (before.isOfSameVoice(after) && after.tier() == Tier.IN_FORCE && from != null) {
        changes.add(
            from
                + by(after)
                + (before.passage().text().equals(after.passage().text())
                    ? " (again, after a gap)"
                    : isTypographic(before, after, bodies) ? " (typography only)" : ""));
      }
    }
    return changes;
  }

  private String by(Stretch one) {
    return all.stream().map(each -> each.first().source()).distinct().count() > 1
        ? " by " + one.first().source().name()
        : "";
  }

  /// When no text of a voice was in force after its first, inside what was asked about.
  private List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Stretch one = all.get(i);
      if (one.tier() != Tier.IN_FORCE || (i > 0 && all.get(i - 1).isOfSameVoice(one))) {
        continue;
      }
      Instant covered = one.to();
      for (int j = i + 1; j < all.size() && one.isOfSameVoice(all.get(j)); j++) {
        Stretch next = all.get(j);
        Instant from = next.from();
        if (covered != null && from != null && covered.isBefore(from)) {
          gaps.add(TimeRange.between(covered, from) + by(one));
        }
        covered = later(covered, next.to());
      }
      Instant end = during == null ? null : during.toOrNull();
      if (covered != null && (end == null || covered.isBefore(end))) {
        gaps.add(TimeRange.of(covered, end) + by(one));
      }
    }
    return gaps;
  }

  /// Null is unbounded.
  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    return one == null || other == null ? null : one.isAfter(other) ? one : other;
  }

  private static boolean isTypographic(Stretch before, Stretch after, Map<TextId, String> bodies) {
    String old = bodies.get(before.passage().text());
    String now = bodies.get(after.passage().text());
    return old != null
        && now != null
        && Arrays.equals(Normalised.sha256(old), Normalised.sha256(now));
  }

  /// Which other sections of the document did not follow its versions; empty where all did.
  ///
  /// @param ofDocument what is said of the document over the range
  Optional<Notice> others(List<Notice> ofDocument) {
    Citation some = all.getFirst().first().citation();
    List<Citation> others =
        ofDocument.stream()
            .filter(notice ->
                notice.code() == Notice.Kind.SECTIONS_DIFFER
                    || notice.code() == Notice.Kind.SECTIONS_ONLY)
            .flatMap(notice -> notice.beliefs().stream())
            .filter(belief -> !Objects.equals(belief.section(), some.section()))
            .distinct()
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Notice(
                Notice.Kind.SECTIONS_DIFFER,
                "other sections of "
                    + some.document()
                    + " did not follow its versions: "
                    + others.stream()
                        .limit(MOST_NAMED)
                        .map(Stretches::named)
                        .collect(Collectors.joining("; "))
                    + (others.size() > MOST_NAMED
                        ? "; and " + (others.size() - MOST_NAMED) + " more, see asof timeline"
                        : ""),
                some.document(),
                others));
  }

  private static String named(Citation belief) {
    return belief.section()
        + (belief.version() == null
            ? " is not in force (" + belief.why() + ")"
            : " is that of "
                + (belief.label() == null ? "version " + belief.version() : belief.label()))
        + " "
        + TimeRange.of(belief.valid().from(), belief.valid().to())
        + " by "
        + belief.source();
  }
}
