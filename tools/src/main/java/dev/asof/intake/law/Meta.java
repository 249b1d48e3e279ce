package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a document states of itself, as it stands in `meta`; filled while it is read.
final class Meta {

  /// A date with the name that says what it is of.
  record Named(@Nullable String name, String date) {}

  /// One level of FRBR: the work, an expression of it, or a manifestation of that.
  static final class Frbr {
    @Nullable String own;
    @Nullable String uri;
    final List<Named> dates = new ArrayList<>();

    /// `FRBRcountry`, `FRBRnumber`, `FRBRlanguage` and the like; the first of each.
    final Map<String, String> values = new LinkedHashMap<>();

    /// As a document is named: of one component, or of all.
    @Nullable String named() {
      return own == null ? uri : own;
    }
  }

  /// @param type generation, amendment or repeal
  record Event(
      @Nullable String id, String date, @Nullable String type, @Nullable String refersTo) {}

  record Interval(
      @Nullable String start,
      @Nullable String end,
      @Nullable String duration,
      @Nullable String refersTo) {}

  record Concept(@Nullable String href, @Nullable String showAs) {}

  /// A change that another document made in this one.
  ///
  /// @param element forceMod, efficacyMod, textualMod and so on
  /// @param destinations what it changed
  /// @param periods of its force and its efficacy
  record Modification(
      String element,
      @Nullable String type,
      @Nullable String id,
      List<String> destinations,
      List<String> periods) {}

  final Frbr work = new Frbr();
  final Frbr expression = new Frbr();
  final Frbr manifestation = new Frbr();
  final List<Event> events = new ArrayList<>();
  final Map<String, List<Interval>> groups = new LinkedHashMap<>();
  final Map<String, Concept> concepts = new LinkedHashMap<>();
  final List<Modification> passive = new ArrayList<>();

  /// What asof says in a file that it wrote, by element name.
  final Map<String, String> exported = new LinkedHashMap<>();

  @Nullable String published;

  @Nullable Event event(String id) {
    return events.stream().filter(one -> id.equals(one.id())).findFirst().orElse(null);
  }

  /// What follows the `#` of a reference into the same file.
  static String local(String reference) {
    String stripped = reference.strip();
    return stripped.startsWith("#") ? stripped.substring(1) : stripped;
  }
}
