package dev.asof.ask;

import dev.asof.cite.Verified;
import dev.asof.eligible.StatePolicy;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.rank.Rankers;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A question and everything a caller may say about how to answer it.
///
/// @param question in words; the times in it are read where they are not given
/// @param about null: as the words say, else the present by the database's clock
/// @param known null: as the words say, else the last transaction
/// @param now what "now" means to the words; null: the present by the database's clock
/// @param zone in which the words name local times; null: the tenant's, else UTC
/// @param k most passages for each period, 1 to [#MOST_RESULTS]
/// @param among further narrows `filter` to several documents or sources
/// @param ranker one of the names of [Rankers]
/// @param explained every hit comes with the factors of its score
public record Request(
    String question,
    @Nullable TimeInput about,
    @Nullable Known known,
    @Nullable Instant now,
    @Nullable ZoneId zone,
    int k,
    Filter filter,
    Among among,
    StatePolicy states,
    String ranker,
    boolean explained) {

  /// Several documents or sources that a question is asked of, together: passages of all of them
  /// are weighed against each other.
  ///
  /// @param documents keys; empty: all
  /// @param sources names; empty: all
  public record Among(Set<String> documents, Set<String> sources) {
    public static final Among ALL = new Among(Set.of(), Set.of());

    public Among {
      documents = Set.copyOf(documents);
      sources = Set.copyOf(sources);
    }
  }

  /// The most passages of one period.
  public static final int MOST_RESULTS = 1_000;

  /// The longest question, in UTF-16 code units.
  public static final int LONGEST_QUESTION = 1_000_000;

  private static final int RESULTS = 5;

  /// Throws a [CallerFault] where the question is too long or `k` is out of bounds.
  public Request {
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
              + "; shorten it",
          Map.of());
    }
  }

  /// At most five passages, of any source and state, in the default order.
  public static Request of(String question) {
    return new Request(
        question,
        null,
        null,
        null,
        null,
        RESULTS,
        Filter.all(),
        Among.ALL,
        StatePolicy.DEFAULT,
        Rankers.DEFAULT,
        false);
  }

  /// The same, in other words.
  public Request inWords(String other) {
    return new Request(other, about, known, now, zone, k, filter, among, states, ranker, explained);
  }

  /// About this time, whatever the words say; null leaves it to them.
  public Request about(@Nullable TimeInput given) {
    return new Request(
        question, given, known, now, zone, k, filter, among, states, ranker, explained);
  }

  /// As known then, whatever the words say; null leaves it to them.
  public Request known(@Nullable Known given) {
    return new Request(
        question, about, given, now, zone, k, filter, among, states, ranker, explained);
  }

  /// The words of the question are seen from `given`.
  public Request seenFrom(@Nullable Instant given) {
    return new Request(
        question, about, known, given, zone, k, filter, among, states, ranker, explained);
  }

  /// Local times in the words are those of `given`.
  public Request inZone(@Nullable ZoneId given) {
    return new Request(
        question, about, known, now, given, k, filter, among, states, ranker, explained);
  }

  public Request top(int most) {
    return new Request(
        question, about, known, now, zone, most, filter, among, states, ranker, explained);
  }

  public Request of(Filter wanted) {
    return new Request(
        question, about, known, now, zone, k, wanted, among, states, ranker, explained);
  }

  public Request among(Among wanted) {
    return new Request(
        question, about, known, now, zone, k, filter, wanted, states, ranker, explained);
  }

  public Request inStates(StatePolicy wanted) {
    return new Request(
        question, about, known, now, zone, k, filter, among, wanted, ranker, explained);
  }

  public Request rankedBy(String name) {
    return new Request(
        question, about, known, now, zone, k, filter, among, states, name, explained);
  }

  public Request explained(boolean wanted) {
    return new Request(question, about, known, now, zone, k, filter, among, states, ranker, wanted);
  }

  /// The keys of the documents that are asked of; empty: all.
  Set<String> documents() {
    String one = filter.document();
    return one == null ? among.documents() : Set.of(one);
  }

  /// The names of the sources that are asked of; empty: all.
  Set<String> sources() {
    String one = filter.source();
    return one == null ? among.sources() : Set.of(one);
  }

  /// Whether `found` is of a source that is asked of.
  boolean isOf(Verified found) {
    return sources().isEmpty() || sources().contains(found.source().name());
  }

  /// Whether `found` is of a state and scope that is asked for.
  boolean admits(Verified found) {
    String scope = filter.scope();
    return states.admits(found.citation().state())
        && (scope == null || scope.equals(found.citation().scope()));
  }
}
