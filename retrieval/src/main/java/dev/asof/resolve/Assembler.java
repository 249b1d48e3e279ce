package dev.asof.resolve;

import dev.asof.resolve.ReadTime.ZoneOrigin;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts the reading of one question together: resolves its phrases in the order of the text, gives
/// each its axis, cuts them into periods and says what kind of question it is.
final class Assembler {

  /// A phrase that was read, with the meanings it was made of.
  private record Read(
      Found found, ReadTime time, Meaning first, @Nullable Meaning second, Context context) {}

  /// Words that point back, in languages whose dates are read.
  private static final Set<String> BACK = Set.of("damals", "entonces", "aleshores");

  private final Chart chart;
  private final Context base;
  private final Scanner scanner;
  private final List<Found> found = new ArrayList<>();
  private final List<Axis> axes;
  private final List<Read> reads = new ArrayList<>();
  private final List<AskBack> asks = new ArrayList<>();
  private final List<Unread> unread = new ArrayList<>();

  private Assembler(String text, Reference reference, ReadingSettings settings) {
    this.chart = new Chart(text, settings.terms().keySet());
    Language language = Language.of(chart);
    this.scanner = new Scanner(chart, language);
    this.base =
        new Context(
            reference, Binder.origin(null, reference), settings, language, null, null, false);
    for (Found phrase : scanner.found()) {
      found.addAll(sides(phrase));
    }
    this.axes = Axes.of(chart, found);
  }

  static QuestionTime read(String text, Reference reference, ReadingSettings settings) {
    Assembler assembler = new Assembler(text, reference, settings);
    assembler.strange();
    assembler.resolve();
    return assembler.result();
  }

  /// `before and after X` is two times.
  private static List<Found> sides(Found phrase) {
    if (!phrase.phrase().beforeAndAfter()) {
      return List.of(phrase);
    }
    Said said = phrase.phrase().first();
    Bound after =
        said instanceof Said.Day || said instanceof Said.Numeric ? Bound.FROM : Bound.AFTER;
    return List.of(
        new Found(Phrase.of(Bound.BEFORE, "before", said), phrase.start(), phrase.end()),
        new Found(Phrase.of(after, after.word(), said), phrase.start(), phrase.end()));
  }

  private void strange() {
    for (Scanner.Strange phrase : scanner.strange()) {
      TextSpan span =
          new TextSpan(chart.token(phrase.start()).start(), chart.token(phrase.end() - 1).end());
      if (!found.isEmpty() && BACK.contains(chart.token(phrase.start()).word())) {
        unread.add(
            new Unread(
                span,
                chart.text().substring(span.start(), span.end()),
                "it points back to a time that the question names"));
        continue;
      }
      ask(
          Axis.ABOUT,
          span,
          new Asking(
              Reason.LANGUAGE,
              "times are read in English and Korean, dates also in German, French, Spanish and"
                  + " Catalan; write the date as 2024-03-01"));
    }
  }

  private void resolve() {
    boolean shifts = isYearPast();
    Meaning antecedent = null;
    Set<List<Object>> seen = new HashSet<>();
    for (int i = 0; i < found.size(); i++) {
      Context context = base.after(antecedent).shifting(shifts).withYear(yearBeside(i));
      try {
        Read read = read(found.get(i), axes.get(i), context);
        if (seen.add(identity(read))) {
          reads.add(read);
        }
        antecedent = read.first();
      } catch (Asking asking) {
        ask(axes.get(i), found.get(i), asking);
      }
    }
  }

  /// What makes two times the same: the range, or the moment, however finely it is written.
  private static List<Object> identity(Read read) {
    ReadTime time = read.time();
    return read.first() instanceof Meaning.Moment moment && read.second() == null
        ? List.of(time.axis(), time.bound(), moment.time().instant())
        : List.of(time.axis(), time.range());
  }

  /// Some time of the system axis has no year and is still to come this year: the dates without a
  /// year are last year's.
  private boolean isYearPast() {
    for (int i = 0; i < found.size(); i++) {
      Said said = found.get(i).phrase().first();
      if (axes.get(i) == Axis.KNOWN && Years.isMissing(said) && yearBeside(i) == null) {
        try {
          new Resolver(base).resolve(said);
        } catch (Asking asking) {
          return asking.reason() == Reason.YEAR;
        }
      }
    }
    return false;
  }

  /// The year of the nearest fuller date of the question, those before it first.
  private @Nullable Integer yearBeside(int index) {
    Phrase phrase = found.get(index).phrase();
    boolean missing =
        Years.isMissing(phrase.first())
            || (phrase.second() != null && Years.isMissing(phrase.second()));
    if (!missing) {
      return null;
    }
    for (int distance = 1; distance < found.size() && distance <= 8; distance++) {
      for (int other : new int[] {index - distance, index + distance}) {
        Integer year =
            other < 0 || other >= found.size() ? null : yearOf(found.get(other).phrase());
        if (year != null) {
          return year;
        }
      }
    }
    return null;
  }

