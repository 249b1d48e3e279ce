package dev.asof.answer;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.cite.Hit;
import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.history.Reading;
import dev.asof.history.Span;
import dev.asof.history.Written;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Checks what a model wrote against what it was sent; [Mark] says what that is worth.
final class Checks {
  private final Asked asked;
  private final Map<Integer, Selection.Sent> sent;
  private final List<Sides> conflicts;
  private final Predicate<Selection.Sent> verifies;
  private final Map<Integer, Boolean> verified = new HashMap<>();
  private final Map<Integer, Figures> figures = new HashMap<>();

  /// @param verifies asked once of each passage that is cited
  Checks(
      Asked asked,
      Map<Integer, Selection.Sent> sent,
      List<Sides> conflicts,
      Predicate<Selection.Sent> verifies) {
    this.asked = asked;
    this.sent = sent;
    this.conflicts = conflicts;
    this.verifies = verifies;
  }

  /// Passages of one section about which sources differ.
  ///
  /// @param bySource their numbers; at least two sources
  record Sides(int part, Map<String, Set<Integer>> bySource) {
    Set<Integer> all() {
      Set<Integer> all = new TreeSet<>();
      bySource.values().forEach(all::addAll);
      return all;
    }
  }

  /// Among what is sent.
  static List<Sides> conflicts(Asked asked, Collection<Selection.Sent> sent) {
    record Section(int part, String document, @Nullable String section, String scope) {}
    Map<Section, Map<String, Set<Integer>>> sections =
        sent.stream()
            .filter(one ->
                asked.parts().get(one.part() - 1).notices().stream()
                    .anyMatch(
                        notice -> Selection.isConflict(notice, one.hit().citation().document())))
            .collect(
                Collectors.groupingBy(
                    one -> {
                      Citation cited = one.hit().citation();
                      return new Section(
                          one.part(), cited.document(), cited.section(), cited.scope());
                    },
                    LinkedHashMap::new,
                    Collectors.groupingBy(
                        one -> one.hit().citation().source(),
                        TreeMap::new,
                        Collectors.mapping(
                            Selection.Sent::number, Collectors.toCollection(TreeSet::new)))));
    return sections.entrySet().stream()
        .filter(section -> section.getValue().size() > 1)
        .map(section -> new Sides(section.getKey().part(), section.getValue()))
        .toList();
  }

  /// What sources hold differently of the documents that are sent, as the answer says it.
  static List<InWords.Conflict> told(Asked asked, Collection<Selection.Sent> sent) {
    List<InWords.Conflict> told = new ArrayList<>();
    for (int i = 0; i < asked.parts().size(); i++) {
      int number = i + 1;
      Part part = asked.parts().get(i);
      for (Notice notice : part.notices()) {
        List<Integer> numbers =
            sent.stream()
                .filter(one ->
                    one.part() == number
                        && Selection.isConflict(notice, one.hit().citation().document()))
                .map(Selection.Sent::number)
                .toList();
        if (!numbers.isEmpty()) {
          told.add(
              new InWords.Conflict(
                  part.label(),
                  Objects.requireNonNull(notice.document()),
                  notice.sentence(),
                  numbers));
        }
      }
    }
    return told;
  }

  InWords.Section section(Draft.Section draft) {
    Integer period = draft.period();
    Set<Integer> cited = new HashSet<>();
    draft.sentences().forEach(sentence -> cited.addAll(sentence.numbers()));
    return new InWords.Section(
        period == null ? null : asked.parts().get(period - 1).label(),
        draft.sentences().stream().map(sentence -> checked(sentence, period, cited)).toList());
  }

