package dev.asof.rank;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The numbers of TimelyRAG (2026) for one pool, as reconstructed from its release. All constants
/// are the release's.
///
/// Left open by what is known of it, and decided here: the ranks of `p` are counted among documents
/// that have a distance; standard deviations are those of the whole pool (not of a sample); where
/// all texts score the same, `b` is 1, so that time decides; where all distances are the same, the
/// normalised distance is 0.
final class TimelyRagPool {
  /// How much the three secondary distances count in Δ.
  private static final double SECONDARY = 0.1;

  /// `τ = exp(-2 δ)`.
  private static final double STEEPNESS = 2;

  /// p of a document without a distance: a little worse than the last.
  private static final double UNDEFINED_PENALTY = 1.05;

  /// The standard deviation at which a spread counts as full.
  private static final double FULL_SPREAD = 0.35;

  private static final double GATE_EVENT = 0.35;
  private static final double GATE_FINENESS = 0.10;
  private static final double GATE_AVAILABILITY = 0.35;
  private static final double GATE_SPREAD = 0.20;
  private static final double LEAST_AVAILABILITY = 0.4;
  private static final double LEAST_SPREAD = 0.10;
  private static final double FLAT = 0.25;

  private static final double WEIGHT_GAP = 0.32;
  private static final double WEIGHT_EVENT = 0.18;
  private static final double WEIGHT_FINENESS = 0.08;
  private static final double WEIGHT_SPREAD = 0.22;
  private static final double WEIGHT_AVAILABILITY = 0.18;
  private static final double WEIGHT_DEFINED = 0.02;
  private static final double WEIGHT_TEXT_SPREAD = 0.20;

  /// One document of the pool.
  ///
  /// @param text its score in the first stage
  /// @param inserted D_IT
  /// @param events D_ET; empty: unknown
  /// @param recorded whether D_IT is before Q_IT in the sense of the variant
  record Document(
      double text, LocalDateTime inserted, List<TimelyRagSpan> events, boolean recorded) {
    /// D*, its fallback included.
    List<TimelyRagSpan> effective() {
      return events.isEmpty() ? List.of(TimelyRagSpan.point(inserted)) : events;
    }

    /// D* as the one point by which the pool is sorted.
    LocalDateTime anchor() {
      LocalDateTime first = effective().getFirst().anchor();
      return first == null ? inserted : first;
    }
  }

  private final TimelyRagVariant variant;
  private final List<Document> documents;
  private final LocalDateTime asked;
  private final @Nullable TimelyRagSpan askedEvent;
  private final TimelyRagGranularity granularity;
  private final Granularity unit;

  private final double[] b;
  private final @Nullable Terms[] terms;
  private final double[] delta;
  private final double[] tau;
  private final double[] p;
  private final double penaltySpread;
  private final double textSpread;
  private final double availability;
  private final double gate;
  private final double gap;
  private final double cap;
  private final double defined;
  private final double importance;
  private final double alpha;

  /// The four parts of Δ, in whole units; null where a time that they need is unknown.
  private record Terms(
      long effective, long inserted, @Nullable Long askedToEvent, @Nullable Long eventToInserted) {
    double sum() {
      return effective
          + SECONDARY * inserted
          + SECONDARY * (askedToEvent == null ? 0 : askedToEvent)
          + SECONDARY * (eventToInserted == null ? 0 : eventToInserted);
    }
  }