  private static @Nullable Integer yearOf(Phrase phrase) {
    Integer first = Years.of(phrase.first());
    return first != null || phrase.second() == null ? first : Years.of(phrase.second());
  }

  private Read read(Found phrase, Axis axis, Context context) {
    Phrase said = phrase.phrase();
    Said second = said.second();
    Meaning first;
    Meaning last = null;
    if (second == null) {
      first = new Resolver(context).resolve(said.first());
    } else {
      Meaning[] both = both(said.first(), second, context);
      first = both[0];
      last = both[1];
    }
    refuseBy(said.bound(), first);
    refuseHalf(phrase);
    ReadTime time = time(phrase, axis, first, last, context);
    return new Read(phrase, time, first, last, context);
  }

  /// Both ends of a range; a year that one lacks comes from the other.
  private static Meaning[] both(Said first, Said second, Context context) {
    Integer given = Years.of(second);
    Integer before = Years.of(first);
    if (Years.isMissing(first) && given != null) {
      Meaning last = new Resolver(context).resolve(second);
      Meaning start = new Resolver(context.withYear(given)).resolve(first);
      boolean turned = start(last) != null && !start(start).isBefore(start(last));
      return new Meaning[] {
        turned ? new Resolver(context.withYear(given - 1)).resolve(first) : start, last
      };
    }
    Meaning start = new Resolver(context).resolve(first);
    boolean missing = Years.isMissing(second);
    if (!missing) {
      return new Meaning[] {start, new Resolver(context).resolve(second)};
    }
    int year = before != null ? before : start(start).getYear();
    Meaning last = new Resolver(context.withYear(year)).resolve(second);
    boolean turned = !start(start).isBefore(start(last));
    return new Meaning[] {
      start, turned ? new Resolver(context.withYear(year + 1)).resolve(second) : last
    };
  }

  private static java.time.LocalDate start(Meaning meaning) {
    return switch (meaning) {
      case Meaning.Days days -> days.from();
      case Meaning.Moment moment ->
          moment.time().instant().atZone(moment.time().zone()).toLocalDate();
      case Meaning.Stretch stretch -> stretch.from().atZone(java.time.ZoneOffset.UTC).toLocalDate();
    };
  }

  /// A start whose end is not read would be read for an open end.
  private void refuseHalf(Found phrase) {
    boolean goesOn =
        Lexicon.isIn("to", chart.token(phrase.end()))
            && chart.token(phrase.end() + 1).isNumber()
            && chart.token(phrase.end() + 1).digits() == 4;
    if (phrase.phrase().bound() == Bound.FROM && goesOn) {
      throw new Asking(
          Reason.VAGUE, "it goes on with an end that is not read; write both as 2024-03-01");
    }
  }

  /// "By 2025" can mean before it or through it.
  private static void refuseBy(Bound bound, Meaning meaning) {
    if (bound == Bound.BY && !meaning.granularity().isPoint()) {
      String label = Words.label(meaning);
      throw new Asking(
          Reason.VAGUE,
          "before it starts or before it ends can be meant",
          new Choice("before it starts", "before " + label),
          new Choice("before it ends", "through " + label));
    }
  }

  private ReadTime time(
      Found phrase, Axis axis, Meaning first, @Nullable Meaning last, Context context) {
    Phrase said = phrase.phrase();
    ZoneId named = Binder.zoneOf(said.first(), first);
    ZoneId zone = named == null ? context.reference().zone() : named;
    ZoneOrigin origin = Binder.origin(named, context.reference());
    Binder.Bounded bounded = new Binder(zone).bind(said.bound(), first, last, said.endExcluded());
    List<String> remarks = new ArrayList<>(first.remarks());
    if (last != null) {
      last.remarks().stream().filter(r -> !remarks.contains(r)).forEach(remarks::add);
    }
    remarks.addAll(bounded.decisions());
    String label = label(said, first, last);
    String bound = Bounds.remark(said, first, last);
    if (bound != null) {
      remarks.add(bound);
    }
    boolean approximate = first.approximate() || (last != null && last.approximate());
    String text = phrase.text(chart);
    return new ReadTime(
        axis,
        said.bound(),
        last == null ? first.granularity() : Granularity.SPAN,
        bounded.dates(),
        bounded.range(),
        zone,
        origin,
        approximate,
        phrase.span(chart),
        text,
        label,
        remarks,
        Sentences.reading(
            axis, text, label, bounded, zone, origin, approximate, List.copyOf(remarks)));
  }

  private static String label(Phrase said, Meaning first, @Nullable Meaning last) {
    String label = Words.label(first);
    if (last != null) {
      return label + " to " + Words.label(last);
    }
    return switch (said.bound()) {
      case ON, AS_OF, DURING, BETWEEN -> label;
      case BEFORE, UNTIL -> "before " + label;
      case AFTER -> "after " + label;
      case THROUGH, BY -> "through " + label;
      case SINCE, FROM -> "from " + label + " on";
    };
  }