  /// @param around numbers that the section cites
  private Sentence checked(
      Draft.Unchecked sentence, @Nullable Integer period, Set<Integer> around) {
    List<Mark> marks = new ArrayList<>();
    sentence
        .unreadable()
        .forEach(marker -> marks.add(new Mark(Mark.Kind.UNKNOWN_CITATION, marker)));
    List<Selection.Sent> evidence = new ArrayList<>();
    List<Integer> known = new ArrayList<>();
    for (Integer number : sentence.numbers()) {
      Selection.Sent passage = sent.get(number);
      String marker = "[" + number + "]";
      if (passage == null) {
        marks.add(new Mark(Mark.Kind.UNKNOWN_CITATION, marker));
        continue;
      }
      known.add(number);
      if (!verified.computeIfAbsent(number, any -> verifies.test(passage))) {
        marks.add(new Mark(Mark.Kind.UNVERIFIED_CITATION, marker));
        continue;
      }
      evidence.add(passage);
      if (period != null && passage.part() != period) {
        marks.add(new Mark(Mark.Kind.OTHER_PERIOD, marker));
      }
    }
    if (known.isEmpty() && marks.isEmpty()) {
      marks.add(new Mark(Mark.Kind.UNCITED, ""));
    }
    if (!evidence.isEmpty()) {
      marks.addAll(unsupported(sentence.text(), evidence));
    }
    marks.addAll(oneSided(known, around));
    return new Sentence(sentence.text(), known, marks);
  }

  private List<Mark> unsupported(String sentence, List<Selection.Sent> evidence) {
    Stream<Mark> quotations =
        Quotations.notIn(
                evidence.stream()
                    .flatMap(one -> Stream.of(one.text(), String.valueOf(one.hit().heading())))
                    .toList(),
                sentence)
            .stream()
            .map(quoted -> new Mark(Mark.Kind.UNSUPPORTED_QUOTATION, quoted));
    List<Figures> had =
        evidence.stream()
            .map(one -> figures.computeIfAbsent(one.number(), any -> Figures.of(around(one))))
            .toList();
    Figures here = Figures.of(sentence);
    Set<String> missing = new LinkedHashSet<>(here.notIn(had.getFirst()));
    had.forEach(others -> missing.retainAll(here.notIn(others)));
    return Stream.concat(
            quotations,
            missing.stream().map(figure -> new Mark(Mark.Kind.UNSUPPORTED_NUMBER, figure)))
        .toList();
  }

  /// Everything that a number may come from: the passage, its citation, and the times asked about.
  private String around(Selection.Sent passage) {
    Hit hit = passage.hit();
    Citation cited = hit.citation();
    Part part = asked.parts().get(passage.part() - 1);
    List<@Nullable String> all = new ArrayList<>();
    all.add(passage.text());
    all.add(hit.heading());
    all.add(cited.document());
    all.add(cited.section());
    all.add(cited.title());
    all.add(cited.label());
    days(all, cited.valid());
    Written written = cited.written();
    if (written != null) {
      all.add(written.from() == null ? null : written.from().text());
      all.add(written.to() == null ? null : written.to().text());
    }
    all.add(part.label());
    all.add(day(part.about()));
    Span during = part.during();
    if (during != null) {
      days(all, during);
    }
    Reading.About about = part.reading().about();
    all.add(about == null ? null : about.text());
    if (asked.parts().size() == 1) {
      asked.times().stream().filter(Asked.NamedTime::used).forEach(time -> all.add(time.text()));
    }
    return all.stream().flatMap(Stream::ofNullable).collect(Collectors.joining(" ;\n"));
  }

  private static void days(List<@Nullable String> to, Span span) {
    Instant from = span.from();
    Instant until = span.to();
    to.add(day(from == null ? null : from.toString()));
    to.add(day(until == null ? null : until.toString()));
  }

  /// Without the time of day, whose zeros would count as numbers.
  private static @Nullable String day(@Nullable String time) {
    return time == null ? null : time.replaceFirst("T.*$", "");
  }

  private List<Mark> oneSided(List<Integer> known, Set<Integer> around) {
    List<Mark> marks = new ArrayList<>();
    for (Sides sides : conflicts) {
      if (known.stream().anyMatch(sides.all()::contains)) {
        sides.bySource().values().stream()
            .filter(numbers -> numbers.stream().noneMatch(around::contains))
            .forEach(numbers ->
                marks.add(
                    new Mark(
                        Mark.Kind.ONE_SIDED,
                        numbers.stream()
                            .map(number -> "[" + number + "]")
                            .collect(Collectors.joining()))));
      }
    }
    return marks;
  }
}
