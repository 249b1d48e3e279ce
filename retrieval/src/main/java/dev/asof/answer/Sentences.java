package dev.asof.answer;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.text.FilteredBreakIteratorBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Cuts a line into sentences: by the rules of Unicode as ICU has them, without a break behind the
/// abbreviations that ICU knows of five languages and those that texts of law live by, nor inside
/// of a date that is written with full stops. Where it is wrong it rather leaves two sentences
/// together, whose citations are then checked together.
final class Sentences {
  private static final List<Locale> LANGUAGES =
      List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH, Locale.ITALIAN, Locale.of("es"));

  private static final List<String> ABBREVIATIONS =
      List.of(
          "Art.", "art.", "Arts.", "arts.", "Sec.", "sec.", "Secs.", "Sect.", "No.", "Nos.", "no.",
          "nos.", "Par.", "par.", "Para.", "para.", "paras.", "cl.", "Cl.", "Ch.", "ch.", "Reg.",
          "reg.", "Sch.", "Ann.", "App.", "cf.", "Cf.", "e.g.", "i.e.", "vs.", "Dir.", "Abs.",
          "Nr.", "Nrn.", "Ziff.", "Buchst.", "lit.", "Kap.", "Anh.", "S.", "vgl.", "bzw.", "z.B.",
          "u.a.", "d.h.", "i.V.m.", "i.d.F.", "al.", "núm.", "Núm.", "n.", "disp.");

  /// `2024. 3. 1.`, as in Korean; the end of one that something follows is no end of a sentence.
  private static final Pattern STOPPED_DATE =
      Pattern.compile("(?<!\\d)\\d{4}\\.\\s*\\d{1,2}\\.(?:\\s*\\d{1,2}\\.)?");

  /// `1. März`.
  private static final Pattern ORDINAL_DAY =
      Pattern.compile(
          "(?<!\\d)\\d{1,2}\\.\\s+(?:"
              + Arrays.stream(new DateFormatSymbols(Locale.GERMAN).getMonths())
                  .map(Pattern::quote)
                  .collect(Collectors.joining("|"))
              + ")");

  private static final BreakIterator RULES = rules();

  private Sentences() {}

  private static BreakIterator rules() {
    BreakIterator rules = BreakIterator.getSentenceInstance(Locale.ROOT);
    for (Locale language : LANGUAGES) {
      rules = FilteredBreakIteratorBuilder.getInstance(language).wrapIteratorWithFilter(rules);
    }
    FilteredBreakIteratorBuilder more = FilteredBreakIteratorBuilder.getEmptyInstance();
    ABBREVIATIONS.forEach(more::suppressBreakAfter);
    return more.wrapIteratorWithFilter(rules);
  }

  /// In the order of the line, without white space around them; none is blank.
  static List<String> of(String line) {
    BreakIterator breaks;
    synchronized (RULES) {
      breaks = RULES.clone();
    }
    breaks.setText(line);
    BitSet inside = insideDates(line);
    List<String> sentences = new ArrayList<>();
    int start = 0;
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      if (end == line.length() || !inside.get(stopBefore(line, end))) {
        add(sentences, line.substring(start, end));
        start = end;
      }
    }
    add(sentences, line.substring(start));
    return sentences;
  }

  private static void add(List<String> sentences, String sentence) {
    if (!sentence.isBlank()) {
      sentences.add(sentence.strip());
    }
  }

  /// Where no sentence ends, as places behind a character.
  private static BitSet insideDates(String line) {
    BitSet inside = new BitSet(line.length() + 1);
    Matcher stopped = STOPPED_DATE.matcher(line);
    while (stopped.find()) {
      inside.set(stopped.start() + 1, stopped.end() + 1);
    }
    Matcher ordinal = ORDINAL_DAY.matcher(line);
    while (ordinal.find()) {
      inside.set(ordinal.start() + 1, ordinal.end());
    }
    return inside;
  }

  /// @param at where a sentence might begin, behind white space
  private static int stopBefore(String line, int at) {
    int stop = at;
    while (stop > 0 && Character.isWhitespace(line.charAt(stop - 1))) {
      stop--;
    }
    return stop;
  }
}
