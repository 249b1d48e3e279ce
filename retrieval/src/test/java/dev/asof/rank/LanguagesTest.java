package dev.asof.rank;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.eligible.Eligibility;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.Story;
import dev.asof.index.WithStory;
import dev.asof.resolve.TextSpan;
import dev.asof.split.Format;
import dev.asof.write.Change;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a question in each language finds.
class LanguagesTest extends WithStory {
  private long head;

  private void holds(String document, @Nullable String language, String text) {
    holds(document, language, "site", "v1", text, "2024-01-01");
  }

  private void holds(
      String document,
      @Nullable String language,
      String source,
      String label,
      String text,
      String from) {
    NewVersion version =
        new NewVersion(
            label, null, language, null, null, false, null, PreparedText.of(Format.MARKDOWN, text));
    head =
        story
            .write(
                new Change.Assert(
                    Change.Place.of(document, source),
                    new Change.Wanted.New(version),
                    Story.day(from),
                    null,
                    false))
            .sequence();
  }

  private void entitled(String document, String title) {
    NewVersion version =
        new NewVersion(
            "v1", title, "en", null, null, false, null, PreparedText.of(Format.TEXT, "A mistake."));
    head =
        story
            .write(
                new Change.Assert(
                    Change.Place.of(document, "site"),
                    new Change.Wanted.New(version),
                    Story.day("2024-01-01"),
                    null,
                    false))
            .sequence();
  }

  private String key(DocumentId document) {
    return database
        .database()
        .read(
            story.tenant(),
            sql ->
                sql.select(DOCUMENT.KEY)
                    .from(DOCUMENT)
                    .where(DOCUMENT.DOCUMENT_ID.eq(document))
                    .fetchSingle()
                    .value1());
  }

  /// The keys of the documents that are found, best first.
  private List<String> find(Question question) {
    TenantId tenant = story.tenant();
    try (Lease lease = index.lease(tenant, head)) {
      List<String> keys = new ArrayList<>();
      for (Ranked hit :
          new Lexical(lease, question, Eligibility.everything(tenant, Set.of())).next(20)) {
        keys.add(key(hit.passage().document()));
      }
      return keys;
    }
  }

  private List<String> find(String question) {
    return find(Question.of(question));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | The provider notifies all users.             | notified user
          en | Penalties are payable.                       | penalty
          de | Die Kündigungsfrist beträgt einen Monat.     | Kündigung
          de | Die Kündigungsfrist beträgt einen Monat.     | Fristen
          de | Er hat Anspruch auf Erholungsurlaub.         | Urlaub
          de | Die Frist der Kündigung ist ein Monat.       | Kündigungsfrist
          de | Die Häuser gehören dem Verein.               | Haus
          de | Der Bußgeldbescheid geht zu.                 | Bussgeldbescheid
          de | Die Prüfung ist öffentlich.                  | Pruefung oeffentlich
          fr | L’employeur verse une indemnité.             | indemnités des employeurs
          fr | Il dépend d'une obligation légale.           | obligations legales
          fr | Les époux sont égaux.                        | l'époux
          es | Las autorizaciones serán públicas.           | autorización pública
          ca | Una col·lecció il·legal.                     | colleccio il.legal
          ca | Una col·lecció il·legal.                     | coŀleccions iŀlegals
          ca | Les autoritzacions d’immigració.             | autorització de la immigració
          ko | 회사는 개인정보 보호정책을 공개한다.                 | 개인정보 보호정책은 언제 공개되나요?
          ko | 회사는 개인정보의 수집·이용에 대한 동의를 받는다.       | 개인정보 수집 동의
          """)
  void aPassageIsFoundByOtherFormsOfItsWords(String language, String text, String question) {
    holds("wanted", language, text);
    holds("other", language, "1 2 3 zzz");

    assertThat(find(question)).containsExactly("wanted");
  }

  @Test
  void koreanParticlesAndQuestionWordsDoNotMatter() {
    holds("policy", "ko", "개인정보 보호정책: 회사는 정보를 지킨다.");
    holds("when", "ko", "언제든지 해지할 수 있다. 요금은 언제 낼 수 있는지 정한다.");

    assertThat(find("개인정보 보호정책은 언제")).first().isEqualTo("policy");
    assertThat(find("개인정보 보호정책을")).isEqualTo(find("개인정보 보호정책"));
  }

  @Test
  void anExactWordBeatsAStemmedOneAtEqualCounts() {
    holds("a-stemmed", "en", "Each notice counts here.");
    holds("b-exact", "en", "Each notices counts here.");
    holds("c-stemmed", "en", "Each notice counts here.");

    assertThat(find("notices")).hasSize(3).first().isEqualTo("b-exact");
  }

  @Test
  void anExactWordWinsEvenWhereAnotherLanguageMakesItCommon() {
    for (int i = 0; i < 6; i++) {
      holds("de-" + i, "de", "Die Notices stehen im Anhang " + i + ".");
    }
    holds("a-stemmed", "en", "Each notice counts here.");
    holds("b-exact", "en", "Each notices counts here.");

    List<String> found = find("notices");
    assertThat(found.indexOf("b-exact")).isLessThan(found.indexOf("a-stemmed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xx", "it", "fr", "ko", "de-AT", "und"})
  void aWrongOrUnknownLanguageLosesNoPassage(String language) {
    holds("wanted", language, "Every subscriber receives thirty days of notice.");

    assertThat(find("subscriber notice")).containsExactly("wanted");
  }

  @Test
  void aTextWithoutLanguageIsReadInTheOneOfItsSmallWords() {
    holds("wanted", null, "Die Kündigungsfrist ist für den Mieter und die Vermieterin gleich.");

    assertThat(find("Kündigung der Mieterinnen")).containsExactly("wanted");
  }

  @Test
  void hangulIsReadAsKoreanWhateverTheTagSays() {
    holds("wanted", "en", "회사는 개인정보를 보호한다.");

    assertThat(find("개인정보는?")).containsExactly("wanted");
  }

  @Test
  void aPassageOfTwoLanguagesIsScoredOnce() {
    holds("both", "en", "The licence ends. La licence prend fin.");
    holds("both", "fr", "other", "v2", "The licence ends. La licence prend fin.", "2024-01-01");
    holds("one", "en", "The licence ends. La licence prend fin.");

    assertThat(find("licence")).containsExactly("both", "one");
    TenantId tenant = story.tenant();
    try (Lease lease = index.lease(tenant, head)) {
      List<Ranked> found =
          new Lexical(lease, Question.of("licence"), Eligibility.everything(tenant, Set.of()))
              .next(5);
      assertThat(found.get(0).score()).isLessThan(found.get(1).score() * 1.5f);
    }
  }

  @Test
  void aSectionNamedByNumberWinsOverEveryStem() {
    holds("wanted", "de", "# § 5 Urlaub\n\nAnspruch.\n\n# § 6 Fristen\n\nUrlaub Urlaub Urlaub.\n");

    TenantId tenant = story.tenant();
    try (Lease lease = index.lease(tenant, head)) {
      Ranked first =
          new Lexical(
                  lease,
                  Question.of("Urlaubsfristen nach § 5"),
                  Eligibility.everything(tenant, Set.of()))
              .next(5)
              .getFirst();
      assertThat(first.named()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          code/art-144   | que dit l'article 144 du code ?
          code/28-3814.1 | what does § 28-3814.1 say?
          """)
  void aDocumentThatIsOneArticleIsNamedByItsNumber(String wanted, String question) {
    holds("code/other", "fr", "Que dit le code : article 144, § 28-3814.1, que dit, what does.");
    holds(wanted, "fr", "Nul ne peut.");

    assertThat(find(question)).first().isEqualTo(wanted);
  }

