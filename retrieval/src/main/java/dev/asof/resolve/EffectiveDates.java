package dev.asof.resolve;

import java.text.BreakIterator;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The days from which a text says that it applies ("Effective March 1, 2024", "tritt am 1. Januar
/// 2024 in Kraft", "시행일 2024년 3월 1일"), in English, German, French, Spanish, Catalan and Korean.
/// They are proposals for a person, never more: a text also speaks of when other texts began to
/// apply.
///
/// A day counts where it stands beside words of taking effect in one sentence; how it is read is
/// for [TimeReader] to say, and what that would ask back is not proposed. Pure, and linear in the
/// length of the text.
public final class EffectiveDates {

  /// What says that something begins to apply. In German the day stands inside, in Korean before or
  /// behind, elsewhere mostly behind.
  private static final Pattern CUE =
      Pattern.compile(
          Stream.of(
                  // English
                  "\\b(?<!in)effective\\b(?:\\W{1,4}date\\b)?",
                  "\\b(?:take|takes|took|taking) effect\\b",
                  "\\b(?:come|comes|came|coming|enter|enters|entered) into"
                      + " (?:force|effect|operation)\\b",
                  "\\bin (?:force|effect)\\b(?= (?:from|since|as of|on|beginning|starting)\\b)",
                  "\\bapplies (?:from|as of)\\b",
                  // German
                  "\\b(?:tritt|treten|trat|traten)\\b[^.;]{0,20}(?:[^;]{0,60})\\bin\\s+Kraft\\b",
                  "\\bin\\s+Kraft\\s+(?:getreten|seit|ab)\\b",
                  "\\bg(?:ilt|elten|ültig) (?:ab|seit)\\b",
                  "\\bwirksam (?:ab|zum|seit)\\b",
                  // French
                  "\\b(?:entre|entrent|entrera|entreront|entrée?s?|entrant) en vigueur\\b",
                  "\\ben vigueur (?=(?:le|depuis|à compter|au)\\b)",
                  "\\bpren(?:d|nent|dra|dront) effet\\b",
                  // Spanish and Catalan
                  "\\b(?:entra|entran|entrará|entrarán|entró|entrarà|entraran|entren|entrada) en"
                      + " vigor\\b",
                  "\\ben vigor (?=(?:desde|a partir|des de)\\b)",
                  // Korean
                  "시행\\s*일(?:자)?",
                  "(?:시행|발효)(?:한다|합니다|된다|됩니다)",
                  "시행(?=[\\s\\d]{1,3}\\d{4})")
              .map(one -> "(?:" + one + ")")
              .reduce((one, other) -> one + "|" + other)
              .orElseThrow(),
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

  /// Between the words and the day: that something ends there, or that it is an earlier one.
  private static final Pattern OTHER =
      Pattern.compile(
          "\\b(?:until|till|through|before|prior"
              + " to|cease|ceases|expire|expires|supersed|replac|bis|vor"
              + "|jusqu|avant|hasta|antes|fins|abans)|까지|이전",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern DIGIT = Pattern.compile("\\d");

  /// Characters between the words and a day behind them, or before them.
  private static final int BEHIND = 60;

  private static final int BEFORE = 40;
  private static final int LONGEST_SENTENCE = 1_000;

  private final TimeReader reader;

  public EffectiveDates(ReadingSettings settings) {
    this.reader = new TimeReader(settings);
  }

  /// A day from which a text says that it applies.
  ///
  /// @param day as it was read
  /// @param phrase the day as it is written
  /// @param sentence in which it is written
  /// @param span of the phrase in the text
  /// @param remarks what had to be decided to read it
  public record Suggestion(
      LocalDate day, String phrase, String sentence, TextSpan span, List<String> remarks) {
    public Suggestion {
      remarks = List.copyOf(remarks);
    }
  }

  /// In the order of the text; each day once, where it is said first.
  ///
  /// @param reference in whose zone a short year and the like are read
  public List<Suggestion> of(String text, Reference reference) {
    List<Suggestion> found = new ArrayList<>();
    int lineStart = 0;
    while (lineStart < text.length()) {
      int end = text.indexOf('\n', lineStart);
      int lineEnd = end < 0 ? text.length() : end;
      String line = text.substring(lineStart, lineEnd);
      if (CUE.matcher(line).find()) {
        inLine(line, lineStart, reference, found);
      }
      lineStart = lineEnd + 1;
    }
    return found;
  }

  private void inLine(String line, int offset, Reference reference, List<Suggestion> found) {
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
    sentences.setText(line);
    int start = sentences.first();
    for (int end = sentences.next(); end != BreakIterator.DONE; end = sentences.next()) {
      // "1. Januar 2024" is no end of a sentence.
      if (end < line.length()
          && line.substring(start, end).stripTrailing().matches("(?s).*\\d\\.")) {
        continue;
      }
      if (end - start <= LONGEST_SENTENCE) {
        String sentence = line.substring(start, end);
        if (CUE.matcher(sentence).find() && DIGIT.matcher(sentence).find()) {
          inSentence(sentence, offset + start, reference, found);
        }
      }
      start = end;
    }
  }

  private void inSentence(
      String sentence, int offset, Reference reference, List<Suggestion> found) {
    QuestionTime times = reader.read(sentence, reference);
    List<ReadTime> days =
        Stream.concat(times.about().stream(), times.known().stream())
            .filter(EffectiveDates::isDay)
            .sorted(Comparator.comparingInt(time -> time.span().start()))
            .toList();
    Matcher cue = CUE.matcher(sentence);
    while (cue.find()) {
      beside(sentence, cue.start(), cue.end(), days)
          .ifPresent(time -> add(sentence, offset, time, found));
    }
  }

  /// A whole day whose year is written.
  private static boolean isDay(ReadTime time) {
    LocalDate day = dayOf(time);
    return day != null
        && time.remarks().stream().noneMatch(remark -> remark.startsWith("no year is given"))
        && DIGIT.matcher(time.text()).find();
  }

  /// The first day, where the time is a day, "since" a day or "from" a day.
  private static @Nullable LocalDate dayOf(ReadTime time) {
    DateRange dates = time.dates();
    if (dates == null || time.granularity() != Granularity.DAY) {
      return null;
    }
    LocalDate only = dates.onlyDay();
    return only != null ? only : dates.to() == null ? dates.from() : null;
  }

  private static Optional<ReadTime> beside(
      String sentence, int cueStart, int cueEnd, List<ReadTime> days) {
    Optional<ReadTime> inside =
        days.stream()
            .filter(day -> day.span().start() >= cueStart && day.span().end() <= cueEnd)
            .reduce((one, other) -> other);
    if (inside.isPresent()) {
      return inside;
    }
    Optional<ReadTime> behind =
        days.stream()
            .filter(day -> day.span().start() >= cueEnd && day.span().start() - cueEnd <= BEHIND)
            .findFirst()
            .filter(day -> !OTHER.matcher(sentence.substring(cueEnd, day.span().start())).find());
    // What was effective on a day before it did not begin to apply there.
    if (behind.isPresent() || sentence.startsWith("ffective", cueStart + 1)) {
      return behind;
    }
    return days.stream()
        .filter(day -> day.span().end() <= cueStart && cueStart - day.span().end() <= BEFORE)
        .reduce((one, other) -> other)
        .filter(day -> !OTHER.matcher(sentence.substring(day.span().end(), cueStart)).find());
  }

  private static void add(String sentence, int offset, ReadTime time, List<Suggestion> found) {
    LocalDate day = dayOf(time);
    if (day != null && found.stream().noneMatch(one -> one.day().equals(day))) {
      TextSpan span = time.span();
      found.add(
          new Suggestion(
              day,
              time.text(),
              sentence.strip(),
              new TextSpan(offset + span.start(), offset + span.end()),
              time.remarks()));
    }
  }
}
