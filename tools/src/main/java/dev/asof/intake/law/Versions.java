package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What a document states to apply when: one version, or, where it holds several texts of one
/// provision, a version for each stretch of time in which they are the same.
final class Versions {
  private final LawDocument document;
  private final LawOptions options;
  private final Periods periods;
  private final List<LawSection> sections;
  private final ZoneId zone;
  private final List<String> left = new ArrayList<>();

  private Versions(
      LawDocument document, LawOptions options, Periods periods, List<LawSection> sections) {
    this.document = document;
    this.options = options;
    this.periods = periods;
    this.sections = sections;
    this.zone = options.comparing();
  }

  /// @param left what is stated and could not be used, in words
  record Found(List<LawVersion> versions, List<String> left) {}

  static Found of(
      LawDocument document, LawOptions options, Periods periods, List<LawSection> sections) {
    Versions versions = new Versions(document, options, periods, sections);
    List<LawVersion> found = versions.find();
    return new Found(found, versions.left);
  }

  private List<LawVersion> find() {
    List<Stated> ranges = ranges().stream().filter(this::begins).toList();
    boolean alternatives = sections.stream().anyMatch(LawSection::alternative);
    if (ranges.isEmpty()) {
      return List.of(new LawVersion(null, alternatives ? undated() : sections, null));
    }
    List<LawVersion> versions = new ArrayList<>();
    for (Stated range : ranges) {
      for (Stated slice : alternatives ? slices(range) : List.of(range)) {
        versions.add(
            new LawVersion(
                slice,
                alternatives ? during(slice) : sections,
                ranges.size() == 1 && !alternatives ? null : slice.from()));
      }
    }
    return versions;
  }

  private boolean begins(Stated range) {
    if (range.from() == null) {
      left.add(range.basis() + " states no start");
    }
    return range.from() != null;
  }

  // When the document applies

  private List<Stated> ranges() {
    return Stream.<Supplier<List<Stated>>>of(
            this::ofBody, this::ofModifications, this::ofOneGroup, this::ofAllProvisions)
        .map(Supplier::get)
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElseGet(this::chosen);
  }

  private List<Stated> ofBody() {
    return document.parts().stream()
        .filter(part -> Names.BODIES.contains(part.name))
        .map(periods::of)
        .findFirst()
        .orElse(List.of());
  }

  private List<Stated> ofModifications() {
    Stated whole = periods.whole();
    return whole == null ? List.of() : List.of(whole);
  }

  /// The one group that no part of the document refers to is about the document.
  private List<Stated> ofOneGroup() {
    Set<String> referred = new HashSet<>();
    document.meta().passive.forEach(one -> referred.addAll(one.periods()));
    document.parts().forEach(part -> references(part, referred));
    List<List<Stated>> free =
        document.meta().groups.keySet().stream()
            .filter(id -> !referred.contains(id))
            .map(periods::group)
            .filter(group -> !group.isEmpty())
            .toList();
    if (free.size() > 1) {
      left.add(free.size() + " temporal groups that no part of the document refers to");
    }
    return free.size() == 1 ? free.getFirst() : List.of();
  }

  private static void references(Unit unit, Set<String> into) {
    if (unit.period != null) {
      into.add(Meta.local(unit.period));
    }
    unit.units().forEach(child -> references(child, into));
  }

  /// Where every provision says when it applies, the document does from the first to the last.
  private List<Stated> ofAllProvisions() {
    List<LawSection> body = sections.stream().filter(LawSection::inBody).toList();
    List<Stated> all = body.stream().flatMap(section -> section.times().stream()).toList();
    if (body.isEmpty() || body.stream().anyMatch(section -> section.times().isEmpty())) {
      if (!all.isEmpty()) {
        left.add("periods of some provisions, while nothing says when the rest applies");
      }
      return List.of();
    }
    Stated first = all.stream().min(Stated.byStart(zone)).orElseThrow();
    boolean open = all.stream().anyMatch(one -> one.to() == null);
    Stated last =
        all.stream()
            .max(
                Comparator.comparing(
                    one -> one.end(zone), Comparator.nullsLast(Comparator.naturalOrder())))
            .orElseThrow();
    return List.of(
        new Stated(
            first.from(),
            open ? null : last.to(),
            "the periods of all its provisions, from " + first.basis()));
  }

  private List<Stated> chosen() {
    FrbrDate wanted = options.validFrom();
    if (wanted == null) {
      return List.of();
    }
    return date(document.meta(), wanted).stream()
        .map(date ->
            new Stated(
                EventTime.written(date), null, wanted + ", chosen with --valid-from " + wanted))
        .toList();
  }