  /// @param documents at least one
  /// @param asked Q_IT
  /// @param askedEvent Q_ET; null: unknown
  /// @param ofQuestion the level of the question
  TimelyRagPool(
      TimelyRagVariant variant,
      List<Document> documents,
      LocalDateTime asked,
      @Nullable TimelyRagSpan askedEvent,
      Granularity ofQuestion) {
    this.variant = variant;
    this.documents = List.copyOf(documents);
    this.asked = asked;
    this.askedEvent = askedEvent;
    this.granularity =
        new TimelyRagGranularity(
            ofQuestion,
            TimelyRagGranularity.ofPool(
                documents.stream().map(Document::inserted).toList(), eventStamps()));
    this.unit = granularity.unit();
    int n = documents.size();
    this.b = normalised(documents.stream().mapToDouble(Document::text).toArray(), 1);
    this.terms = new Terms[n];
    for (int i = 0; i < n; i++) {
      terms[i] = documents.get(i).recorded() ? terms(documents.get(i)) : null;
    }
    int[] withDistance = IntStream.range(0, n).filter(i -> terms[i] != null).toArray();
    double[] distances = Arrays.stream(withDistance).mapToDouble(this::distance).toArray();
    double[] deltas = normalised(distances, 0);
    this.delta = new double[n];
    this.tau = new double[n];
    this.p = new double[n];
    Arrays.fill(delta, Double.NaN);
    Arrays.fill(tau, variant.undefinedAffinity());
    Arrays.fill(p, UNDEFINED_PENALTY);
    double[] ranks = ranks(deltas);
    for (int j = 0; j < withDistance.length; j++) {
      delta[withDistance[j]] = deltas[j];
      tau[withDistance[j]] = Math.exp(-STEEPNESS * deltas[j]);
      p[withDistance[j]] = ranks[j];
    }
    this.penaltySpread = spread(p);
    this.textSpread = spread(b);
    this.availability = documents.stream().mapToDouble(this::availability).average().orElse(0);
    this.defined = (double) withDistance.length / n;
    this.gap = gap();
    this.cap = cap(unit);
    this.gate = gate();
    this.importance =
        clip(
            WEIGHT_GAP * Math.min(1, gap / cap)
                + WEIGHT_EVENT * event()
                + WEIGHT_FINENESS * fineness() / 3
                + WEIGHT_SPREAD * penaltySpread
                + WEIGHT_AVAILABILITY * availability
                + WEIGHT_DEFINED * defined
                - WEIGHT_TEXT_SPREAD * textSpread);
    // As Python rounds: the exact binary value, ties to even.
    this.alpha = new BigDecimal(1 - importance).setScale(1, RoundingMode.HALF_EVEN).doubleValue();
  }

  private List<LocalDateTime> eventStamps() {
    List<LocalDateTime> stamps = new ArrayList<>();
    for (Document document : documents) {
      for (TimelyRagSpan event : document.events()) {
        LocalDateTime anchor = event.anchor();
        if (anchor != null) {
          stamps.add(anchor);
        }
      }
    }
    return stamps;
  }

  private Terms terms(Document document) {
    TimelyRagSpan askedPoint = TimelyRagSpan.point(asked);
    return new Terms(
        nearest(askedEvent == null ? askedPoint : askedEvent, document.effective()),
        unit.between(asked, document.inserted()),
        document.events().isEmpty() ? null : nearest(askedPoint, document.events()),
        askedEvent == null
            ? null
            : askedEvent.distance(TimelyRagSpan.point(document.inserted()), unit));
  }

  private long nearest(TimelyRagSpan from, List<TimelyRagSpan> spans) {
    return spans.stream().mapToLong(span -> from.distance(span, unit)).min().orElseThrow();
  }

  private double distance(int i) {
    Terms sum = terms[i];
    return sum == null ? Double.NaN : sum.sum();
  }

  /// The mean of four flags: (Q*, D*), (Q_IT, D_IT), (Q_IT, D_ET), (Q_ET, D_IT). In the interval
  /// variant a D_IT after Q_IT is no time to fall back on.
  private double availability(Document document) {
    boolean inserted = variant == TimelyRagVariant.PUBLISHED || document.recorded();
    boolean event = !document.events().isEmpty();
    return (flag(event || inserted)
            + flag(inserted)
            + flag(event)
            + flag(askedEvent != null && inserted))
        / 4.0;
  }

  private static int flag(boolean value) {
    return value ? 1 : 0;
  }

  private int event() {
    return flag(askedEvent != null);
  }

