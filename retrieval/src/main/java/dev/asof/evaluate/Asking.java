package dev.asof.evaluate;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;

import dev.asof.eligible.Eligibility;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.rank.EventTime;
import dev.asof.rank.Granularity;
import dev.asof.rank.Inquiry;
import dev.asof.resolve.Period;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.Ranges;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.TableField;
import org.jspecify.annotations.Nullable;

/// A question with its times read for one snapshot: the same for every system.
///
/// @param points where it is answered; several where a date is another instant in the zones of
///   other sources, or where what applies changes inside the period
/// @param inquiry for rankers; days are those of UTC
/// @param askedBack the time in the words could not be read; the question is then ranked as if it
///   named none
record Asking(List<Eligibility.At> points, Inquiry inquiry, boolean askedBack) {
  private static final TimeReader READER = new TimeReader(ReadingSettings.none());

  /// A question known to be asked after everything was recorded is asked a day after the last
  /// recording, so that methods which compare the two find no recording in its future.
  private static final int DAYS_AFTER = 1;

  static Instant afterAll(Instant lastRecorded) {
    return lastRecorded.plus(DAYS_AFTER, ChronoUnit.DAYS);
  }

  static Asking of(BenchQuestion question, Snapshot snapshot) {
    Instant known = question.known() == null ? afterAll(snapshot.known()) : snapshot.known();
    return switch (question.about()) {
      case BenchQuestion.About.At at -> at(question, snapshot, known, at.time());
      case BenchQuestion.About.During during ->
          during(question, snapshot, known, new EventTime(rangeOf(during), Granularity.DAY));
      case BenchQuestion.About.InWords words -> inWords(question, snapshot, known);
    };
  }

  private static Asking at(
      BenchQuestion question, Snapshot snapshot, Instant known, TimeInput time) {
    Map<Instant, Set<SourceId>> byInstant = new LinkedHashMap<>();
    for (SourceAt source : Sources.about(snapshot, time).all()) {
      byInstant
          .computeIfAbsent(
              time.at(source.zone(), source.zoneAssumed()).instant(), none -> new HashSet<>())
          .add(source.id());
    }
    Instant about = time.at(ZoneOffset.UTC, true).instant();
    List<Eligibility.At> points = new ArrayList<>();
    if (byInstant.size() > 1) {
      byInstant.forEach((instant, sources) ->
          points.add(new Eligibility.At(new BitemporalPoint(instant, known), sources)));
    } else {
      about = byInstant.isEmpty() ? about : byInstant.keySet().iterator().next();
      points.add(everySource(about, known));
    }
    return new Asking(
        points,
        inquiry(
            question,
            known,
            about,
            new EventTime(
                TimeRange.between(about, about.plus(1, ChronoUnit.MICROS)), Granularity.DAY)),
        false);
  }

  private static Asking inWords(BenchQuestion question, Snapshot snapshot, Instant known) {
    QuestionTime read =
        READER.read(question.question(), new Reference(known, ZoneOffset.UTC, true));
    TimeRange during = null;
    Granularity granularity = Granularity.YEAR;
    if (read.isCertain()) {
      for (Period period : read.periods()) {
        during = during == null ? period.range() : during.span(period.range());
      }
      for (ReadTime time : read.about()) {
        Granularity own = granularity(time.granularity());
        granularity = own.compareTo(granularity) < 0 ? own : granularity;
      }
    }
    if (during == null) {
      return new Asking(
          List.of(everySource(known, known)),
          inquiry(question, known, known, null),
          !read.isCertain());
    }
    return during(question, snapshot, known, new EventTime(during, granularity));
  }

  private static Asking during(
      BenchQuestion question, Snapshot snapshot, Instant known, EventTime event) {
    TimeRange range = event.during();
    Instant about = range.start().or(range::end).orElse(known);
    return new Asking(
        inside(snapshot, known, range), inquiry(question, known, about, event), false);
  }

  private static Inquiry inquiry(
      BenchQuestion question, Instant known, Instant about, @Nullable EventTime event) {
    return new Inquiry(
        question.question(), new BitemporalPoint(about, known), event, ZoneId.of("UTC"));
  }

  private static Eligibility.At everySource(Instant about, Instant known) {
    return new Eligibility.At(new BitemporalPoint(about, known), Set.of());
  }

  private static TimeRange rangeOf(BenchQuestion.About.During during) {
    Instant from = during.first().at(ZoneOffset.UTC, true).instant();
    Instant to =
        switch (during.last()) {
          case TimeInput.Day day ->
              new TimeInput.Day(day.date().plusDays(1)).at(ZoneOffset.UTC, true).instant();
          case TimeInput.Moment moment -> moment.time().instant();
        };
    return TimeRange.between(from, to);
  }

  /// The start of the range and every instant inside it at which a belief begins: whatever is in
  /// force at some time in the range is in force at one of these.
  private static List<Eligibility.At> inside(Snapshot snapshot, Instant known, TimeRange range) {
    Set<Instant> instants = new LinkedHashSet<>();
    instants.add(range.start().orElse(TimeRange.EARLIEST));
    Stream.of(
            beliefs(
                snapshot,
                range,
                DOCUMENT_VALIDITY.TENANT,
                DOCUMENT_VALIDITY.VALID_DURING,
                DOCUMENT_VALIDITY.SYSTEM_DURING),
            beliefs(
                snapshot,
                range,
                SECTION_VALIDITY.TENANT,
                SECTION_VALIDITY.VALID_DURING,
                SECTION_VALIDITY.SYSTEM_DURING))
        .flatMap(List::stream)
        .forEach(belief -> belief.start().filter(range::contains).ifPresent(instants::add));
    return instants.stream().map(instant -> everySource(instant, known)).toList();
  }

  private static List<TimeRange> beliefs(
      Snapshot snapshot,
      TimeRange range,
      TableField<?, TenantId> tenant,
      TableField<?, TimeRange> valid,
      TableField<?, TimeRange> system) {
    return snapshot
        .sql()
        .selectDistinct(valid)
        .from(tenant.getTable())
        .where(
            tenant.eq(snapshot.tenant()),
            Ranges.overlaps(valid, range),
            Ranges.holds(system, snapshot.known()))
        .orderBy(valid)
        .fetch(valid);
  }

  private static Granularity granularity(dev.asof.resolve.Granularity read) {
    return switch (read) {
      case INSTANT, SECOND, MINUTE, HOUR -> Granularity.HOUR;
      case DAY, WEEK -> Granularity.DAY;
      case MONTH, QUARTER, SEASON, HALF -> Granularity.MONTH;
      case YEAR, DECADE, CENTURY, SPAN -> Granularity.YEAR;
    };
  }
}