  /// The date that a file has in the place that somebody chose; empty: none.
  ///
  /// Throws a [CallerFault] where it has several.
  static Optional<String> date(Meta meta, FrbrDate wanted) {
    Set<String> dates = new LinkedHashSet<>();
    String name = wanted.name();
    if (wanted.level() == FrbrDate.Level.EVENT) {
      meta.events.stream()
          .filter(event ->
              Objects.equals(name, event.type())
                  || (event.refersTo() != null
                      && Meta.local(event.refersTo()).equals(Meta.local(String.valueOf(name)))))
          .forEach(event -> dates.add(event.date()));
    } else {
      Meta.Frbr level =
          switch (wanted.level()) {
            case WORK -> meta.work;
            case MANIFESTATION -> meta.manifestation;
            case EXPRESSION, EVENT -> meta.expression;
          };
      level.dates.stream()
          .filter(date -> name == null || name.equalsIgnoreCase(date.name()))
          .forEach(date -> dates.add(date.date()));
    }
    if (dates.size() > 1) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it has several dates that are "
              + wanted
              + " ("
              + String.join(", ", dates)
              + "); choose one by its name");
    }
    return dates.stream().findFirst();
  }

  // Several texts of one provision

  private List<Stated> slices(Stated range) {
    Instant start = Objects.requireNonNull(range.start(zone));
    Instant end = range.end(zone);
    Map<Instant, String> edges = new TreeMap<>();
    edges.put(start, Objects.requireNonNull(range.from()));
    sections.stream()
        .filter(LawSection::alternative)
        .flatMap(section -> section.times().stream())
        .flatMap(times -> Stream.of(times.from(), times.to()))
        .filter(Objects::nonNull)
        .forEach(text -> {
          Instant at = Stated.instant(text, zone);
          if (at.isAfter(start) && (end == null || at.isBefore(end))) {
            edges.putIfAbsent(at, text);
          }
        });
    List<String> texts = new ArrayList<>(edges.values());
    List<Stated> slices = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      slices.add(
          new Stated(
              texts.get(i),
              i + 1 < texts.size() ? texts.get(i + 1) : range.to(),
              range.basis() + (texts.size() == 1 ? "" : ", cut where its provisions change")));
    }
    return slices;
  }

  private List<LawSection> during(Stated slice) {
    Map<String, Integer> chosen = new LinkedHashMap<>();
    Instant start = slice.start(zone);
    Instant end = slice.end(zone);
    for (int i = 0; i < sections.size(); i++) {
      LawSection section = sections.get(i);
      if (section.alternative()
          && section.times().stream().anyMatch(times -> times.covers(start, end, zone))
          && chosen.put(section.key(), i) != null) {
        throw new CallerFault(
            Code.BAD_RECORD,
            "it states two texts of "
                + section.key()
                + " that apply from "
                + slice.from()
                + " on; mend their periods");
      }
    }
    List<LawSection> applying = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      LawSection section = sections.get(i);
      Integer first = chosen.get(section.key());
      boolean applies =
          !section.alternative()
              || (first == null ? section.times().isEmpty() && isOnlyUndated(section) : first == i);
      if (applies) {
        applying.add(section.alternative() ? withoutTimes(section) : section);
      }
    }
    return applying;
  }

  private boolean isOnlyUndated(LawSection section) {
    long undated =
        sections.stream()
            .filter(one -> one.key().equals(section.key()) && one.times().isEmpty())
            .count();
    if (undated > 1) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it has "
              + undated
              + " texts of "
              + section.key()
              + " without a period, so that nothing"
              + " says which applies; give them periods");
    }
    return true;
  }

  private static LawSection withoutTimes(LawSection section) {
    return new LawSection(
        section.key(),
        section.title(),
        section.text(),
        section.closed(),
        List.of(),
        section.removed(),
        section.inBody(),
        false);
  }

  /// Where nothing says when the document applies: of each provision the text without a period,
  /// else that which came last.
  private List<LawSection> undated() {
    left.add("several texts of a provision, while nothing says when the document applies");
    Map<String, Integer> chosen = new LinkedHashMap<>();
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).alternative()) {
        chosen.merge(sections.get(i).key(), i, this::later);
      }
    }
    List<LawSection> kept = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      LawSection section = sections.get(i);
      if (!section.alternative()) {
        kept.add(section);
      } else if (Objects.equals(chosen.get(section.key()), i)) {
        kept.add(withoutTimes(section));
      }
    }
    return kept;
  }

  private Integer later(Integer one, Integer other) {
    List<Stated> first = sections.get(one).times();
    List<Stated> second = sections.get(other).times();
    if (first.isEmpty() || second.isEmpty()) {
      return first.isEmpty() ? one : other;
    }
    return Stated.byStart(zone).compare(first.getLast(), second.getLast()) > 0 ? one : other;
  }
}
