package dev.asof.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DraftTest {

  private static List<String> sentences(String words) {
    return Draft.of(words, List.of("null")).sections().stream()
        .flatMap(section -> section.sentences().stream())
        .map(one ->
            one.text()
                + " "
                + one.numbers()
                + (one.unreadable().isEmpty() ? "" : " " + one.unreadable()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          Notice is thirty days [1]. It was sixty [2].            | Notice is thirty days. [1]      | It was sixty. [2]
          Notice is thirty days. [1] It was sixty. [2]            | Notice is thirty days. [1]      | It was sixty. [2]
          Under Art. 5 [1]. No fee is due [2].                    | Under Art. 5. [1]               | No fee is due. [2]
          Art. 5 GDPR applies [1]. See No. 3 there [2].           | Art. 5 GDPR applies. [1]        | See No. 3 there. [2]
          The rate is 3.5 percent [1]. It rose by 0.25 [1].       | The rate is 3.5 percent. [1]    | It rose by 0.25. [1]
          Es gilt ab dem 1. März 2024 [1]. Vorher nach Abs. 2 [2]. | Es gilt ab dem 1. März 2024. [1] | Vorher nach Abs. 2. [2]
          Is it due? [1] Yes [2]!                                 | Is it due? [1]                  | Yes! [2]
          통지는 30일 전에 한다 [1]. 이 규정은 2024. 3. 1. 시행한다 [2]. | 통지는 30일 전에 한다. [1]        | 이 규정은 2024. 3. 1. 시행한다. [2]
          通知は30日前に行う[1]。手数料は無料である[2]。                | 通知は30日前に行う。 [1]          | 手数料は無料である。 [2]
          Mr. Smith et al. say so [1]. U.S. law differs [2].      | Mr. Smith et al. say so. [1]    | U.S. law differs. [2]
          """)
  void aLineIsCutIntoItsSentencesWithTheirMarkers(String line, String first, String second) {
    assertThat(sentences(line)).containsExactly(first, second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Both hold [1][2].       | Both hold. [1, 2]
          Both hold [1, 2].       | Both hold. [1, 2]
          Both hold [2][1][2].    | Both hold. [2, 1]
          It holds [1-3].         | It holds. [] [[1-3]]
          It holds [0].           | It holds. [] [[0]]
          It holds [01].          | It holds. [] [[01]]
          It holds 【1】.          | It holds. [] [【1】]
          It holds [1; 2].        | It holds. [] [[1; 2]]
          It holds [12345].       | It holds. [] [[12345]]
          It holds [see 1].       | It holds [see 1]. []
          It holds (1).           | It holds (1). []
          It holds.               | It holds. []
          """)
  void markersAreReadStrictly(String line, String sentence) {
    assertThat(sentences(line)).containsExactly(sentence);
  }

  @Test
  void aMarkerBehindASentenceThatHasItsOwnBelongsToTheNext() {
    assertThat(sentences("Notice is thirty days [1]. [2] It was sixty."))
        .containsExactly("Notice is thirty days. [1]", "It was sixty. [2]");
  }

  @Test
  void listsEmphasisAndControlCharactersGo() {
    assertThat(sentences("- **Thirty** days [1].\n2. Sixty\u001b[31m days\u202e [2].\n\n"))
        .containsExactly("Thirty days. [1]", "Sixty [31m days. [2]");
  }

  @Test
  @Timeout(30)
  void whateverAModelWritesIsReadInLinearTime() {
    assertThat(sentences("[1".repeat(50_000)).size()).isEqualTo(1);
    assertThat(sentences("[" + "1".repeat(200_000)).size()).isEqualTo(1);
    assertThat(sentences("It is. ".repeat(30_000)).size()).isEqualTo(30_000);
    assertThat(sentences("2024. 3. 1. ".repeat(20_000)).size()).isEqualTo(1);
    assertThat(sentences("#".repeat(100_000) + " : ".repeat(50_000)).size()).isEqualTo(1);
  }

  @Test
  void headingsAreThePeriodsOfSeveralAndNothingOfOne() {
    String words = "Before.\n## 1\nOne [1].\n## march 2024:\nTwo [2].\n## all\nBoth [1][2].\n";
    Draft draft = Draft.of(words, List.of("August 2023", "March 2024"));

    assertThat(draft.sections().stream().map(Draft.Section::period).toList())
        .containsExactly(null, 1, 2, null);
    assertThat(sentences("## Notice\nOne [1].")).containsExactly("Notice []", "One. [1]");
  }
}
