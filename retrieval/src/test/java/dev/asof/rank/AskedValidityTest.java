package dev.asof.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedValidityTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which Reddit User Agreement applied, the day before the next one took effect?",
        "which terms were to apply to users outside the EU, and until when?",
        "Which privacy statement was in force?",
        "What version is current?",
        "Since when are the terms effective?",
        "From which calendar date on is the hunting law in force?",
        "Until when did the emergency amendments apply?",
        "When did the new terms take effect?",
        "Which effective dates did the agreement carry?",
        "Seit wann gilt die Fassung?",
        "Wann trat das Gesetz in Kraft?",
        "Welche Fassung des Gesetzes galt damals?",
        "Depuis quand le décret est-il applicable ?",
        "Quand l'article est-il entré en vigueur ?",
        "¿Desde cuándo rige la ley?",
        "Des de quan és vigent la llei?",
        "약관은 언제부터 적용됩니까?",
        "개인정보 처리방침의 시행일은?"
      })
  void aQuestionAboutWhenATextAppliesIsSeen(String question) {
    assertThat(Question.of(question).asksValidity()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what notice did the terms promise before changing the agreement?",
        "who used the data under the statement in force on 1 March 2023?",
        "In the Privacy Policy, what is said about partner, account and applies?",
        "What does the section say about the effect of a breach?",
        "Which courts decide?",
        "Wann verjährt der Anspruch?",
        "Quel juge peut prescrire les mesures urgentes ?",
        "수수료는 얼마입니까?"
      })
  void aQuestionAboutWhatATextSaysIsNone(String question) {
    assertThat(Question.of(question).asksValidity()).isFalse();
  }
}
