package dev.asof.cli;

import dev.asof.answer.InWords;
import dev.asof.answer.Mark;
import dev.asof.answer.Sentence;
import dev.asof.cli.print.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// An answer in words for people: that a model wrote it comes first, each mark stands below its
/// sentence.
final class WordsShown {
  private static final String INDENT = "   ";

  private WordsShown() {}

  static List<String> lines(InWords words, int width) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    wrapped(lines, "", capitalised(words.sentence()) + ".", width);
    words
        .conflicts()
        .forEach(conflict ->
            lines.add(
                INDENT
                    + "Note: "
                    + (conflict.period() == null ? "" : conflict.period() + ": ")
                    + conflict.sentence()
                    + " "
                    + markers(conflict.citations())));
    for (InWords.Section section : words.sections()) {
      if (words.sections().size() > 1) {
        lines.add(INDENT + "-- " + (section.period() == null ? "all" : section.period()) + " --");
      }
      section.sentences().forEach(sentence -> add(lines, sentence, width));
    }
    words.citations().stream()
        .filter(InWords.Cited::added)
        .forEach(cited -> {
          lines.add(
              INDENT
                  + "["
                  + cited.number()
                  + "] of another source: "
                  + cited.document()
                  + ", "
                  + cited.source());
          lines.add(INDENT + INDENT + cited.permalink());
          wrapped(lines, INDENT + "| ", String.valueOf(cited.text()), width);
        });
    words
        .left()
        .forEach(left ->
            lines.add(
                INDENT
                    + "Not sent: "
                    + left.count()
                    + (left.count() == 1 ? " passage " : " passages ")
                    + left.why()));
    if (words.cut()) {
      lines.add(INDENT + "Note: the model did not come to its end");
    }
    return lines;
  }

  private static void add(List<String> lines, Sentence sentence, int width) {
    String markers = markers(sentence.citations());
    wrapped(lines, INDENT, sentence.text() + (markers.isEmpty() ? "" : " " + markers), width);
    sentence.marks().stream()
        .map(Mark::sentence)
        .forEach(mark -> wrapped(lines, INDENT + "  ! ", mark, width));
  }

  private static void wrapped(List<String> lines, String before, String text, int width) {
    text.strip()
        .lines()
        .flatMap(line -> Cells.wrap(line.strip(), width - before.length()).stream())
        .forEach(part -> lines.add((before + part).stripTrailing()));
  }

  private static String capitalised(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static String markers(List<Integer> numbers) {
    return numbers.stream().map(number -> "[" + number + "]").collect(Collectors.joining());
  }
}
