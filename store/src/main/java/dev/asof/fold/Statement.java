package dev.asof.fold;

import dev.asof.id.StatementId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a source said about one lane, as far as the fold needs it.
///
/// @param stated the stated start and end on the valid axis; an unbounded end means that none was
///   stated
/// @param page the source was a page when this was recorded: it shows what applies until further
///   notice
/// @param looked when the source was looked at; null where that is not stated
public record Statement(
    StatementId id,
    Effect effect,
    Holding holding,
    TimeRange stated,
    boolean page,
    @Nullable Instant looked) {

  /// Whether both say the same, each in its own words.
  public boolean saysTheSameAs(Statement other) {
    return effect == other.effect
        && holding.equals(other.holding)
        && stated.equals(other.stated)
        && page == other.page
        && Objects.equals(looked, other.looked);
  }

  /// The same statement for another range.
  Statement during(TimeRange range) {
    return new Statement(id, effect, holding, range, page, looked);
  }

  boolean startsAfter(Statement other) {
    Instant mine = stated.fromOrNull();
    Instant theirs = other.stated.fromOrNull();
    return mine != null && (theirs == null || mine.isAfter(theirs));
  }

  boolean startsWith(Statement other) {
    return stated.start().equals(other.stated.start());
  }
}
