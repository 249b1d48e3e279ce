package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.TimeInput;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final String GOLD =
      "You may cancel within fourteen days of the purchase unless the service was used";

  @Test
  void aPassageWithMostOfTheWordsInARightVersionIsTheAnswer() {
    assertThat(judge(GOLD, "v1", GOLD).item()).isZero();
    // 8 of 13 distinct words: 62 %.
    assertThat(judge("You may cancel within fourteen days of the", "v1", GOLD).item()).isZero();
    // 7 of 13: 54 %.
    assertThat(judge("You may cancel within fourteen days of", "v1", GOLD).item()).isEqualTo(-1);
  }

  @Test
  void aShortPassageOfTheAnswersOwnWordsIsTheAnswerFromTwentyWordsOn() {
    String gold = words(0, 100);

    assertThat(judge(words(10, 30), "v1", gold).item()).isZero();
    assertThat(judge(words(10, 29), "v1", gold).item()).isEqualTo(-1);
    // 16 of 20 are the answer's: 80 %.
    assertThat(judge(words(0, 16) + " " + words(200, 204), "v1", gold).item()).isZero();
    assertThat(judge(words(0, 15) + " " + words(200, 205), "v1", gold).item()).isEqualTo(-1);
  }

  @Test
  void onlyTheFirstFiveHundredWordsCount() {
    String gold = words(0, 10);

    assertThat(judge(words(100, 590) + " " + gold, "v1", gold).item()).isZero();
    assertThat(judge(words(100, 600) + " " + gold, "v1", gold).item()).isEqualTo(-1);
  }

  @Test
  void anotherVersionIsRightWhereTheSameWordsStandInARightOne() {
    Judge judge =
        new Judge(
            question(GOLD, null),
            item -> List.of(Tokens.line(Tokens.of("Before. " + GOLD + " [so](http://x) it was."))));

    assertThat(judge.judge(shown(GOLD, "v9")).versionRight()).isTrue();
    assertThat(judge.judge(shown(GOLD + ", [so](http://other/link) it", "v9")).versionRight())
        .isTrue();
    assertThat(judge.judge(shown(GOLD + " or not", "v9")).versionRight()).isFalse();
    assertThat(judge.judge(shown(GOLD + " or not", "v9")).ofDocument()).isTrue();
  }

  @Test
  void aPhraseIsComparedWithWhiteSpaceTakenAsOneSpace() {
    BenchQuestion question = question(null, "within fourteen  days");
    Judge judge = new Judge(question, item -> List.of());

    assertThat(judge.judge(shown("cancel within\n fourteen\u00a0days.", "v1")).item()).isZero();
    assertThat(judge.judge(shown("cancel within fifteen days.", "v1")).item()).isEqualTo(-1);
  }

  @Test
  void coverageIsTheShareOfTheWordsFoundInRightVersions() {
    BenchQuestion question = question("one two three four", null);
    Judge judge = new Judge(question, item -> List.of());

    assertThat(
            Judge.coverage(
                question,
                List.of(judge.judge(shown("one two", "v1")), judge.judge(shown("three", "v9")))))
        .isEqualTo(0.5);
  }

  private static Judge.Verdict judge(String text, String label, String gold) {
    return new Judge(question(gold, null), item -> List.of()).judge(shown(text, label));
  }

  private static Judge.Shown shown(String text, String label) {
    return new Judge.Shown("d", "s", Set.of(label), text);
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  private static BenchQuestion question(@Nullable String words, @Nullable String phrase) {
    return new BenchQuestion(
        "q",
        "load",
        "what?",
        new BenchQuestion.About.At(new TimeInput.Day(LocalDate.of(2020, 1, 1))),
        null,
        Set.of("kind"),
        List.of(new BenchQuestion.Item("d", Set.of("v1"), null, phrase, words)),
        "d",
        false,
        "{}");
  }
}