  @Test
  void aDocumentNamedWholeComesBeforeOneThatSharesItsWords() {
    holds("site/terms-of-service", "en", "Fees are due monthly.");
    holds(
        "shop/returns", "en", "Fees: the terms of this service, its site, its terms and service.");

    assertThat(find("what fees do the Site Terms of Service name?"))
        .first()
        .isEqualTo("site/terms-of-service");
  }

  @Test
  void whereItIsAskedWhenATextAppliedThePassageThatSaysSoComesFirst() {
    holds("dated", "en", "Effective March 1, 2024.");
    holds("wordy", "en", "The terms that applied apply to which terms apply.");

    assertThat(find("which terms applied?")).containsExactly("dated", "wordy");
    assertThat(find("what do the terms that applied say?")).containsExactly("wordy");
  }

  @Test
  void anErratumIsFoundByTheNumberOfTheActThatItsTitleSpeaksOf() {
    holds("gazette/d-1", "en", "# Decree 175/2023 on quotas\n\nThe quota is ten.");
    entitled("gazette/e-2", "Erratum of 175 words in Decree 12/2023 on quotas");
    entitled("gazette/e-1", "Erratum of 26 April 2023 in Decree 175/2023 on quotas");

    assertThat(find("Decree 175/2023")).startsWith("gazette/e-1");
  }

  @Test
  void subsectionsAreNamedByTheirLetters() {
    assertThat(Question.of("what is left of subsections (a) and (b) of § 8-151.13a?").sections())
        .containsExactlyInAnyOrder("(a)", "(b)", "§-8-151-13a");
    assertThat(Question.of("see (a) and (b)").sections()).isEmpty();
  }

  @Test
  void aTimeThatWasReadIsNotSearchedFor() {
    holds("dated", "en", "Effective 1 March 2024 on this day.");
    holds("wanted", "en", "The fee is ten.");
    String question = "what was the fee on 1 March 2024?";
    TextSpan time = new TextSpan(question.indexOf("on 1"), question.indexOf("?"));

    assertThat(find(question)).contains("dated");
    assertThat(find(Question.of(question, List.of(time)))).containsExactly("wanted");
    assertThat(find(Question.of("1 March 2024", List.of(new TextSpan(0, 12)))))
        .as("nothing else to search for")
        .containsExactly("dated");
  }

  @Test
  void aRebuiltIndexGivesTheSameScores() {
    holds("a", "de", "Der Urlaub der Arbeitnehmer.");
    holds("b", "en", "The leave of employees.");
    holds("a2", "de", "Urlaubsgesetz der Arbeitnehmer.");
    TenantId tenant = story.tenant();
    List<Ranked> before = scores(tenant);
    holds("a", "de", "site", "v2", "Kein Urlaub mehr.", "2024-06-01");
    holds("a", "de", "site", "v3", "Der Urlaub ist zurück.", "2024-07-01");
    List<Ranked> followed = scores(tenant);
    index.rebuild(tenant);

    assertThat(followed).isNotEqualTo(before);
    assertThat(scores(tenant)).isEqualTo(followed);
  }

  private List<Ranked> scores(TenantId tenant) {
    try (Lease lease = index.lease(tenant, head)) {
      return new Lexical(
              lease, Question.of("Urlaub Arbeitnehmer"), Eligibility.everything(tenant, Set.of()))
          .next(20);
    }
  }
}
