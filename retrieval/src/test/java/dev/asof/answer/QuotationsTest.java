package dev.asof.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotationsTest {
  private static final List<String> PASSAGES =
      List.of(
          "# Notice\n\nWe give **thirty days**\nof notice before we change this agreement.",
          "“Consumer” means a person’s own use; 통지는 30일 전에 한다");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "It says \"thirty days of notice\" [1].",
        "It says “thirty days of notice.”",
        "It says „We give ... before we change this agreement“.",
        "It says «a person's own use».",
        "그것은 「통지는 30일 전에 한다」라고 한다.",
        "Nothing is quoted, and \"\" is nothing.",
        "It says \"Notice\""
      })
  void whatStandsThereIsHeldUpToTypography(String sentence) {
    assertThat(Quotations.notIn(PASSAGES, sentence)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "It says \"sixty days of notice\".",
        "It says “Thirty days of notice”.",
        "It says \"before we change ... thirty days\".",
        "It says \"thirty days of notice a person's own use\".",
        "그것은 『통지는 60일 전에 한다』라고 한다."
      })
  void whatDoesNotIsNot(String sentence) {
    assertThat(Quotations.notIn(PASSAGES, sentence)).hasSize(1);
  }
}
