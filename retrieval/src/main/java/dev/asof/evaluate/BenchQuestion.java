package dev.asof.evaluate;

import dev.asof.time.TimeInput;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A question with its right answers. Only what comes before `items` is given to a system.
///
/// @param load name of the load of the corpus that it is asked of
/// @param about the valid time
/// @param known as in the set; null: everything that was recorded
/// @param groups that are reported apart: its kind, and what else the set says of it
/// @param items the right answers; empty: nothing applied, or the set does not say which passage
/// @param document key of the document asked about; null: the set does not say
/// @param expectsNothing nothing of that document applied
/// @param source the line of the set, of which the hash is kept
public record BenchQuestion(
    String id,
    String load,
    String question,
    About about,
    @Nullable String known,
    Set<String> groups,
    List<Item> items,
    @Nullable String document,
    boolean expectsNothing,
    String source) {

  /// The valid time of a question.
  public sealed interface About {
    /// A point.
    record At(TimeInput time) implements About {}

    /// Every time from the start of one to the end of another, both of them days or moments.
    record During(TimeInput first, TimeInput last) implements About {}

    /// Whatever the question's words say.
    record InWords() implements About {}
  }

  /// One right answer: a passage of one of these versions of a document, or of the section.
  ///
  /// @param document key
  /// @param labels of the versions that are right; empty: any
  /// @param section key of the section that the passage has to be of; null: any
  /// @param phrase has to be in the passage, with every run of white space taken as one space;
  ///   null: any
  /// @param words the text that has to be found, or most of it; null: any
  public record Item(
      String document,
      Set<String> labels,
      @Nullable String section,
      @Nullable String phrase,
      @Nullable String words) {
    public Item {
      labels = Set.copyOf(labels);
    }
  }

  public BenchQuestion {
    groups = Collections.unmodifiableSet(new LinkedHashSet<>(groups));
    items = List.copyOf(items);
  }

  /// Whether the set gives the valid time.
  public boolean hasPoint() {
    return !(about instanceof About.InWords);
  }
}
