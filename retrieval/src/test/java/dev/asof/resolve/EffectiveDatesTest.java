package dev.asof.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EffectiveDatesTest {
  private static final Path SHARED = Path.of("../../shared/data");
  private static final Reference REFERENCE =
      new Reference(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC, true);
  private static final EffectiveDates DATES = new EffectiveDates(ReadingSettings.none());

  private static List<LocalDate> days(String text) {
    return DATES.of(text, REFERENCE).stream()
        .map(EffectiveDates.Suggestion::day)
        .filter(java.util.Objects::nonNull)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Effective date: March 1, 2024 | 2024-03-01",
        "Version Effective Date: November 1, 2020 | 2020-11-01",
        "**Effective Date:** 1 March 2024 | 2024-03-01",
        "These terms are effective as of March 1, 2024. | 2024-03-01",
        "This policy takes effect on 2024-03-01. | 2024-03-01",
        "On March 1, 2024, this Act comes into force. | 2024-03-01",
        "The rules in force since 1 March 2024 apply. | 2024-03-01",
        "Dieses Gesetz tritt am 1. Januar 2024 in Kraft. | 2024-01-01",
        "Die Verordnung ist am 3. Mai 2021 in Kraft getreten. | 2021-05-03",
        "La présente loi entre en vigueur le 1er janvier 2024. | 2024-01-01",
        "Esta ley entrará en vigor el 1 de enero de 2024. | 2024-01-01",
        "Aquest Decret entra en vigor l’1 d’octubre del 2022, després de ser publicat. |"
            + " 2022-10-01",
        "시행일 2024년 3월 1일 | 2024-03-01",
        "이 법은 2024년 3월 1일부터 시행한다. | 2024-03-01"
      })
  void theDayIsFoundWithItsSentence(String text, LocalDate day) {
    assertThat(days(text)).containsExactly(day);
    EffectiveDates.Suggestion found = DATES.of("Before.\n" + text, REFERENCE).getFirst();
    assertThat(found.sentence()).isEqualTo(text);
    assertThat(("Before.\n" + text).substring(found.span().start(), found.span().end()))
        .isEqualTo(found.phrase());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The meeting of March 1, 2024 was effective.",
        "These terms are effective until March 1, 2024.",
        "An effective policy was written. On March 1, 2024 we met.",
        "Effective date: 03/04/2024",
        "Effective immediately.",
        "It was an ineffective rule of March 1, 2024",
        "Effective in 2024."
      })
  void whatIsNoStartOrNotCertainIsNotProposed(String text) {
    assertThat(days(text)).isEmpty();
  }

  @Test
  void aNumericDateIsReadAsItsSourceWritesThem() {
    EffectiveDates dayFirst =
        new EffectiveDates(
            new ReadingSettings(
                null,
                ReadingSettings.NumericOrder.DAY_FIRST,
                null,
                null,
                null,
                java.util.Map.of()));
    assertThat(dayFirst.of("Effective date: 03/04/2024", REFERENCE).getFirst().day())
        .isEqualTo("2024-04-03");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "This Act takes effect 30 days after its publication. | 2024-03-31 | 30 days after"
            + " publication",
        "It comes into force thirty (30) days after the date of publication. | 2024-03-31 | 30 days"
            + " after publication",
        "It enters into force on the day following that of its entry. It enters into force on the"
            + " day following its publication in the Gazette. | 2024-03-02 | 1 day after"
            + " publication",
        "These rules take effect on the 20th day following their publication. | 2024-03-21 | 20"
            + " days after publication",
        "This Order comes into force upon publication. | 2024-03-01 | the day of publication",
        "Dieses Gesetz tritt am Tag nach der Verkündung in Kraft. | 2024-03-02 | 1 day after"
            + " publication",
        "Dieses Gesetz tritt am Tage seiner Verkündung in Kraft. | 2024-03-01 | the day of"
            + " publication",
        "Die Verordnung tritt drei Monate nach ihrer Verkündung in Kraft. | 2024-06-01 | 3 months"
            + " after publication",
        "Sie tritt am ersten Tag des auf die Verkündung folgenden Monats in Kraft. | 2024-04-01 |"
            + " the first day of the month after publication",
        "La présente loi entre en vigueur le lendemain de sa publication. | 2024-03-02 | 1 day"
            + " after publication",
        "Le décret entrera en vigueur six mois après sa publication au Journal officiel. |"
            + " 2024-09-01 | 6 months after publication",
        "La presente Ley entrará en vigor el día siguiente al de su publicación. | 2024-03-02 | 1"
            + " day after publication",
        "Esta ley entrará en vigor a los veinte días de su publicación. | 2024-03-21 | 20 days"
            + " after publication",
        "Aquesta Llei entrarà en vigor l’endemà de la seva publicació al BOPA. | 2024-03-02 | 1 day"
            + " after publication",
        "Aquest Decret entra en vigor el mateix dia de ser publicat al Butlletí. | 2024-03-01 | the"
            + " day of publication",
        "La present Llei entrarà en vigor als sis mesos de la seva publicació. | 2024-09-01 | 6"
            + " months after publication",
        "이 법은 공포한 날부터 시행한다. | 2024-03-01 | the day of publication",
        "이 법은 공포 후 6개월이 경과한 날부터 시행한다. | 2024-09-02 | the day after 6 months from"
            + " publication have passed"
      })
  void aStartThatIsCountedFromThePublicationIsProposedWithItsRule(
      String text, LocalDate day, String rule) {
    EffectiveDates.Suggestion known =
        DATES.of(text, REFERENCE, LocalDate.of(2024, 3, 1)).getFirst();
    assertThat(known.day()).isEqualTo(day);
    assertThat(known.remarks()).containsExactly(rule);
    assertThat(text.substring(known.span().start(), known.span().end())).isEqualTo(known.phrase());

    EffectiveDates.Suggestion unknown = DATES.of(text, REFERENCE).getFirst();
    assertThat(unknown.day()).isNull();
    assertThat(unknown.rule()).isEqualTo(known.rule());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Rules shall be effective no earlier than 30 days after their publication.",
        "Sie tritt frühestens drei Monate nach der Verkündung in Kraft.",
        "Comments are due 30 days after publication.",
        "It is effective until 30 days after its publication.",
        "Aquest Decret entra en vigor després de ser publicat."
      })
  void whatCountsFromThePublicationAndIsNoStartIsNotProposed(String text) {
    assertThat(DATES.of(text, REFERENCE, LocalDate.of(2024, 3, 1))).isEmpty();
  }

  @Test
  void aDayIsProposedOnce() {
    assertThat(days("Effective March 1, 2024.\n\nIt took effect on March 1, 2024."))
        .containsExactly(LocalDate.of(2024, 3, 1));
  }

  /// The set states no start for these; each proposal was compared with its sentence by a person
  /// (2026-11-30). The one that is wrong speaks of another law, in a recital.
  @Test
  void measuredOnTheStartsThatTheBopaCountsFromThePublication() throws IOException {
    Path file = SHARED.resolve("bopa").resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set bopa is not beside this checkout");
    JsonMapper json = JsonMapper.builder().build();
    Pattern said =
        Pattern.compile(
            "(?i)(?:entra|entrarà|entrada) en"
                + " vigor[^.]{0,60}(?:publicació|publicar-se|publicad?[ate]s?)");
    int versions = 0;
    int proposed = 0;
    int missed = 0;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode version = json.readTree(line);
        String body = version.path("body").asString("");
        LocalDate published =
            LocalDate.parse(version.path("published_at").asString("").substring(0, 10));
        List<EffectiveDates.Suggestion> counted =
            DATES.of(body, REFERENCE, published).stream()
                .filter(one -> one.rule() != null)
                .toList();
        boolean stated = said.matcher(body).find();
        versions += stated ? 1 : 0;
        proposed += counted.size();
        missed += stated && counted.isEmpty() ? 1 : 0;
      }
    }
    System.out.printf(
        java.util.Locale.ROOT,
        "bopa: %d versions count their start from the publication, %d proposals, %d versions"
            + " without one%n",
        versions,
        proposed,
        missed);
    assertThat(versions).isEqualTo(30);
    assertThat(proposed).as("of which 29 are right").isEqualTo(30);
    assertThat(missed).as("its start is a day, after its publication").isEqualTo(1);
  }

  /// Against the dates that the sets state, of the versions whose source states one. The articles
  /// of the code civil do not say when they apply, so that nothing can be found there; what counts
  /// is that nothing wrong is proposed.
  @ParameterizedTest
  @CsvSource({"githubpolicy, 0.95, 0.99", "codecivil, 1.00, 0.00", "bopa, 1.00, 1.00"})
  void measuredAgainstTheDatesThatRealSetsState(
      String set, double leastPrecision, double leastRecall) throws IOException {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    JsonMapper json = JsonMapper.builder().build();
    int stated = 0;
    int found = 0;
    int proposed = 0;
    int right = 0;
    int undated = 0;
    int proposedUndated = 0;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode version = json.readTree(line);
        String body = version.path("body").asString("");
        String from = version.path("valid_from").asString("");
        if (body.isBlank()) {
          continue;
        }
        List<LocalDate> days = days(body);
        if (from.isEmpty()) {
          undated++;
          proposedUndated += days.isEmpty() ? 0 : 1;
          continue;
        }
        LocalDate day = LocalDate.parse(from.substring(0, 10));
        stated++;
        proposed += days.size();
        right += days.contains(day) ? 1 : 0;
        found += days.contains(day) ? 1 : 0;
      }
    }
    double precision = proposed == 0 ? 1 : (double) right / proposed;
    double recall = stated == 0 ? 0 : (double) found / stated;
    System.out.printf(
        java.util.Locale.ROOT,
        "%s: %d versions state a day, %d days proposed for them, %d right: precision %.3f, recall"
            + " %.3f; %d of %d versions that state none have a proposal%n",
        set,
        stated,
        proposed,
        right,
        precision,
        recall,
        proposedUndated,
        undated);
    assertThat(precision).as("precision on " + set).isGreaterThanOrEqualTo(leastPrecision);
    assertThat(recall).as("recall on " + set).isGreaterThanOrEqualTo(leastRecall);
  }
}
