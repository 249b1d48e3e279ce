package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.law.LawOptions.Which;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the intervals and modifications of a document state about validity.
///
/// An interval is of efficacy or of force by the concept that it refers to. The date of an event
/// that no interval names says nothing of validity, nor does an `FRBRdate`.
final class Periods {
  private static final List<String> EFFICACY = List.of("efficac", "wirksam");
  private static final List<String> FORCE =
      List.of("force", "vigor", "vigen", "vigueur", "inkraft", "geltung");

  /// Modifications whose period is that of the provision itself.
  private static final Set<String> IN_FORCE =
      Set.of(
          "entryIntoForce",
          "postponementOfEntryIntoForce",
          "prorogationOfForce",
          "reEnactment",
          "entryIntoEfficacy",
          "postponementOfEfficacy",
          "prorogationOfEfficacy",
          "retroactivity");

  /// Modifications whose period begins where that of the provision ends.
  private static final Set<String> ENDED =
      Set.of("endOfEnactment", "unconstitutionality", "endOfEfficacy");

  private final Meta meta;
  private final LawOptions options;
  private final Map<String, List<Stated>> read = new HashMap<>();
  private final Map<String, Stated> modified = new LinkedHashMap<>();
  private @Nullable Stated modifiedWhole;
  private final List<String> left = new ArrayList<>();

  Periods(Meta meta, LawOptions options) {
    this.meta = meta;
    this.options = options;
    meta.passive.forEach(this::modification);
  }

  /// What is stated and was not used, in words.
  List<String> left() {
    return left.stream().distinct().toList();
  }

