package dev.asof.ask;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.asof.cite.Hit;
import dev.asof.history.Notice;
import dev.asof.history.Span;
import dev.asof.resolve.AskBack;
import dev.asof.resolve.Axis;
import dev.asof.resolve.QuestionKind;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The answer to a question.
///
/// @param kind of question, which decides how many parts there are
/// @param times those that the words name, in the order of the text
/// @param sentence which times are meant: those that were given, else how the words were read, or
///   what is asked back
/// @param asks what has to be answered first: then there are no parts, and nothing was searched for
/// @param known the latest T of the parts; of a question that is asked back, its time of asking
/// @param token the transaction that stands for `known`
/// @param parts one for each period, in the order of the question
/// @param notices what has to be known of the answer as a whole
/// @param index which state of the index ranked the passages
public record Asked(
    String question,
    QuestionKind kind,
    List<NamedTime> times,
    String sentence,
    List<AskBack> asks,
    Instant known,
    long token,
    List<Part> parts,
    List<Notice> notices,
    Index index) {
  public Asked {
    times = List.copyOf(times);
    asks = List.copyOf(asks);
    parts = List.copyOf(parts);
    notices = List.copyOf(notices);
  }

  /// @param generation grows with each commit of the index; the order of equal questions holds
  ///   within one
  /// @param sequence the last transaction the index has applied; at least the token
  public record Index(long generation, long sequence) {}

  /// A time that the question names.
  ///
  /// @param text as it stands there
  /// @param range UTC, the end is not included, as it is in `zone`
  /// @param zone from which it was seen, and in which it was read; but days of valid time are those
  ///   of each source's own zone, unless the question names one
  /// @param approximate its edges are a convention
  /// @param used false where the caller gave another one, which goes before
  public record NamedTime(
      Axis axis,
      String text,
      String label,
      Span range,
      String zone,
      boolean approximate,
      boolean used,
      String sentence) {}

  /// Those of all parts, part after part.
  @JsonIgnore
  public List<Hit> results() {
    return parts.stream().flatMap(part -> part.results().stream()).toList();
  }

  /// Those of all parts and of the whole, each once.
  @JsonIgnore
  public List<Notice> allNotices() {
    return Stream.concat(parts.stream().flatMap(part -> part.notices().stream()), notices.stream())
        .distinct()
        .toList();
  }

  /// Something has to be answered before the question can be.
  @JsonIgnore
  public boolean isAskedBack() {
    return !asks.isEmpty();
  }
}