  /// r: year 0, month 1, day 2, hour 3.
  private int fineness() {
    return Granularity.YEAR.level() - unit.level();
  }

  private double gate() {
    if (askedEvent == null && availability < LEAST_AVAILABILITY) {
      return 0;
    }
    double open =
        clip(
            GATE_EVENT * event()
                + GATE_FINENESS * fineness() / 3
                + GATE_AVAILABILITY * availability
                + GATE_SPREAD * penaltySpread);
    return penaltySpread < LEAST_SPREAD ? open * FLAT : open;
  }

  /// The mean distance of neighbours when the pool is sorted by D*, in whole units.
  private double gap() {
    List<LocalDateTime> sorted = new ArrayList<>(documents.stream().map(Document::anchor).toList());
    Collections.sort(sorted);
    return IntStream.range(1, sorted.size())
        .mapToLong(i -> unit.between(sorted.get(i - 1), sorted.get(i)))
        .average()
        .orElse(0);
  }

  /// The table is meant as hour 72, day 60, month 48, year 50, but the release looks it up with the
  /// order of levels reversed; kept in both variants, which differ in nothing but what
  /// [TimelyRagVariant] says.
  private static double cap(Granularity unit) {
    return switch (unit) {
      case HOUR -> 50;
      case DAY -> 48;
      case MONTH -> 60;
      case YEAR -> 72;
    };
  }

  private static double[] normalised(double[] values, double whereEqual) {
    double min = Arrays.stream(values).min().orElse(0);
    double max = Arrays.stream(values).max().orElse(0);
    return Arrays.stream(values)
        .map(value -> max == min ? whereEqual : (value - min) / (max - min))
        .toArray();
  }

  /// 0 for the smallest to 1 for the largest; equal ones in their order in the pool, which does not
  /// change how far the ranks spread.
  private static double[] ranks(double[] values) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, values.length).boxed().toList());
    order.sort((i, j) -> Double.compare(values[i], values[j]));
    double[] ranks = new double[values.length];
    for (int rank = 0; rank < values.length; rank++) {
      ranks[order.get(rank)] = values.length == 1 ? 0 : (double) rank / (values.length - 1);
    }
    return ranks;
  }

  private static double spread(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double variance =
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElse(0);
    return Math.min(1, Math.sqrt(variance) / FULL_SPREAD);
  }

  private static double clip(double value) {
    return Math.clamp(value, 0, 1);
  }

  /// `b + (1 - alpha) G b (τ - b)`: the weight of time is the greater the better the text, because
  /// `m = b`.
  double score(int i) {
    return (1 - weight(i)) * b[i] + weight(i) * tau[i];
  }

  private double weight(int i) {
    return (1 - alpha) * gate * b[i];
  }

  Factors factors(int i) {
    Terms parts = terms[i];
    return Factors.none()
        .with("text", documents.get(i).text())
        .with("text_normalised", b[i])
        .with("granularity_question", granularity.question().word())
        .with("granularity_pool", granularity.pool().word())
        .with("granularity", unit.word())
        .with("distance_effective", parts == null ? null : (double) parts.effective())
        .with("distance_inserted", parts == null ? null : (double) parts.inserted())
        .with("distance_asked_to_event", parts == null ? null : asDouble(parts.askedToEvent()))
        .with(
            "distance_event_to_inserted", parts == null ? null : asDouble(parts.eventToInserted()))
        .with("distance", parts == null ? null : parts.sum())
        .with("distance_normalised", parts == null ? null : delta[i])
        .with("affinity", tau[i])
        .with("penalty", p[i])
        .with("penalty_spread", penaltySpread)
        .with("text_spread", textSpread)
        .with("availability", availability)
        .with("gate", gate)
        .with("gap", gap)
        .with("gap_cap", cap)
        .with("defined", defined)
        .with("importance", importance)
        .with("alpha", alpha)
        .with("weight", weight(i));
  }

  private static @Nullable Double asDouble(@Nullable Long value) {
    return value == null ? null : (double) value;
  }
}