  /// What a unit says of itself, or modifications of it; empty: nothing of the kind that is asked
  /// for.
  List<Stated> of(Unit unit) {
    if (unit.period != null) {
      return group(Meta.local(unit.period));
    }
    if (unit.start != null || unit.end != null) {
      if (options.which() != Which.ANY) {
        left.add("start and end of " + named(unit) + " name neither force nor efficacy");
        return List.of();
      }
      return List.of(stated(new Meta.Interval(unit.start, unit.end, null, null), named(unit)));
    }
    return Stream.of(unit.eId, unit.wId)
        .flatMap(id -> Stream.ofNullable(id == null ? null : modified.get(id)))
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  private static String named(Unit unit) {
    return unit.name + (unit.eId == null ? "" : " " + unit.eId);
  }

  /// What modifications say of the document as a whole; null: nothing.
  @Nullable Stated whole() {
    return modifiedWhole;
  }

  /// The intervals of a group that say when something applies.
  ///
  /// Throws a [CallerFault] where there is no such group, or where it names an event that is not
  /// there.
  List<Stated> group(String id) {
    List<Stated> known = read.get(id);
    if (known != null) {
      return known;
    }
    List<Meta.Interval> all = meta.groups.get(id);
    if (all == null) {
      throw bad("it refers to the period #" + id + ", and no temporalGroup has that eId");
    }
    List<Meta.Interval> wanted = wanted(all);
    if (wanted.isEmpty()) {
      left.add("temporalGroup " + id + " states no " + kind());
    }
    List<Stated> stated = new ArrayList<>();
    for (Meta.Interval interval : wanted) {
      stated.add(stated(interval, "temporalGroup " + id));
    }
    stated.sort(Stated.byStart(options.comparing()));
    read.put(id, stated);
    return stated;
  }

  private String kind() {
    return switch (options.which()) {
      case APPLIES -> "interval of efficacy or force";
      case EFFICACY -> "interval of efficacy";
      case FORCE -> "interval of force";
      case ANY -> "interval";
    };
  }

  private List<Meta.Interval> wanted(List<Meta.Interval> all) {
    List<Meta.Interval> efficacy = all.stream().filter(one -> isOf(EFFICACY, one)).toList();
    List<Meta.Interval> force = all.stream().filter(one -> isOf(FORCE, one)).toList();
    return switch (options.which()) {
      case EFFICACY -> efficacy;
      case FORCE -> force;
      case APPLIES -> efficacy.isEmpty() ? force : efficacy;
      case ANY -> efficacy.isEmpty() ? force.isEmpty() ? all : force : efficacy;
    };
  }

  private boolean isOf(List<String> words, Meta.Interval interval) {
    String refersTo = interval.refersTo();
    return refersTo != null
        && Stream.of(refersTo.strip().split("\\s+"))
            .map(this::concept)
            .anyMatch(name -> words.stream().anyMatch(name::contains));
  }

  /// What is said of a concept: its identifier, address and name, letters only.
  private String concept(String reference) {
    String id = Meta.local(reference);
    Meta.Concept concept = meta.concepts.get(id);
    String all =
        id
            + " "
            + (concept == null ? "" : last(concept.href()) + " " + concept.showAs())
            + " "
            + last(reference);
    return all.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}]+", "").replace("enforce", "");
  }

  private static String last(@Nullable String address) {
    return address == null ? "" : address.substring(address.lastIndexOf('/') + 1);
  }

  private Stated stated(Meta.Interval interval, String where) {
    Meta.Event start = event(interval.start(), where);
    Meta.Event end = event(interval.end(), where);
    String duration = interval.duration();
    String from = start == null ? null : EventTime.written(start.date());
    String to = end == null || EventTime.isNever(end.date()) ? null : ended(end.date());
    if (duration != null && start != null && end == null) {
      to = EventTime.moved(start.date(), duration, false);
    } else if (duration != null && end != null && start == null && to != null) {
      from = EventTime.moved(to, duration, true);
    }
    return new Stated(from, to, where + said(interval));
  }

  private String said(Meta.Interval interval) {
    String refersTo = interval.refersTo();
    return refersTo == null ? "" : " (" + refersTo.strip() + ")";
  }

  private String ended(String date) {
    return options.end() == LawOptions.End.INCLUDED && EventTime.isDay(date)
        ? EventTime.dayAfter(date)
        : EventTime.written(date);
  }

  private Meta.@Nullable Event event(@Nullable String reference, String where) {
    if (reference == null || reference.isBlank()) {
      return null;
    }
    Meta.Event event = meta.event(Meta.local(reference));
    if (event == null) {
      throw bad(where + " names the event " + reference.strip() + ", and no eventRef has that eId");
    }
    return event;
  }

  private void modification(Meta.Modification one) {
    String said = one.element() + (one.type() == null ? "" : " " + one.type());
    boolean begins = one.type() != null && IN_FORCE.contains(one.type());
    boolean ends = one.type() != null && ENDED.contains(one.type());
    if (!begins && !ends) {
      if (!one.periods().isEmpty()) {
        left.add(said + (one.id() == null ? "" : " " + one.id()) + " has a period of its own");
      }
      return;
    }
    List<Stated> stated =
        one.periods().stream()
            .filter(meta.groups::containsKey)
            .flatMap(id -> group(id).stream())
            .toList();
    if (stated.size() != 1) {
      left.add(said + " states " + (stated.isEmpty() ? "no date" : "several periods"));
      return;
    }
    Stated period = stated.getFirst();
    Stated means =
        begins
            ? new Stated(period.from(), period.to(), said + ", " + period.basis())
            : new Stated(null, period.from(), said + ", " + period.basis());
    for (String destination : one.destinations()) {
      int hash = destination.indexOf('#');
      String id = hash < 0 ? "" : destination.substring(hash + 1);
      if (id.isEmpty()) {
        modifiedWhole = both(modifiedWhole, means);
      } else {
        modified.put(id, both(modified.get(id), means));
      }
    }
  }

  /// One says when it begins, the other when it ends.
  private static Stated both(@Nullable Stated one, Stated other) {
    return one == null
        ? other
        : new Stated(
            other.from() == null ? one.from() : other.from(),
            other.to() == null ? one.to() : other.to(),
            one.basis() + "; " + other.basis());
  }

  private static CallerFault bad(String sentence) {
    return new CallerFault(Code.BAD_RECORD, sentence + "; mend the file");
  }
}
