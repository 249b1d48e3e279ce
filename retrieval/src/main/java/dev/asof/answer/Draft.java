package dev.asof.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a model wrote, taken apart and not yet checked.
///
/// @param sections in the order of the text
record Draft(List<Section> sections) {
  Draft {
    sections = List.copyOf(sections);
  }

  /// @param period number of the period it is about, from 1; null: none, or all together
  record Section(@Nullable Integer period, List<Unchecked> sentences) {
    Section {
      sentences = List.copyOf(sentences);
    }
  }

  /// A sentence and what it names.
  ///
  /// @param numbers in the order of the sentence, each once
  /// @param unreadable what looks like a marker and is none
  record Unchecked(String text, List<Integer> numbers, List<String> unreadable) {
    Unchecked {
      numbers = List.copyOf(numbers);
      unreadable = List.copyOf(unreadable);
    }
  }

  /// Whatever could be meant for a marker: digits and no letters, in square brackets of any kind.
  /// Of a bounded length, so that it is looked for in linear time.
  private static final String ALIKE =
      "[\\[【［][^\\[\\]【】［］\\p{L}]{0,40}\\p{Nd}[^\\[\\]【】［］\\p{L}]{0,40}[\\]】］]";

  private static final Pattern MARKER_ALIKE = Pattern.compile(ALIKE);
  private static final Pattern MARKER =
      Pattern.compile("\\[\\s*[1-9]\\d{0,3}(?:\\s*,\\s*[1-9]\\d{0,3})*\\s*]");
  private static final Pattern LEADING = Pattern.compile("(?:" + ALIKE + "[\\s.]*)+");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}(?!#)");

  /// What some models put before a line although they are asked not to.
  private static final Pattern LIST = Pattern.compile("^(?:[-*•]|\\d{1,2}[.)])\\s+");

  private static final Pattern EMPHASIS = Pattern.compile("\\*\\*|__|`");

  /// Control characters, and those that turn the direction of what follows.
  private static final Pattern CONTROLS =
      Pattern.compile("[\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069\\uFEFF]+");

  /// @param labels of the periods, in their order; of one alone headings are not looked for
  static Draft of(String words, List<String> labels) {
    List<Section> sections = new ArrayList<>();
    Integer period = null;
    List<Unchecked> sentences = new ArrayList<>();
    for (String raw : words.split("\\R", -1)) {
      String line = CONTROLS.matcher(raw).replaceAll(" ").strip();
      Matcher heading = HEADING.matcher(line);
      if (heading.lookingAt()) {
        line = line.substring(heading.end()).strip();
        if (labels.size() > 1) {
          close(sections, period, sentences);
          period = period(line, labels);
          continue;
        }
      }
      line = EMPHASIS.matcher(LIST.matcher(line).replaceFirst("")).replaceAll("");
      sentences.addAll(ofLine(line));
    }
    close(sections, period, sentences);
    return new Draft(sections);
  }

  private static void close(
      List<Section> sections, @Nullable Integer period, List<Unchecked> sentences) {
    if (!sentences.isEmpty()) {
      sections.add(new Section(period, sentences));
      sentences.clear();
    }
  }

  /// By its number or its label; null: it names none.
  private static @Nullable Integer period(String heading, List<String> labels) {
    String named = heading.endsWith(":") ? heading.substring(0, heading.length() - 1) : heading;
    for (int i = 0; i < labels.size(); i++) {
      if (named.equals(Integer.toString(i + 1)) || named.equalsIgnoreCase(labels.get(i))) {
        return i + 1;
      }
    }
    return null;
  }

  /// Markers behind the full stop belong to the sentence before them where that has none of its
  /// own.
  private static List<Unchecked> ofLine(String line) {
    List<String> sentences = new ArrayList<>();
    for (String sentence : Sentences.of(line)) {
      Matcher leading = LEADING.matcher(sentence);
      if (!sentences.isEmpty()
          && leading.lookingAt()
          && !MARKER_ALIKE.matcher(sentences.getLast()).find()) {
        sentences.add(sentences.removeLast() + " " + leading.group().strip());
        sentence = sentence.substring(leading.end());
      }
      if (!sentences.isEmpty() && isMarkersOnly(sentence)) {
        sentences.add(sentences.removeLast() + " " + sentence);
      } else if (!sentence.isBlank()) {
        sentences.add(sentence);
      }
    }
    return sentences.stream().map(Draft::parsed).toList();
  }

  private static boolean isMarkersOnly(String sentence) {
    return LEADING.matcher(sentence).matches();
  }

  private static Unchecked parsed(String sentence) {
    List<Integer> numbers = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    Matcher alike = MARKER_ALIKE.matcher(sentence);
    while (alike.find()) {
      if (MARKER.matcher(alike.group()).matches()) {
        NUMBER
            .matcher(alike.group())
            .results()
            .map(number -> Integer.valueOf(number.group()))
            .filter(number -> !numbers.contains(number))
            .forEach(numbers::add);
      } else {
        unreadable.add(alike.group());
      }
    }
    return new Unchecked(withoutMarkers(sentence), numbers, unreadable);
  }

  private static String withoutMarkers(String sentence) {
    return MARKER_ALIKE
        .matcher(sentence)
        .replaceAll("")
        .replaceAll("\\s+", " ")
        .replaceAll(" (?=[.,;:!?。、])", "")
        .replaceAll("([.!?])\\.$", "$1")
        .strip();
  }
}
