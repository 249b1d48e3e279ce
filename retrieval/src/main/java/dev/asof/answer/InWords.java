package dev.asof.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.asof.fault.Code;
import dev.asof.history.Span;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The answer to a question in the words of a model.
///
/// @param sentence for a person: that a model wrote it and which, or why there are no words
/// @param reading how the times of the question were read
/// @param known the latest T of the answer
/// @param token the transaction that stands for `known`
/// @param model as the endpoint names it
/// @param endpoint host, with the port where one is given; never a key
/// @param sent what went there; nothing did where both are 0
/// @param left what of the answer was not sent, and why
/// @param conflicts what sources hold differently, with both sides, whatever the model made of it
/// @param sections one for each period the model wrote about, and one for all together
/// @param citations the passages that were sent
/// @param cut the model did not come to its end: the last sentence may be broken off
/// @param fault what kept the model from answering; null: nothing did
public record InWords(
    Outcome outcome,
    String sentence,
    String reading,
    Instant known,
    long token,
    String model,
    String endpoint,
    Sent sent,
    List<Left> left,
    List<Conflict> conflicts,
    List<Section> sections,
    List<Cited> citations,
    boolean cut,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Failed fault) {
  public InWords {
    left = List.copyOf(left);
    conflicts = List.copyOf(conflicts);
    sections = List.copyOf(sections);
    citations = List.copyOf(citations);
  }

  /// What became of it.
  public enum Outcome {
    /// There are sentences.
    WRITTEN,
    /// The model found no answer in the passages.
    NO_ANSWER,
    /// Something is asked back first; the model was not asked.
    ASKED_BACK,
    /// There is no passage that may be sent; the model was not asked.
    NOTHING_TO_SEND,
    /// The model was asked and did not answer; the passages stand.
    FAILED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// @param characters of their texts, in UTF-16 code units
  public record Sent(int passages, int characters) {}

  /// @param count passages
  /// @param why half a sentence
  public record Left(int count, String why) {}

  /// What sources hold differently.
  ///
  /// @param period label; null where there is only one
  /// @param citations numbers of the passages that were sent of it
  public record Conflict(
      @Nullable String period, String document, String sentence, List<Integer> citations) {
    public Conflict {
      citations = List.copyOf(citations);
    }
  }

  /// @param period label; null: the only period, or all together
  public record Section(@Nullable String period, List<Sentence> sentences) {
    public Section {
      sentences = List.copyOf(sentences);
    }
  }

  /// A passage that was sent.
  ///
  /// @param number by which sentences name it: those of the answer are counted through its parts
  /// @param period label; null where there is only one
  /// @param added the other side of a conflict, which is no result of the question
  /// @param text of an added one; null: it is among the results
  public record Cited(
      int number,
      @Nullable String period,
      String document,
      @Nullable String section,
      String source,
      String state,
      Span valid,
      @Nullable String sha256,
      String permalink,
      boolean added,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String text) {}

  /// @param code as of an error
  public record Failed(String code, String sentence) {
    static Failed of(Code code, String sentence) {
      return new Failed(code.word(), sentence);
    }
  }

  /// How many sentences bear a mark.
  @JsonIgnore
  public long marked() {
    return sections.stream()
        .flatMap(section -> section.sentences().stream())
        .filter(sentence -> !sentence.marks().isEmpty())
        .count();
  }
}
