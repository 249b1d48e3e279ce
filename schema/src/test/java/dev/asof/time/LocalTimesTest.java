package dev.asof.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalTimesTest {
  private static final ZoneId LONDON = ZoneId.of("Europe/London");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId APIA = ZoneId.of("Pacific/Apia");

  @ParameterizedTest
  @CsvSource({
    "2024-03-01, Europe/London, 2024-03-01T00:00:00Z",
    "2024-07-01, Europe/London, 2024-06-30T23:00:00Z",
    "2024-07-01, Asia/Kolkata, 2024-06-30T18:30:00Z",
    "2024-07-01, America/New_York, 2024-07-01T04:00:00Z",
    "2024-03-10, America/New_York, 2024-03-10T05:00:00Z",
    // Before standard time every town kept its own; these offsets have seconds.
    "1890-01-01, Europe/Berlin, 1889-12-31T23:06:32Z",
    "1804-03-21, Europe/Paris, 1804-03-20T23:50:39Z",
    "1883-01-01, America/New_York, 1883-01-01T04:56:02Z",
    "0001-01-01, UTC, 0001-01-01T00:00:00Z",
  })
  void aDateIsLocalMidnightOfItsZone(LocalDate day, ZoneId zone, Instant start) {
    assertThat(LocalTimes.startOfDay(day, zone)).isEqualTo(new LocalTimes.Decided(start, null));
  }

  @ParameterizedTest
  @CsvSource({
    "2018-11-04, America/Sao_Paulo, 2018-11-04T03:00:00Z",
    "2023-04-28, Africa/Cairo, 2023-04-27T22:00:00Z",
    "2024-03-31, Asia/Beirut, 2024-03-30T22:00:00Z",
  })
  void aDayWhoseMidnightIsSkippedStartsAfterTheGap(LocalDate day, ZoneId zone, Instant start) {
    LocalTimes.Decided decided = LocalTimes.startOfDay(day, zone);

    assertThat(decided.instant()).isEqualTo(start);
    assertThat(decided.decision())
        .isEqualTo(
            "local midnight " + day + " does not exist in " + zone + "; the day starts at 01:00");
    assertThat(start.minusNanos(1).atZone(zone).toLocalDate()).isEqualTo(day.minusDays(1));
  }

  @Test
  void aDayWhoseMidnightIsRepeatedStartsAtTheEarlierOne() {
    LocalTimes.Decided decided =
        LocalTimes.startOfDay(LocalDate.parse("2024-11-03"), ZoneId.of("America/Havana"));

    assertThat(decided.instant()).isEqualTo(Instant.parse("2024-11-03T04:00:00Z"));
    assertThat(decided.decision())
        .isEqualTo(
            "local midnight 2024-11-03 occurs twice in America/Havana; the earlier offset -04:00"
                + " was taken");
  }

  @Test
  void aDayWhoseEveningIsRepeatedStillStartsAtItsOnlyMidnight() {
    LocalTimes.Decided decided =
        LocalTimes.startOfDay(LocalDate.parse("2018-02-18"), ZoneId.of("America/Sao_Paulo"));

    assertThat(decided)
        .isEqualTo(new LocalTimes.Decided(Instant.parse("2018-02-18T03:00:00Z"), null));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-31, Europe/London, 23",
    "2024-10-27, Europe/London, 25",
    "2026-10-25, Europe/Berlin, 25",
    "2018-11-04, America/Sao_Paulo, 23",
    "2024-06-01, Asia/Kolkata, 24",
  })
  void aDayIsNotAlways24Hours(LocalDate day, ZoneId zone, int hours) {
    Duration length =
        Duration.between(
            LocalTimes.startOfDay(day, zone).instant(), LocalTimes.endOfDay(day, zone).instant());

    assertThat(length).isEqualTo(Duration.ofHours(hours));
  }

  @Test
  void aDayThatDoesNotExistIsRefusedInEveryForm() {
    LocalDate skipped = LocalDate.parse("2011-12-30");
    List<Runnable> readings =
        List.of(
            () -> LocalTimes.startOfDay(skipped, APIA),
            () -> LocalTimes.endOfDay(skipped, APIA),
            () -> LocalTimes.parseAbout("2011-12-30", APIA, false).at(APIA, false),
            () -> LocalTimes.parseAbout("2011-12-30T10:00", APIA, false),
            () -> LocalTimes.parseKnown("2011-12-30", APIA, false),
            () -> LocalTimes.parseStated("2011-12-30", APIA, false),
            () -> LocalTimes.parseStated("2011-12-30T10:00", APIA, false));

    assertThat(readings)
        .allSatisfy(reading ->
            assertThat(fault(reading))
                .satisfies(f -> assertThat(f.code()).isEqualTo(Code.BAD_TIME))
                .hasMessage(
                    "the day 2011-12-30 does not exist in Pacific/Apia, where 2011-12-31"
                        + " followed 2011-12-29; write one of these two"));
  }

  @Test
  void theDayBeforeASkippedDayEndsWhereTheNextOneStarts() {
    Instant change = Instant.parse("2011-12-30T10:00:00Z");

    assertThat(LocalTimes.endOfDay(LocalDate.parse("2011-12-29"), APIA))
        .isEqualTo(
            new LocalTimes.Decided(
                change,
                "Pacific/Apia skipped 2011-12-30; 2011-12-29 ends where 2011-12-31 starts"));
    assertThat(LocalTimes.startOfDay(LocalDate.parse("2011-12-31"), APIA).instant())
        .isEqualTo(change);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-07-01T10:00, MINUTE, Europe/London, 2024-07-01T09:00:00Z",
    "2024-07-01T10:00:30, SECOND, Europe/London, 2024-07-01T09:00:30Z",
    "2024-07-01T10:00:30.5, INSTANT, Europe/London, 2024-07-01T09:00:30.500Z",
    "2024-07-01T10:00:30.9999999, INSTANT, Europe/London, 2024-07-01T09:00:30.999999Z",
    "2024-07-01T10:00:59.999999999999, INSTANT, Europe/London, 2024-07-01T09:00:59.999999Z",
    "2024-07-01T10:00Z, MINUTE, Z, 2024-07-01T10:00:00Z",
    "2024-07-01T10:00:00+05:30, SECOND, +05:30, 2024-07-01T04:30:00Z",
    "2024-07-01T10:00[America/New_York], MINUTE, America/New_York, 2024-07-01T14:00:00Z",
    "2024-07-01T10:00-04:00[America/New_York], MINUTE, America/New_York, 2024-07-01T14:00:00Z",
    "1890-01-01T00:00[Europe/Berlin], MINUTE, Europe/Berlin, 1889-12-31T23:06:32Z",
    "1890-01-01T00:00:00+00:53:28, SECOND, +00:53:28, 1889-12-31T23:06:32Z",
  })
  void aTimeIsReadInTheZoneItNamesElseInTheOneAskedFor(
      String text, Precision precision, ZoneId zone, Instant instant) {
    StatedTime expected = new StatedTime(text, zone, zone.equals(LONDON), precision, instant, null);

    assertThat(LocalTimes.parseAbout(text, LONDON, true)).isEqualTo(new TimeInput.Moment(expected));
    assertThat(LocalTimes.parseStated(text, LONDON, true)).isEqualTo(expected);
    assertThat(LocalTimes.parseKnown(text, LONDON, true)).isEqualTo(expected);
  }

  @Test
  void anAboutDateIsMidnightInEachSourcesOwnZone() {
    TimeInput about = LocalTimes.parseAbout("2024-07-01", ZoneOffset.UTC, true);

    assertThat(about).isEqualTo(new TimeInput.Day(LocalDate.parse("2024-07-01")));
    assertThat(about.at(ZoneId.of("Asia/Seoul"), false))
        .isEqualTo(
            new StatedTime(
                "2024-07-01",
                ZoneId.of("Asia/Seoul"),
                false,
                Precision.DAY,
                Instant.parse("2024-06-30T15:00:00Z"),
                null));
    assertThat(about.at(ZoneId.of("America/Los_Angeles"), true).instant())
        .isEqualTo(Instant.parse("2024-07-01T07:00:00Z"));
    assertThat(about.at(ZoneId.of("America/Los_Angeles"), true).zoneAssumed()).isTrue();
  }

  @Test
  void anAboutMomentIsTheSameInstantForEverySource() {
    TimeInput about = LocalTimes.parseAbout("2024-07-01T10:00", LONDON, false);

    assertThat(about.at(ZoneId.of("Asia/Seoul"), true)).isEqualTo(about.at(LONDON, false));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-07-01, UTC, 2024-07-01T23:59:59.999999Z",
    "2024-07-01, Europe/London, 2024-07-01T22:59:59.999999Z",
    "2018-11-03, America/Sao_Paulo, 2018-11-04T02:59:59.999999Z",
    "2024-10-27, Europe/London, 2024-10-27T23:59:59.999999Z",
  })
  void aKnownDateIsTheLastMicrosecondOfThatDay(String text, ZoneId zone, Instant instant) {
    StatedTime known = LocalTimes.parseKnown(text, zone, false);

    assertThat(known.instant()).isEqualTo(instant);
    assertThat(known.precision()).isEqualTo(Precision.DAY);
  }

  @Test
  void aWriterIsAskedWhichOfTwoEqualLocalTimesIsMeant() {
    CallerFault fault = fault(() -> LocalTimes.parseAbout("2024-10-27T01:30", LONDON, false));

    assertThat(fault.code()).isEqualTo(Code.AMBIGUOUS_TIME);
    assertThat(fault)
        .hasMessage(
            "01:30 on 2024-10-27 occurs twice in Europe/London: write 2024-10-27T01:30:00+01:00"
                + " for the earlier or 2024-10-27T01:30:00+00:00 for the later");
    assertThat(fault.context())
        .containsEntry("before", "2024-10-27T01:30:00+01:00")
        .containsEntry("after", "2024-10-27T01:30:00+00:00");
    assertThat(instant(choice(fault, "before"))).isEqualTo(Instant.parse("2024-10-27T00:30:00Z"));
    assertThat(instant(choice(fault, "after"))).isEqualTo(Instant.parse("2024-10-27T01:30:00Z"));
  }

  @Test
  void aWriterIsToldTheNeighboursOfALocalTimeThatDoesNotExist() {
    CallerFault fault = fault(() -> LocalTimes.parseKnown("2024-03-31T01:30", LONDON, false));

    assertThat(fault.code()).isEqualTo(Code.AMBIGUOUS_TIME);
    assertThat(fault)
        .hasMessage(
            "01:30 on 2024-03-31 does not exist in Europe/London: write"
                + " 2024-03-31T00:59:59.999999+00:00 for the last moment before the gap or"
                + " 2024-03-31T02:00:00+01:00 for the first after it");
    assertThat(instant(choice(fault, "after")))
        .isEqualTo(instant(choice(fault, "before")).plusNanos(1000));
  }

  @Test
  void aRepeatedLocalTimeIsMendedByAnOffsetBesideTheZone() {
    assertThat(instant("2024-10-27T01:30+01:00[Europe/London]"))
        .isEqualTo(Instant.parse("2024-10-27T00:30:00Z"));
    assertThat(instant("2024-10-27T01:30Z[Europe/London]"))
        .isEqualTo(Instant.parse("2024-10-27T01:30:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-10-27T01:30+02:00[Europe/London], the offsets +01:00 and Z",
    "2024-03-31T01:30+01:00[Europe/London], no time at all",
    "2024-07-01T01:30Z[Europe/London], the offset +01:00",
  })
  void anOffsetThatTheZoneDidNotHaveIsRefused(String text, String has) {
    assertThat(fault(() -> LocalTimes.parseAbout(text, LONDON, false)))
        .hasMessageContaining("contradicts itself")
        .hasMessageContaining("Europe/London has " + has);
  }

  @Test
  void importedDataTakesTheEarlierOfTwoEqualLocalTimesAndSaysSo() {
    StatedTime stated = LocalTimes.parseStated("2026-10-25T02:30", BERLIN, false);

    // PostgreSQL would say 01:30Z.
    assertThat(stated.instant()).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
    assertThat(stated.decision())
        .isEqualTo(
            "02:30 on 2026-10-25 occurs twice in Europe/Berlin; the earlier offset +02:00 was"
                + " taken");
  }

  @Test
  void importedDataTakesTheFirstInstantAfterAGapAndSaysSo() {
    StatedTime stated = LocalTimes.parseStated("2026-03-29T02:30", BERLIN, false);

    // The JDK alone would move it to 03:30 without a word.
    assertThat(stated.instant()).isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(stated.decision())
        .isEqualTo(
            "02:30 on 2026-03-29 does not exist in Europe/Berlin; the first instant after the gap,"
                + " 03:00, was taken");
  }

  @Test
  void importedDatesKeepTheDecisionAboutTheirMidnight() {
    StatedTime stated = LocalTimes.parseStated("2018-11-04", ZoneId.of("America/Sao_Paulo"), true);

    assertThat(stated.text()).isEqualTo("2018-11-04");
    assertThat(stated.zoneAssumed()).isTrue();
    assertThat(stated.precision()).isEqualTo(Precision.DAY);
    assertThat(stated.instant()).isEqualTo(Instant.parse("2018-11-04T03:00:00Z"));
    assertThat(stated.decision()).contains("the day starts at 01:00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "2024-03-01 ",
        " 2024-03-01",
        "2024-03-01\n",
        "2024-3-1",
        "03/04/2024",
        "04.03.2024",
        "2024/03/04",
        "20240304",
        "2024-03-01 10:00",
        "2024-03-01t10:00",
        "2024-03-01T10",
        "2024-03-01T10:00:",
        "2024-03-01T10:00:00.",
        "2024-03-01T10:00:00,5",
        "2024-03-01T10:00z",
        "2024-03-01T10:00+01",
        "2024-03-01Z",
        "2024-03-01[Europe/London]",
        "2024-03-01T10:00[]",
        "12024-03-01",
        "+12024-03-01",
        "-0044-03-15",
        "2024-03-01T10:00[Europe/London][UTC]",
        "２０２４-03-01",
        "yesterday",
        "now",
        "infinity",
        "1709251200",
      })
  void whatIsNoIsoTimeIsRefusedWithTheAcceptedForms(String text) {
    assertRefused(text, "is not a time this store reads");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2023-02-30",
        "2023-02-29",
        "2024-13-01",
        "2024-00-10",
        "2024-04-31",
        "2024-03-01T24:00",
        "2024-03-01T25:00",
        "2024-03-01T10:60",
        "2024-03-01T10:00:60",
        "2024-03-01T10:00+19:00",
      })
  void aTimeThatCannotBeIsRefusedAndNeverRolledOver(String text) {
    assertRefused(text, "is no time that exists");
  }

  @Test
  void theEndOfADayWrittenAs24IsRefusedWithTheMend() {
    assertRefused("2024-03-01T24:00", "midnight at the end of a day is 00:00 of the next");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9999-12-31", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999999Z", "9999-01-01"})
  void aStandInForAnOpenEndIsRefused(String text) {
    assertThat(fault(() -> LocalTimes.parseStated(text, ZoneId.of("Asia/Tokyo"), false)))
        .hasMessageContaining(text)
        .hasMessageContaining("leave an open end out");
  }

  @Test
  void theYearZeroIsRefused() {
    assertThat(fault(() -> LocalTimes.parseStated("0000-01-01", LONDON, false)))
        .hasMessageContaining("the year 0, which does not exist");
  }

  @Test
  void aMonthAndAYearAreRangesAndNoPoints() {
    assertThat(fault(() -> LocalTimes.parseAbout("2024-02", LONDON, false)))
        .hasMessage(
            "\"2024-02\" is a month, which is a range and no point; write one of its days, such as"
                + " 2024-02-01");
    assertThat(fault(() -> LocalTimes.parseAbout("2024", LONDON, false)))
        .hasMessage(
            "\"2024\" is a year, which is a range and no point; write one of its days, such as"
                + " 2024-01-01");
    assertThat(fault(() -> LocalTimes.parseAbout("2024-13", LONDON, false)))
        .hasMessageContaining("is no month that exists");
  }

  @Test
  void anUnknownZoneIsNamed() {
    assertThat(fault(() -> LocalTimes.parseAbout("2024-03-01T10:00[Europe/Londno]", LONDON, false)))
        .satisfies(f -> assertThat(f.code()).isEqualTo(Code.BAD_INPUT))
        .hasMessage(
            "the zone \"Europe/Londno\" is unknown; write a name such as Europe/London or an offset"
                + " such as +01:00");
  }

  @Test
  void aHostileTextStaysShortInTheMessage() {
    CallerFault fault =
        fault(() -> LocalTimes.parseAbout("2\n\u001b[31m" + "4".repeat(1_000_000), LONDON, false));

    assertThat(fault.sentence()).hasSizeLessThan(300).doesNotContain("\n", "\u001b");
    assertThat(fault.context().get("value")).hasSizeLessThan(100);
  }

  @Test
  void noReadingDependsOnTheMachinesZone() {
    TimeZone machine = TimeZone.getDefault();
    try {
      for (String zone : List.of("Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        assertThat(LocalTimes.parseStated("2024-03-10T02:30", LONDON, false).instant())
            .isEqualTo(Instant.parse("2024-03-10T02:30:00Z"));
        assertThat(LocalTimes.parseAbout("2024-07-01", LONDON, false).at(BERLIN, false).instant())
            .isEqualTo(Instant.parse("2024-06-30T22:00:00Z"));
        assertThat(LocalTimes.parseKnown("2024-07-01", ZoneOffset.UTC, true).instant())
            .isEqualTo(Instant.parse("2024-07-01T23:59:59.999999Z"));
      }
    } finally {
      TimeZone.setDefault(machine);
    }
  }

  @Test
  void statedTimesAreCutToMicrosecondsAndNeverRounded() {
    StatedTime time =
        new StatedTime(
            "x",
            LONDON,
            false,
            Precision.INSTANT,
            Instant.parse("2024-01-01T00:00:00.999999999Z"),
            null);

    assertThat(time.instant()).isEqualTo(Instant.parse("2024-01-01T00:00:00.999999Z"));
  }

  private static String choice(CallerFault fault, String name) {
    return Objects.requireNonNull(fault.context().get(name), name);
  }

  private static Instant instant(String text) {
    return LocalTimes.parseAbout(text, ZoneOffset.UTC, true).at(ZoneOffset.UTC, true).instant();
  }

  private static void assertRefused(String text, String reason) {
    List<Runnable> readings =
        List.of(
            () -> LocalTimes.parseAbout(text, LONDON, false),
            () -> LocalTimes.parseKnown(text, LONDON, false),
            () -> LocalTimes.parseStated(text, LONDON, false));
    assertThat(readings)
        .allSatisfy(reading ->
            assertThat(fault(reading))
                .satisfies(f -> assertThat(f.code()).isEqualTo(Code.BAD_TIME))
                .hasMessageContaining('"' + text.replace('\n', '?') + '"')
                .hasMessageContaining(reason)
                .hasMessageContaining("write 2024-03-01, 2024-03-01T10:00,"));
  }

  private static CallerFault fault(Runnable reading) {
    CallerFault fault = catchThrowableOfType(CallerFault.class, reading::run);
    assertThat(fault).isNotNull();
    return fault;
  }
}
