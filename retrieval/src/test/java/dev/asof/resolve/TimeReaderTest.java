package dev.asof.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class TimeReaderTest {

  private static final ZoneId LONDON = ZoneId.of("Europe/London");
  private static final Reference REFERENCE =
      new Reference(Instant.parse("2024-05-15T09:00:00Z"), LONDON, false);

  private final TimeReader reader = new TimeReader(ReadingSettings.none());

  private ReadTime about(String question) {
    return reader.read(question, REFERENCE).about().getFirst();
  }

  @Test
  void aDayAsValidTimeStaysADayBecauseItIsAnotherInstantInEachSourcesZone() {
    assertThat(about("on 1 July 2024").point())
        .contains(new TimeInput.Day(LocalDate.parse("2024-07-01")));
  }

  @Test
  void aDayInANamedZoneIsThatZonesMidnight() {
    assertThat(about("1 July 2024 (Asia/Seoul)").point().orElseThrow().at(LONDON, false).instant())
        .isEqualTo(Instant.parse("2024-06-30T15:00:00Z"));
  }

  @Test
  void aRangeIsNoPoint() {
    assertThat(about("in 2019").point()).isEmpty();
    assertThat(about("until 1 March 2024").point()).isEmpty();
  }

  @Test
  void aQuarterIsTheSameQuarterInTheAskedZone() {
    Reference kiritimati = new Reference(REFERENCE.now(), ZoneId.of("Pacific/Kiritimati"), false);
    Reference pago = new Reference(REFERENCE.now(), ZoneId.of("Pacific/Pago_Pago"), false);

    assertThat(reader.read("Q3 2023", kiritimati).about().getFirst().range())
        .isEqualTo(
            TimeRange.between(
                Instant.parse("2023-06-30T10:00:00Z"), Instant.parse("2023-09-30T10:00:00Z")));
    assertThat(reader.read("Q3 2023", pago).about().getFirst().range())
        .isEqualTo(
            TimeRange.between(
                Instant.parse("2023-07-01T11:00:00Z"), Instant.parse("2023-10-01T11:00:00Z")));
  }

  @Test
  void aKnownDayIsItsLastMicrosecond() {
    StatedTime known =
        reader
            .read("as known on 3 June 2023", REFERENCE)
            .known()
            .getFirst()
            .knownAt(REFERENCE.now())
            .orElseThrow();

    assertThat(known.instant()).isEqualTo(Instant.parse("2023-06-03T22:59:59.999999Z"));
    assertThat(known.precision()).isEqualTo(Precision.DAY);
  }

  @Test
  void whatIsKnownTodayIsCutToTheReference() {
    assertThat(
            reader
                .read("as known today, what applies?", REFERENCE)
                .known()
                .getFirst()
                .knownAt(REFERENCE.now())
                .orElseThrow()
                .instant())
        .isEqualTo(REFERENCE.now());
  }

  @Test
  void aDayWithoutMidnightSaysSo() {
    Reference saoPaulo = new Reference(REFERENCE.now(), ZoneId.of("America/Sao_Paulo"), false);

    ReadTime day = reader.read("on 4 November 2018", saoPaulo).about().getFirst();

    assertThat(day.range().start()).contains(Instant.parse("2018-11-04T03:00:00Z"));
    assertThat(day.sentence()).contains("the day starts at 01:00");
  }

  @Test
  void aDayOfTheClockChangeHasTwentyThreeHours() {
    assertThat(about("on 31 March 2024").range())
        .isEqualTo(
            TimeRange.between(
                Instant.parse("2024-03-31T00:00:00Z"), Instant.parse("2024-03-31T23:00:00Z")));
  }

  @Test
  void anAssumedZoneIsSaid() {
    Reference assumed = new Reference(REFERENCE.now(), LONDON, true);

    assertThat(reader.read("last year", assumed).about().getFirst().sentence())
        .contains("Europe/London (zone assumed)");
  }

  @Test
  void theSentenceStatesTheReading() {
    assertThat(about("last quarter").sentence())
        .isEqualTo(
            "\"last quarter\" is read as valid time Q1 2024: from 2024-01-01 to 2024-04-01 (not"
                + " included), in each source's own zone, seen from Europe/London");
    assertThat(about("until 2025").sentence())
        .isEqualTo(
            "\"until 2025\" is read as valid time before 2025: before 2025-01-01 (not included), in"
                + " each source's own zone, seen from Europe/London; 2025 is excluded");
    assertThat(about("on 31 March 2024 at 10:00").sentence())
        .as("a time of day is read in the zone of who asks")
        .endsWith("(not included), Europe/London");
    assertThat(about("the week of 5 May 2024").sentence())
        .contains(
            "weeks start on Monday (ISO 8601; no week rule is set)", "2024-05-05 is a Sunday");
    assertThat(about("at midnight on 31 March 2024 in London").sentence())
        .contains("midnight is the start of 2024-03-31");
  }

  @Test
  void theSeasonStatesItsHemisphere() {
    ReadingSettings north =
        new ReadingSettings(
            null, null, ReadingSettings.Hemisphere.NORTHERN, null, null, java.util.Map.of());

    assertThat(
            new TimeReader(north)
                .read("in the summer of 2019", REFERENCE)
                .about()
                .getFirst()
                .sentence())
        .contains("northern hemisphere");
  }

  @Test
  void noTimeIsSaid() {
    QuestionTime reading = reader.read("What is the privacy policy?", REFERENCE);

    assertThat(reading.kind()).isEqualTo(QuestionKind.NONE);
    assertThat(reading.sentence())
        .isEqualTo("no time is given: current effective knowledge is meant.");
  }

  @Test
  void aNumberThatCouldBeAYearAndIsNoneIsReported() {
    assertThat(reader.read("What does the 1996 act say?", REFERENCE).unread())
        .singleElement()
        .satisfies(word -> {
          assertThat(word.text()).isEqualTo("1996");
          assertThat(word.why()).isEqualTo("part of a name");
        });
    assertThat(reader.read("flight data GitHub 2019 employees", REFERENCE).unread())
        .singleElement()
        .satisfies(word -> assertThat(word.why()).isEqualTo("a count"));
  }

  @Test
  void anAmbiguousDateIsAskedWithItsChoices() {
    AskBack ask = reader.read("What applied on 03/04/2024?", REFERENCE).asks().getFirst();

    assertThat(ask.reason()).isEqualTo(Reason.NUMERIC_DATE);
    assertThat(ask.text()).isEqualTo("03/04/2024");
    assertThat(ask.choices())
        .containsExactly(
            new Choice("3 April 2024", "2024-04-03"), new Choice("4 March 2024", "2024-03-04"));
    assertThat(ask.sentence())
        .isEqualTo(
            "\"03/04/2024\" is not certain: the day or the month can come first. 3 April 2024:"
                + " write 2024-04-03. 4 March 2024: write 2024-03-04");
  }

  @Test
  void anEventIsAWordWhereTheQuestionNamesItsTime() {
    QuestionTime reading =
        reader.read("On 15 November 2020, what was due before the amendment?", REFERENCE);

    assertThat(reading.isCertain()).isTrue();
    assertThat(reading.unread()).extracting(Unread::text).containsExactly("before the amendment");
  }

  @Test
  void eachPeriodOfASeriesIsCutToTheTimeThatIsAsked() {
    QuestionTime reading = reader.read("each year since March 2022", REFERENCE);

    assertThat(reading.periods()).hasSize(3);
    assertThat(reading.periods().getFirst())
        .isEqualTo(
            new Period(
                "2022",
                new DateRange(LocalDate.parse("2022-03-01"), LocalDate.parse("2023-01-01")),
                TimeRange.between(
                    Instant.parse("2022-03-01T00:00:00Z"), Instant.parse("2023-01-01T00:00:00Z"))));
  }

  @Test
  void hostileInputStaysShortInSentences() {
    String sentence =
        reader.read("3 foo\u001b[31m maggio " + "x".repeat(100_000), REFERENCE).sentence();

    assertThat(sentence).hasSizeLessThan(2_000).doesNotContain("\u001b");
  }
}
