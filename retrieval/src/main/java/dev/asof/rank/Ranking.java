package dev.asof.rank;

import java.util.ArrayList;
import java.util.List;

/// An order of candidates, with the reasons.
///
/// @param ranker by which it was made
/// @param settings that it was made with
/// @param notes what a reader of the order has to know: a model that did not answer, a leg that is
///   missing
/// @param hits all that were ranked, best first
public record Ranking(String ranker, Factors settings, List<String> notes, List<Placed> hits) {
  public Ranking {
    notes = List.copyOf(notes);
    hits = List.copyOf(hits);
  }

  /// A candidate before it has its place.
  ///
  /// @param stage 0 where a second stage ordered it, 1 where only the first did; later stages come
  ///   after
  record Scored(Candidate candidate, int stage, double score, Factors factors) {
    Scored(Candidate candidate, double score, Factors factors) {
      this(candidate, 0, score, factors);
    }
  }

  /// Sorts as [Order] says.
  static Ranking of(String ranker, Factors settings, List<String> notes, List<Scored> scored) {
    List<Scored> sorted = new ArrayList<>(scored);
    sorted.sort(Order.BEST_FIRST);
    return ofSorted(ranker, settings, notes, sorted);
  }

  static Ranking ofSorted(
      String ranker, Factors settings, List<String> notes, List<Scored> sorted) {
    List<Placed> hits = new ArrayList<>(sorted.size());
    for (Scored hit : sorted) {
      hits.add(
          new Placed(
              hits.size() + 1,
              hit.candidate(),
              hit.score(),
              hit.factors().with("score", hit.score())));
    }
    return new Ranking(ranker, settings, notes, hits);
  }

  /// The candidates alone, best first.
  public List<Candidate> candidates() {
    return hits.stream().map(Placed::candidate).toList();
  }

  /// One line for the ranker, one for each note, one for each hit.
  public String toText() {
    StringBuilder text = new StringBuilder("ranker ").append(ranker);
    if (!settings.values().isEmpty()) {
      text.append(" (").append(settings).append(')');
    }
    text.append('\n');
    notes.forEach(note -> text.append("note: ").append(note).append('\n'));
    for (Placed hit : hits) {
      text.append(hit.rank())
          .append(". document ")
          .append(hit.passage().document().value())
          .append(", section ")
          .append(hit.passage().section().value())
          .append(", text ")
          .append(hit.passage().text().value())
          .append(", passage ")
          .append(hit.passage().passage())
          .append(", tier ")
          .append(hit.tier());
      if (hit.named() > 0) {
        text.append(", named ").append(hit.named());
      }
      text.append(": ").append(hit.factors()).append('\n');
    }
    return text.toString();
  }
}