  /// Asks about the innermost phrase that is unclear; choices that would have to stand for it are
  /// kept only where it stands in one place.
  private void ask(Axis axis, Found phrase, Asking asking) {
    Said said = asking.said();
    TextSpan span = said == null ? null : chart.spanOf(said);
    boolean whole = said == null || said instanceof Said.Event;
    ask(
        axis,
        span == null || whole ? phrase.span(chart) : span,
        span != null || whole
            ? asking
            : new Asking(asking.reason(), String.valueOf(asking.getMessage())));
  }

  private void ask(Axis axis, TextSpan span, Asking asking) {
    String text = chart.text().substring(span.start(), span.end());
    String why = String.valueOf(asking.getMessage());
    asks.add(
        new AskBack(
            axis,
            asking.reason(),
            span,
            text,
            Sentences.asking(text, why, asking.choices()),
            asking.choices()));
  }

  private QuestionTime result() {
    unread.addAll(scanner.unread());
    dropEvents();
    Cues cues = new Cues(chart, found);
    List<ReadTime> about = of(Axis.ABOUT);
    List<ReadTime> known = of(Axis.KNOWN);
    List<Period> periods = periods(cues);
    QuestionKind kind = kind(cues, about, known, periods);
    return new QuestionTime(
        kind, about, known, periods, asks, unread, sentence(kind, about, known));
  }

  /// An event is asked back only where the question names no other time: texts speak of events.
  private void dropEvents() {
    if (of(Axis.ABOUT).isEmpty()) {
      return;
    }
    List<AskBack> events = asks.stream().filter(ask -> ask.reason() == Reason.EVENT).toList();
    asks.removeAll(Set.copyOf(events));
    for (AskBack ask : events) {
      unread.add(
          new Unread(ask.span(), ask.text(), "an event; the question names its time elsewhere"));
    }
  }

  private List<ReadTime> of(Axis axis) {
    return reads.stream().map(Read::time).filter(time -> time.axis() == axis).toList();
  }

  private List<Period> periods(Cues cues) {
    List<Period> periods = new ArrayList<>();
    boolean compared = isCompared(cues);
    for (Read read : reads) {
      if (read.time().axis() == Axis.ABOUT) {
        periods.addAll(periods(read, compared));
      }
    }
    return periods;
  }

  private List<Period> periods(Read read, boolean compared) {
    Unit each = read.found().phrase().each();
    if (each != null) {
      try {
        return Periods.each(each, read.time(), read.context());
      } catch (Asking asking) {
        ask(Axis.ABOUT, read.time().span(), asking);
        return List.of();
      }
    }
    Meaning last = read.second();
    if (last != null && compared && !read.found().phrase().endExcluded()) {
      return List.of(end(read, read.first()), end(read, last));
    }
    return List.of(Periods.of(read.time()));
  }

  private boolean isCompared(Cues cues) {
    return of(Axis.ABOUT).size() == 1
        && (cues.has("compare") || cues.has("changing") || cues.hasKorean("ko-compare"));
  }

  private static Period end(Read read, Meaning meaning) {
    Binder.Bounded bounded = new Binder(read.time().zone()).bind(Bound.ON, meaning, null, false);
    return new Period(Words.label(meaning), bounded.dates(), bounded.range());
  }

  private QuestionKind kind(
      Cues cues, List<ReadTime> about, List<ReadTime> known, List<Period> periods) {
    boolean series =
        reads.stream()
            .anyMatch(r -> r.time().axis() == Axis.ABOUT && r.found().phrase().each() != null);
    if (series || periods.size() > 2) {
      return QuestionKind.SERIES;
    }
    boolean when = cues.has("when") || cues.hasKorean("ko-history");
    if (cues.has("ever")
        || cues.hasKorean("ko-ever")
        || (about.isEmpty() && known.isEmpty() && asks.isEmpty() && when)) {
      return QuestionKind.HISTORY;
    }
    if (periods.size() == 2) {
      return QuestionKind.COMPARISON;
    }
    boolean point = about.isEmpty() || about.getFirst().point().isPresent();
    if (point && !known.isEmpty() && (about.isEmpty() || Axes.asksForBelief(chart))) {
      return QuestionKind.BELIEF;
    }
    if (about.isEmpty()) {
      return QuestionKind.NONE;
    }
    return point ? QuestionKind.POINT : QuestionKind.RANGE;
  }

  private String sentence(QuestionKind kind, List<ReadTime> about, List<ReadTime> known) {
    List<String> sentences = new ArrayList<>();
    asks.forEach(ask -> sentences.add(ask.sentence()));
    known.forEach(time -> sentences.add(time.sentence()));
    about.forEach(time -> sentences.add(time.sentence()));
    if (about.isEmpty() && asks.isEmpty()) {
      sentences.add(
          kind == QuestionKind.HISTORY
              ? "the whole history is asked for"
              : known.isEmpty()
                  ? "no time is given: current effective knowledge is meant"
                  : "no valid time is given");
    }
    return String.join(". ", sentences) + ".";
  }
}
