package dev.asof.rank;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TextId;
import dev.asof.index.PassageId;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Candidates and inquiries in one line each, all days in UTC: `told(1).bm25(1,
/// 9).valid("2020-01-01", "2022-01-01").make()`.
final class Told {
  private final long id;
  private int named;
  private @Nullable Leg lexical;
  private @Nullable Leg vector;
  private @Nullable TimeRange valid;
  private TimeRange system = TimeRange.always();
  private @Nullable Duration unseen;
  private Instant inserted = day("2015-01-01");
  private final List<TimeRange> mentioned = new ArrayList<>();

  private Told(long id) {
    this.id = id;
  }

  static Told told(long id) {
    return new Told(id);
  }

  static Instant day(String date) {
    return LocalDate.parse(date).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  static TimeRange days(String from, @Nullable String to) {
    return TimeRange.of(day(from), to == null ? null : day(to));
  }

  static Inquiry about(String date, String known) {
    return new Inquiry(
        "How high is the rent?", new BitemporalPoint(day(date), day(known)), null, ZoneOffset.UTC);
  }

  static Inquiry during(TimeRange event, Granularity granularity, String known) {
    return new Inquiry(
        "How high is the rent?",
        new BitemporalPoint(event.start().orElseThrow(), day(known)),
        new EventTime(event, granularity),
        ZoneOffset.UTC);
  }

  static List<Long> ids(Ranking ranking) {
    return ranking.hits().stream().map(hit -> hit.passage().document().value()).toList();
  }

  static Placed hit(Ranking ranking, long id) {
    return ranking.hits().stream()
        .filter(hit -> hit.passage().document().value() == id)
        .findFirst()
        .orElseThrow();
  }

  static double factor(Ranking ranking, long id, String name) {
    return hit(ranking, id).factors().number(name).orElseThrow();
  }

  Told named(int times) {
    this.named = times;
    return this;
  }

  Told bm25(int rank, double score) {
    this.lexical = new Leg(rank, score);
    return this;
  }

  Told cosine(int rank, double score) {
    this.vector = new Leg(rank, score);
    return this;
  }

  Told valid(String from, @Nullable String to) {
    this.valid = days(from, to);
    return this;
  }

  Told always() {
    this.valid = TimeRange.always();
    return this;
  }

  Told believed(String from, @Nullable String to) {
    this.system = days(from, to);
    return this;
  }

  Told unseen(Duration distance) {
    this.unseen = distance;
    return this;
  }

  Told inserted(String date) {
    this.inserted = day(date);
    return this;
  }

  Told mentions(String from, String to) {
    mentioned.add(days(from, to));
    return this;
  }

  Candidate make() {
    return new Candidate(
        new PassageId(new DocumentId(id), new SectionId(1), new TextId(id), 0),
        named,
        lexical,
        vector,
        valid,
        system,
        unseen,
        inserted,
        mentioned);
  }
}
