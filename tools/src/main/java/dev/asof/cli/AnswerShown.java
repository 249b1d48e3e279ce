package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Compared;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.shown.Readings;
import dev.asof.shown.Times;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An answer of the store as every format shows it: how times were read first, then results, then
/// notices.
final class AnswerShown {
  private static final int HASH_DIGITS = 12;

  private AnswerShown() {}

  static <R> Shown of(Answer<R> answer, Table table) {
    return new Shown(
        answer, answer.results(), reading(answer), table, below(answer.notices(), answer.next()));
  }

  /// An answer about two points.
  ///
  /// @param text what is no table of it
  static <R> Shown of(Compared<R> answer, Table table, List<String> text) {
    return new Shown(
        answer,
        answer.results(),
        reading(answer),
        table,
        text,
        below(answer.notices(), answer.next()));
  }

  static Shown ofCitations(Answer<Citation> answer) {
    return new Shown(
        answer,
        answer.results(),
        reading(answer),
        citations(answer.results()),
        rights(answer.results()),
        below(answer.notices(), answer.next()));
  }

  /// What the sources of citations do not let be shown, once each.
  static List<String> rights(Collection<? extends @Nullable Citation> citations) {
    return citations.stream()
        .flatMap(citation ->
            citation == null || citation.rights() == null
                ? Stream.empty()
                : Stream.ofNullable(citation.rights().remark()))
        .distinct()
        .map(remark -> "Note: " + remark)
        .toList();
  }

  static Table citations(List<Citation> citations) {
    return Table.of(
        citations,
        column("document", Citation::document),
        column("section", Citation::section),
        column("source", Citation::source),
        column("scope", Citation::scope),
        column("state", citation -> citation.state().word()),
        column("version", AnswerShown::holds),
        column("valid", citation -> Times.shown(citation.valid())),
        column("known since", AnswerShown::since, AnswerShown::exactlySince),
        column("sha256", AnswerShown::hash, Citation::sha256));
  }

  /// To the second, with the token that repeats it exactly.
  static @Nullable String since(Citation citation) {
    Instant from = citation.system().from();
    return from == null
        ? null
        : Times.shown(from.truncatedTo(ChronoUnit.SECONDS)) + " @" + citation.transaction();
  }

  static @Nullable String exactlySince(Citation citation) {
    Instant from = citation.system().from();
    return from == null ? null : from + " @" + citation.transaction();
  }

  static String hash(Citation citation) {
    String sha256 = citation.sha256();
    return sha256 == null ? "" : sha256.substring(0, HASH_DIGITS);
  }

  /// How the times of an answer were read.
  static List<String> reading(Answer<?> answer) {
    return Readings.of(answer);
  }

  /// How the times of both points were read.
  static List<String> reading(Compared<?> answer) {
    return Readings.of(answer);
  }

  static List<String> reading(String point, Reading reading, Instant known, long token) {
    return Readings.of(point, reading, known, token);
  }

  private static List<String> below(List<Notice> notices, @Nullable String next) {
    List<String> lines = new ArrayList<>(notices(notices));
    lines.addAll(next(next));
    return lines;
  }

  /// How to get the next page, if there is one.
  static List<String> next(@Nullable String cursor) {
    return cursor == null ? List.of() : List.of("More: the same command with --after " + cursor);
  }

  static List<String> notices(List<Notice> notices) {
    return notices.stream().map(notice -> "Note: " + notice.sentence()).toList();
  }

  /// What a belief holds, in a cell.
  static String holds(@Nullable Citation citation) {
    if (citation == null) {
      return "-";
    }
    String label = citation.label();
    String why = citation.why();
    if (why != null) {
      return "nothing (" + why + ")";
    }
    if (citation.erased() != null) {
      return "erased under " + citation.erased().order();
    }
    return label == null ? String.valueOf(citation.version()) : label;
  }
}
