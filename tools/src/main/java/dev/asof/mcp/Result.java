package dev.asof.mcp;

import dev.asof.history.Answer;
import dev.asof.history.AnswerJson;
import dev.asof.history.Compared;
import dev.asof.history.Notice;
import dev.asof.resolve.AskBack;
import dev.asof.resolve.Choice;
import dev.asof.shown.Readings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/// What a tool says: values for programs, and the same in short as lines for whoever reads. One of
/// four outcomes, so that a model need not guess from an empty list or an error which it was.
final class Result {

  /// How a call ended.
  enum Outcome {
    /// The answer is there, empty or not.
    ANSWERED,
    /// What was asked for does not exist there; nothing went wrong.
    NOT_FOUND,
    /// A person has to choose first.
    ASKED_BACK,
    /// The call could not be answered.
    FAILED;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Outcome outcome;
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  private Result(Outcome outcome) {
    this.outcome = outcome;
    values.put("outcome", outcome.word());
  }

  static Result answered() {
    return new Result(Outcome.ANSWERED);
  }

  /// @param near what there is, in place of it
  static Result notFound(String code, String sentence, List<String> near) {
    Result result = new Result(Outcome.NOT_FOUND);
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("code", code);
    said.put("sentence", sentence);
    said.put("near", near);
    result.values.put("not_found", said);
    return result.line("Not found: " + sentence);
  }

  static Result askedBack(List<AskBack> asks) {
    Result result = new Result(Outcome.ASKED_BACK).with("ask_back", asks);
    asks.forEach(ask -> result.ask(ask.text(), ask.sentence(), ask.choices()));
    return result;
  }

  /// About an argument that is not certain.
  static Result askedBack(String text, String sentence, List<Choice> choices) {
    Map<String, Object> ask = new LinkedHashMap<>();
    ask.put("text", text);
    ask.put("sentence", sentence);
    ask.put("choices", choices);
    return new Result(Outcome.ASKED_BACK)
        .with("ask_back", List.of(ask))
        .ask(text, sentence, choices);
  }

  private Result ask(String text, String sentence, List<Choice> choices) {
    line("Ask the person: " + sentence);
    choices.forEach(choice ->
        line(
            "  - "
                + choice.label()
                + ": write \""
                + choice.write()
                + "\" in place of \""
                + text
                + "\""));
    return this;
  }

  /// @param retry the same call may succeed in a moment
  static Result failed(String code, String sentence, boolean retry, Map<String, String> context) {
    Result result = new Result(Outcome.FAILED);
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("code", code);
    said.put("sentence", sentence);
    said.put("retry", retry);
    said.put("context", context);
    result.values.put("error", said);
    return result.line("Failed (" + code + "): " + sentence);
  }

  Outcome outcome() {
    return outcome;
  }

  Map<String, @Nullable Object> values() {
    return values;
  }

  String text() {
    return String.join("\n", lines);
  }

  /// Adds a value, as JSON has it.
  Result with(String name, @Nullable Object value) {
    values.put(
        name,
        value == null
            ? null
            : AnswerJson.mapper().convertValue(value, new TypeReference<Object>() {}));
    return this;
  }

  /// The same JSON as the command line prints.
  Result answer(Object answer) {
    return with("answer", answer);
  }

  Result line(String line) {
    lines.add(line);
    return this;
  }

  Result lines(List<String> more) {
    lines.addAll(more);
    return this;
  }

  Result read(Answer<?> answer) {
    return read(answer.about(), answer.known(), answer.token(), Readings.of(answer))
        .notices(answer.notices());
  }

  Result read(Compared<?> answer) {
    return read(answer.about(), answer.known(), answer.token(), Readings.of(answer))
        .notices(answer.notices());
  }

  /// How the times were read, and the token that repeats the answer.
  Result read(@Nullable String about, Instant known, long token, List<String> sentences) {
    Map<String, @Nullable Object> reading = new LinkedHashMap<>();
    reading.put("as_of", about);
    reading.put("known_at", known);
    reading.put("token", "@" + token);
    reading.put("sentences", sentences);
    return with("reading", reading).lines(sentences.stream().map(line -> "Read: " + line).toList());
  }

  Result notices(List<Notice> notices) {
    return lines(notices.stream().map(notice -> "Note: " + notice.sentence()).toList());
  }
}
