package dev.asof.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassagesTest {
  @Test
  void aBlankTextHasNoPassageAndAHeadingAloneIsOne() {
    assertThat(Passages.of("")).isEmpty();
    assertThat(Passages.of(" \n\t\u00A0\u3000\n")).isEmpty();
    assertThat(Passages.of("\n## Fees\n\n")).containsExactly(new Passage(1, 8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 260})
  void aShortTextIsOnePassage(int words) {
    String text = "  " + words(words) + "\n";

    assertThat(Passages.of(text)).containsExactly(new Passage(2, text.length() - 1));
  }

  @Test
  void aTailThatWouldBeTooShortIsSharedWithItsNeighbour() {
    assertThat(counts(words(261))).allMatch(count -> count >= 60 && count <= 201).hasSize(2);
    assertThat(counts(words(430))).hasSize(2).allMatch(count -> count >= 170 && count <= 260);
  }

  @Test
  void runningTextIsCutAboutEvery200Words() {
    assertThat(counts(words(2000))).hasSize(10).allMatch(count -> count == 200);
  }

  @Test
  void aCutFallsBetweenParagraphsBeforeSentences() {
    String text = sentences(150) + "\r\n\r\n" + sentences(200) + "\n \n" + sentences(170);

    assertThat(pieces(text)).containsExactly(sentences(150), sentences(200), sentences(170));
  }

  @Test
  void aCutFallsBetweenListItemsOrTableRowsBeforeSentences() {
    String list =
        IntStream.range(0, 10)
            .mapToObj(i -> "* " + sentences(40))
            .collect(Collectors.joining("\n"));
    String table =
        IntStream.range(0, 60)
            .mapToObj(i -> "| a b | c d e. F g h i j |")
            .collect(Collectors.joining("\n"));

    assertThat(pieces(list)).hasSize(2).allMatch(piece -> piece.startsWith("* "));
    assertThat(pieces(table))
        .hasSizeGreaterThan(1)
        .allMatch(piece -> piece.startsWith("| a") && piece.endsWith("j |"));
  }

  @Test
  void aCutFallsBetweenSentencesBeforeWords() {
    assertThat(pieces(sentences(1000))).hasSize(5).allMatch(piece -> piece.endsWith("."));
  }

  @Test
  void aWrappedLineIsNoPlaceForACut() {
    String wrapped = sentences(600).replace(" word word", "\nword word");

    assertThat(pieces(wrapped)).allMatch(piece -> piece.endsWith("."));
  }

  @Test
  void scriptsWithoutSpacesAreCutByWhatTheyHold() {
    assertThat(pieces("漢".repeat(2000))).hasSize(5).allMatch(piece -> piece.length() == 400);
    assertThat(pieces("가나다".repeat(1000))).allMatch(piece -> piece.length() <= 780);
    assertThat(pieces("本契約は、甲乙間で締結する。".repeat(100)))
        .hasSizeGreaterThan(2)
        .allMatch(piece -> piece.endsWith("。"));
  }

  @Test
  void spacedKoreanCountsLikeWords() {
    assertThat(counts("개인 정보 처리 방침 ".repeat(250))).hasSize(5).allMatch(count -> count == 200);
  }

  @Test
  void passagesHoldAllTextInOrderAndSplitNoCharacter() {
    String[] pieces = {
      "word",
      "Word.",
      " ",
      "  ",
      "\n",
      "\n\n",
      "\r\n\r\n",
      "* ",
      "| x |",
      "漢字",
      "한국어",
      "😀",
      "𠀋",
      "e\u0301\u0316",
      "\u00A0",
      "\u200B",
      "\uD83D",
      "1.",
      "(a)",
      "—",
      "\t",
      "https://a.b/c?d=e"
    };
    long seed = Long.getLong("asof.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      StringBuilder builder = new StringBuilder();
      int spaces = random.nextInt(4);
      for (int i = random.nextInt(3000); i > 0; i--) {
        builder
            .append(pieces[random.nextInt(pieces.length)])
            .append(" ".repeat(random.nextInt(spaces + 1)));
      }
      String text = builder.toString();
      List<Passage> passages = Passages.of(text);
      int at = 0;
      for (Passage passage : passages) {
        assertThat(isBlank(text.substring(at, passage.start())))
            .as("-Dasof.seed=%d", seed)
            .isTrue();
        assertThat(passage.start()).isLessThan(passage.end());
        assertThat(Atom.isBlank(text.charAt(passage.start()))).isFalse();
        assertThat(Atom.isBlank(text.charAt(passage.end() - 1))).isFalse();
        assertThat(splitsAPair(text, passage.start())).as("-Dasof.seed=%d", seed).isFalse();
        assertThat(splitsAPair(text, passage.end())).as("-Dasof.seed=%d", seed).isFalse();
        at = passage.end();
      }
      assertThat(isBlank(text.substring(at))).as("-Dasof.seed=%d", seed).isTrue();
      assertThat(Passages.of(text)).isEqualTo(passages);
    }
  }

  @Test
  void hostileTextsTakeTimeInProportionToTheirLength() {
    List<String> texts =
        List.of(
            "a".repeat(10_000_000),
            "\n".repeat(1_000_000),
            ("word" + "\n".repeat(500)).repeat(10_000),
            ". ".repeat(1_000_000),
            "a" + "\u0301\u0316".repeat(1_000_000),
            ("a." + ")".repeat(5000) + " b ").repeat(200),
            "😀".repeat(1_000_000),
            "- ".repeat(1_000_000),
            "The quick brown fox jumps over the lazy dog. ".repeat(360_000));
    for (String text : texts) {
      List<Passage> passages =
          Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Passages.of(text));
      assertThat(passages)
          .allMatch(passage -> isBlank(text) || passage.end() - passage.start() < 140_000);
    }
  }

  private static String words(int count) {
    return "word ".repeat(count).strip();
  }

  private static String sentences(int words) {
    return "Word word word word word word word word word word. ".repeat(words / 10).strip();
  }

  private static List<String> pieces(String text) {
    return Passages.of(text).stream()
        .map(passage -> text.substring(passage.start(), passage.end()))
        .toList();
  }

  private static List<Integer> counts(String text) {
    return pieces(text).stream().map(piece -> piece.split("\\s+").length).toList();
  }

  private static boolean isBlank(String text) {
    return text.codePoints().allMatch(Atom::isBlank);
  }

  private static boolean splitsAPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }
}
