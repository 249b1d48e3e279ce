package dev.asof.cite;

import dev.asof.eligible.Tier;
import dev.asof.history.DisplayRights;
import dev.asof.history.Rights;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.rank.Factors;
import dev.asof.time.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Makes hits of verified passages: what has to be said of each, and only as much of its words as
/// the rights of its source allow.
///
/// @param period label that every hit gets; null: none
/// @param times the instant that each source was asked about; over a range none
/// @param rights of today
/// @param token of the snapshot, for permalinks
/// @param passages asked on which page of its original a passage stands
public record Cited(
    @Nullable String period,
    Map<SourceId, Instant> times,
    DisplayRights rights,
    long token,
    Passages passages) {

  /// @param held at least one, the first is cited
  /// @param words null: they were erased
  public Hit hit(
      List<Verified> held,
      Passages.@Nullable Words words,
      Tier tier,
      double score,
      @Nullable Factors factors) {
    Verified first = held.getFirst();
    List<String> remarks = new ArrayList<>();
    held.stream().filter(Verified::absent).forEach(found -> remarks.add(absent(found)));
    held.stream()
        .filter(found -> found.citation().state() == State.PRESUMED)
        .forEach(found -> remarks.add(presumed(found)));
    if (tier == Tier.UNKNOWN) {
      remarks.add(
          "validity unknown: "
              + first.source().name()
              + " recorded this text without saying when it applies");
    }
    held.stream().flatMap(found -> found.beside().stream()).distinct().forEach(remarks::add);
    page(first, words).ifPresent(page -> remarks.add("page " + page + " of the original"));
    Instant about = about(first);
    Rights today = rights.of(first.source().id(), about);
    if (words == null) {
      remarks.add("the words were erased");
    } else if (today.remark() != null) {
      remarks.add(today.remark());
    }
    return new Hit(
        period,
        first.citation(),
        words == null ? null : today.of(words.heading()),
        words == null ? null : today.of(words.text()),
        today.display().word(),
        score,
        tier.number(),
        held.stream().skip(1).map(Verified::citation).toList(),
        remarks,
        Permalink.of(first.citation(), about, token).toString(),
        factors);
  }

  private OptionalInt page(Verified found, Passages.@Nullable Words words) {
    Long version = found.citation().version();
    String section = found.citation().section();
    return words == null || version == null || section == null
        ? OptionalInt.empty()
        : passages.page(new VersionId(version), section, words.start());
  }

  /// An instant at which the belief is in force: the one asked about, else its first.
  private Instant about(Verified found) {
    Instant asked = times.get(found.source().id());
    Instant from = found.citation().valid().from();
    Instant to = found.citation().valid().to();
    return asked != null
        ? asked
        : from != null
            ? from
            : to != null
                ? to.minusNanos(1_000)
                : Objects.requireNonNull(found.citation().system().from());
  }

  private static String absent(Verified found) {
    return found.source().name()
        + " no longer shows this document, and stated no end for this text";
  }

  private static String presumed(Verified found) {
    var seen = found.citation().seen();
    return "presumed: "
        + found.source().name()
        + (seen == null
            ? " was not looked at since"
            : " was last seen with this text at " + seen.last());
  }
}
