package dev.asof.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatedValidityTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#### Effective as of January 5, 2022 ([view previous version](https://example.org))",
        "Reddit User Agreement: Effective February 15, 2024. Last Revised February 15, 2024",
        "Effective date: Sept. 1, 2022",
        "**Last updated:** 3 May 2021",
        "The amendments will expire on February 10, 2023.",
        "This Act shall come into force on the day after its publication.",
        "These Terms take effect on 2024-03-01.",
        "Dieses Gesetz tritt am 1. Januar 2024 in Kraft.",
        "Zuletzt geändert durch\n:   Art. 7 G v. 31.7.2009 I 2521",
        "Le présent décret entrera en vigueur le lendemain de sa publication.",
        "Version en vigueur depuis le 1er octobre 2016",
        "La presente ley entrará en vigor al día siguiente de su publicación.",
        "Aquesta Llei entrarà en vigor l’endemà de publicar-se.",
        "시행 2024. 3. 1.",
        "이 약관은 2024년 3월 1일부터 시행합니다."
      })
  void aPassageThatSaysWhenItsTextAppliesIsSeen(String text) {
    assertThat(StatedValidity.in(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Price changes will take effect at the start of the next subscription period.",
        "We take effective measures. The report of 2023 says so.",
        "An effective remedy is due.",
        "The licence expires when the account is closed.",
        "Der Vertrag tritt an die Stelle des alten.",
        "Le juge entre en fonction.",
        "서비스를 시행하는 회사"
      })
  void aPassageThatDoesNotIsNone(String text) {
    assertThat(StatedValidity.in(text)).isFalse();
  }
}
