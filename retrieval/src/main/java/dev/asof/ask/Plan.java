package dev.asof.ask;

import dev.asof.ask.Asked.NamedTime;
import dev.asof.history.Known;
import dev.asof.history.Span;
import dev.asof.resolve.AskBack;
import dev.asof.resolve.Axis;
import dev.asof.resolve.Period;
import dev.asof.resolve.QuestionKind;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadTime;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TextSpan;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is searched for, and at which times, after what the caller gave and what the words name
/// were put together: a time that was given goes before the words of its axis.
///
/// @param words the question without the times that were read in it
/// @param spans where these times stand
/// @param asks empty, or what has to be answered first
/// @param subqueries one for each period; empty where something is asked back
record Plan(
    QuestionKind kind,
    String words,
    List<TextSpan> spans,
    String sentence,
    List<NamedTime> times,
    List<AskBack> asks,
    List<Subquery> subqueries) {

  static Plan of(Request request, QuestionTime read, Reference reference) {
    boolean aboutGiven = request.about() != null;
    boolean knownGiven = request.known() != null;
    List<AskBack> asks =
        read.asks().stream()
            .filter(ask -> ask.axis() == Axis.ABOUT ? !aboutGiven : !knownGiven)
            .toList();
    List<NamedTime> times =
        Stream.concat(read.known().stream(), read.about().stream())
            .map(time -> named(time, time.axis() == Axis.ABOUT ? !aboutGiven : !knownGiven))
            .toList();
    List<TextSpan> spans =
        Stream.concat(read.about().stream(), read.known().stream()).map(ReadTime::span).toList();
    QuestionKind kind = aboutGiven ? QuestionKind.POINT : read.kind();
    return new Plan(
        kind,
        without(request.question(), spans),
        spans,
        sentence(request, read, kind, asks),
        times,
        asks,
        asks.isEmpty() ? subqueries(request, read, kind, reference) : List.of());
  }

  /// The reading of the words, without what they say of an axis whose time was given.
  private static String sentence(
      Request request, QuestionTime read, QuestionKind kind, List<AskBack> asks) {
    TimeInput about = request.about();
    Known known = request.known();
    if (about == null && known == null) {
      return read.sentence();
    }
    List<String> sentences = new ArrayList<>();
    asks.forEach(ask -> sentences.add(ask.sentence()));
    if (known != null) {
      sentences.add("as known at " + given(known) + ", as given");
    } else if (read.known().isEmpty()) {
      sentences.add("as known at the last transaction, as no other time is given");
    } else {
      read.known().forEach(time -> sentences.add(time.sentence()));
    }
    if (about != null) {
      sentences.add("about " + given(about) + ", as given");
    } else if (read.about().isEmpty() && asks.isEmpty()) {
      sentences.add(
          kind == QuestionKind.HISTORY
              ? "the whole history is asked for"
              : "no valid time is given: what is in effect now is meant");
    } else {
      read.about().forEach(time -> sentences.add(time.sentence()));
    }
    return String.join(". ", sentences) + ".";
  }

  private static String given(Known known) {
    return switch (known) {
      case Known.Latest latest -> "the last transaction";
      case Known.At at -> at.instant().toString();
      case Known.Stated stated -> stated.time().text();
      case Known.Token token -> "@" + token.sequence();
      case Known.Resumed resumed -> resumed.instant().toString();
    };
  }

  private static String given(TimeInput about) {
    return switch (about) {
      case TimeInput.Day day -> day.date().toString();
      case TimeInput.Moment moment -> moment.time().text();
    };
  }

  private static NamedTime named(ReadTime time, boolean used) {
    return new NamedTime(
        time.axis(),
        time.text(),
        time.label(),
        new Span(time.range().fromOrNull(), time.range().toOrNull()),
        time.zone().getId(),
        time.approximate(),
        used,
        time.sentence());
  }

  /// Times are no words: a text about 1999 is not found by when it is asked about.
  private static String without(String question, List<TextSpan> spans) {
    StringBuilder words = new StringBuilder(question);
    spans.forEach(span -> blank(words, span));
    return words.toString();
  }

  private static void blank(StringBuilder words, TextSpan span) {
    for (int i = span.start(); i < span.end(); i++) {
      words.setCharAt(i, ' ');
    }
  }

  private static List<Subquery> subqueries(
      Request request, QuestionTime read, QuestionKind kind, Reference reference) {
    record Labelled<T>(@Nullable String label, T value) {}
    List<Labelled<Known>> knowns = new ArrayList<>();
    Known given = request.known();
    if (given != null) {
      knowns.add(new Labelled<>(null, given));
    } else if (read.known().isEmpty()) {
      knowns.add(new Labelled<>(null, Known.latest()));
    } else {
      for (ReadTime time : read.known()) {
        knowns.add(
            new Labelled<>(
                read.known().size() == 1 ? null : "as known at " + time.label(),
                time.knownAt(reference.now()).map(Known::stated).orElse(Known.latest())));
      }
    }
    List<Labelled<Subquery.Time>> times = new ArrayList<>();
    TimeInput about = request.about();
    boolean thenKnown = given == null && !read.known().isEmpty();
    if (about != null) {
      times.add(new Labelled<>(null, new Subquery.At(about)));
    } else if (kind == QuestionKind.HISTORY) {
      times.add(
          new Labelled<>(
              null,
              new Subquery.History(
                  read.periods().isEmpty()
                      ? new Subquery.During(TimeRange.always(), null)
                      : during(read.periods().getFirst(), read))));
    } else if (read.periods().isEmpty()) {
      times.add(new Labelled<>(null, thenKnown ? new Subquery.AtKnown() : new Subquery.At(null)));
    } else {
      for (Period period : read.periods()) {
        times.add(
            new Labelled<>(read.periods().size() == 1 ? null : period.label(), time(period, read)));
      }
    }
    List<Subquery> subqueries = new ArrayList<>();
    for (Labelled<Subquery.Time> time : times) {
      for (Labelled<Known> known : knowns) {
        subqueries.add(
            new Subquery(
                Stream.of(time.label(), known.label())
                    .flatMap(Stream::ofNullable)
                    .reduce((one, other) -> one + ", " + other)
                    .orElse(null),
                time.value(),
                known.value()));
      }
    }
    return subqueries;
  }

  /// A day or a moment is a point, anything longer a range.
  private static Subquery.Time time(Period period, QuestionTime read) {
    Optional<TimeInput> point =
        read.about().stream()
            .filter(time -> time.range().equals(period.range()))
            .findFirst()
            .flatMap(ReadTime::point);
    if (point.isPresent()) {
      return new Subquery.At(point.get());
    }
    Subquery.During during = during(period, read);
    return during.dates() != null && during.dates().onlyDay() != null
        ? new Subquery.At(new TimeInput.Day(during.dates().onlyDay()))
        : during;
  }

  private static Subquery.During during(Period period, QuestionTime read) {
    boolean inNamedZone =
        read.about().stream().anyMatch(time -> time.zoneOrigin() == ReadTime.ZoneOrigin.TEXT);
    return new Subquery.During(period.range(), inNamedZone ? null : period.dates());
  }
}
