package dev.asof.resolve;

import java.text.BreakIterator;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The days from which a text says that it applies ("Effective March 1, 2024", "tritt am 1. Januar
/// 2024 in Kraft", "시행일 2024년 3월 1일"), in English, German, French, Spanish, Catalan and Korean.
/// They are proposals for a person, never more: a text also speaks of when other texts began to
/// apply.
///
/// What a text counts from its own publication ([RelativeStart]) is proposed with the rule, and
/// with the day where the publication is stated.
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
              + " to|cease|ceases|expire|expires|supersed|replac|bis|vor|jusqu|avant|hasta|antes|fins|abans|no"
              + " earlier|not earlier|no later|not later|no sooner|within|at"
              + " least|frühestens|spätestens|mindestens|au plus t|al menos|com a m)|까지|이전|이내",
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
  /// @param day as it was read; null: it needs the date of publication, which is not known
  /// @param rule by which it follows from the publication; null: the text says the day
  /// @param phrase the day as it is written
  /// @param sentence in which it is written
  /// @param span of the phrase in the text
  /// @param remarks what had to be decided to read it
  public record Suggestion(
      @Nullable LocalDate day,
      @Nullable RelativeStart rule,
      String phrase,
      String sentence,
      TextSpan span,
      List<String> remarks) {
    public Suggestion {
      remarks = List.copyOf(remarks);
    }
  }

  /// As below, of a text of which the publication is not known.
  public List<Suggestion> of(String text, Reference reference) {
    return of(text, reference, null);
  }

  /// In the order of the text; each day and each rule once, where it is said first.
  ///
  /// @param reference in whose zone a short year and the like are read
  /// @param published when the text was published, as it is stated of it; null: it is not
  public List<Suggestion> of(String text, Reference reference, @Nullable LocalDate published) {
    List<Suggestion> found = new ArrayList<>();
    int lineStart = 0;
    while (lineStart < text.length()) {
      int end = text.indexOf('\n', lineStart);
      int lineEnd = end < 0 ? text.length() : end;
      String line = text.substring(lineStart, lineEnd);
      if (CUE.matcher(line).find()) {
        inLine(line, lineStart, reference, published, found);
      }
      lineStart = lineEnd + 1;
    }
    return found;
  }

  private void inLine(
      String line,
      int offset,
      Reference reference,
      @Nullable LocalDate published,
      List<Suggestion> found) {
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
        if (CUE.matcher(sentence).find()) {
          if (DIGIT.matcher(sentence).find()) {
            inSentence(sentence, offset + start, reference, found);
          }
          countedInSentence(sentence, offset + start, published, found);
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
      beside(sentence, cue.start(), cue.end(), days, ReadTime::span)
          .ifPresent(time -> add(sentence, offset, time, found));
    }
  }

  private static void countedInSentence(
      String sentence, int offset, @Nullable LocalDate published, List<Suggestion> found) {
    List<RelativeStart.Said> counted = RelativeStart.in(sentence);
    Matcher cue = CUE.matcher(sentence);
    while (!counted.isEmpty() && cue.find()) {
      beside(sentence, cue.start(), cue.end(), counted, RelativeStart.Said::span)
          .filter(said -> found.stream().noneMatch(one -> said.start().equals(one.rule())))
          .ifPresent(said -> {
            TextSpan span = said.span();
            found.add(
                new Suggestion(
                    published == null ? null : said.start().from(published),
                    said.start(),
                    sentence.substring(span.start(), span.end()),
                    sentence.strip(),
                    new TextSpan(offset + span.start(), offset + span.end()),
                    List.of(said.start().words())));
          });
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

  private static <T> Optional<T> beside(
      String sentence, int cueStart, int cueEnd, List<T> days, Function<T, TextSpan> spanOf) {
    Optional<T> inside =
        days.stream()
            .filter(
                day -> spanOf.apply(day).start() >= cueStart && spanOf.apply(day).end() <= cueEnd)
            .reduce((one, other) -> other);
    if (inside.isPresent()) {
      return inside.filter(
          day -> !OTHER.matcher(sentence.substring(cueStart, spanOf.apply(day).start())).find());
    }
    Optional<T> behind =
        days.stream()
            .filter(day -> {
              int start = spanOf.apply(day).start();
              return start >= cueEnd && start - cueEnd <= BEHIND;
            })
            .findFirst()
            .filter(day ->
                !OTHER.matcher(sentence.substring(cueEnd, spanOf.apply(day).start())).find());
    // What was effective on a day before it did not begin to apply there.
    if (behind.isPresent() || sentence.startsWith("ffective", cueStart + 1)) {
      return behind;
    }
    return days.stream()
        .filter(day -> {
          int end = spanOf.apply(day).end();
          return end <= cueStart && cueStart - end <= BEFORE;
        })
        .reduce((one, other) -> other)
        .filter(
            day -> !OTHER.matcher(sentence.substring(spanOf.apply(day).end(), cueStart)).find());
  }

  private static void add(String sentence, int offset, ReadTime time, List<Suggestion> found) {
    LocalDate day = dayOf(time);
    if (day != null && found.stream().noneMatch(one -> day.equals(one.day()))) {
      TextSpan span = time.span();
      found.add(
          new Suggestion(
              day,
              null,
              time.text(),
              sentence.strip(),
              new TextSpan(offset + span.start(), offset + span.end()),
              time.remarks()));
    }
  }
}
