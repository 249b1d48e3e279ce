package dev.asof.ask;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.cite.Hit;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.history.Span;
import dev.asof.rank.Factors;
import dev.asof.rank.VectorSearch;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What answers one of the periods that a question asks about.
///
/// @param label of the period, as the question names it: `Q3 2023`; null where there is only one
/// @param reading how its times were read
/// @param about the instant asked about, ISO-8601 in UTC; the date where it is not the same instant
///   in all zones; null where a range is asked about
/// @param during the range asked about, in the zones of the sources; where these differ, all of
///   theirs together; null where it is a point
/// @param known T: which passages are in force, and how they read, never changes for it; their
///   order may, see [Asked#index]
/// @param token the transaction that stands for T; repeats this part
/// @param results best first, texts of unknown validity after all others; of a question about
///   history in the order of valid time
/// @param notices what has to be known of this period
/// @param vectors how the nearest vectors were searched for, and whether that was complete; null
///   where passages were found by their words alone
/// @param ranking how the results were ordered; null unless that was asked for
public record Part(
    @Nullable String label,
    Reading reading,
    @Nullable String about,
    @Nullable Span during,
    Instant known,
    long token,
    List<Hit> results,
    List<Notice> notices,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Ranked ranking,
    @JsonInclude(JsonInclude.Include.NON_NULL) VectorSearch.@Nullable Report vectors) {
  public Part {
    results = List.copyOf(results);
    notices = List.copyOf(notices);
  }

  /// The same period with other results.
  public Part with(List<Hit> others) {
    return new Part(label, reading, about, during, known, token, others, notices, ranking, vectors);
  }

  /// @param settings of the ranker
  /// @param notes a model that did not answer, a search that is missing
  /// @param candidates number of passages that were weighed
  public record Ranked(String ranker, Factors settings, List<String> notes, int candidates) {
    public Ranked {
      notes = List.copyOf(notes);
    }
  }
}
