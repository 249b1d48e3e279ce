package dev.asof.index;

import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.time.ValidityState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// From the beliefs about one document to where in the plane each of its section texts is in force;
/// no I/O.
///
/// Precedence inside one source and scope: an asserted belief decides over an observed one, either
/// over an unknown one, and a belief of nothing like one of a version. Only a sight of absence does
/// not displace an asserted text: it stays eligible, and readers say that the source no longer
/// shows it.
final class Projection {

  /// A belief about the document.
  ///
  /// @param version the version that applies; null: nothing does
  record Held(
      SourceId source,
      ValidityState state,
      String scope,
      @Nullable VersionId version,
      Rectangle during) {}

  /// A belief about one section; a stated one decides over one implied by dates inside a version.
  record SectionHeld(Held held, SectionId section, boolean implied) {}

  /// What a version is made of.
  record Manifest(
      VersionId version,
      @Nullable String title,
      @Nullable String language,
      List<Long> sections,
      List<Long> texts) {}

  /// A text in its section: what is indexed, in passages, as one.
  record Unit(SectionId section, TextId text) {}

  /// A rectangle in which a unit is in force, according to one source in one state.
  record Box(SourceId source, ValidityState state, Rectangle during) {}

  private static final List<ValidityState> STRONGEST_FIRST =
      List.of(ValidityState.ASSERTED, ValidityState.OBSERVED, ValidityState.UNKNOWN);

  private record Place(SourceId source, String scope) {}

  private final Map<Place, List<Held>> held = new LinkedHashMap<>();
  private final Map<Place, Map<SectionId, List<SectionHeld>>> overrides = new HashMap<>();
  private final Map<Unit, BitSet> holders = new LinkedHashMap<>();
  private final List<VersionId> versions = new ArrayList<>();
  private final Map<Place, Map<ValidityState, Map<VersionId, Region>>> undivided = new HashMap<>();

  private Projection(
      Collection<Held> beliefs, Collection<SectionHeld> sections, Collection<Manifest> manifests) {
    for (Held belief : beliefs) {
      held.computeIfAbsent(placeOf(belief), none -> new ArrayList<>()).add(belief);
    }
    for (SectionHeld override : sections) {
      Place place = placeOf(override.held());
      held.computeIfAbsent(place, none -> new ArrayList<>());
      overrides
          .computeIfAbsent(place, none -> new HashMap<>())
          .computeIfAbsent(override.section(), none -> new ArrayList<>())
          .add(override);
    }
    for (Manifest manifest : manifests) {
      for (int i = 0; i < manifest.sections().size(); i++) {
        Unit unit =
            new Unit(
                new SectionId(manifest.sections().get(i)), new TextId(manifest.texts().get(i)));
        holders.computeIfAbsent(unit, none -> new BitSet()).set(versions.size());
      }
      versions.add(manifest.version());
    }
  }

  private static Place placeOf(Held belief) {
    return new Place(belief.source(), belief.scope());
  }

  /// Every unit of the versions with its boxes, in the order of first appearance; a unit that was
  /// never in force has none. Boxes are canonical: disjoint within a source and state, in a fixed
  /// order.
  static Map<Unit, List<Box>> of(
      Collection<Held> beliefs, Collection<SectionHeld> overrides, Collection<Manifest> versions) {
    return new Projection(beliefs, overrides, versions).boxes();
  }

  private Map<Unit, List<Box>> boxes() {
    Map<Unit, List<Box>> found = new LinkedHashMap<>();
    // Most texts of a document are held by one of few sets of versions, and then share their boxes.
    Map<BitSet, List<Box>> bySet = new HashMap<>();
    holders.forEach((unit, set) -> {
      boolean plain =
          overrides.values().stream().noneMatch(sections -> sections.containsKey(unit.section()));
      found.put(unit, plain ? bySet.computeIfAbsent(set, s -> boxes(unit, s)) : boxes(unit, set));
    });
    return found;
  }

  private List<Box> boxes(Unit unit, BitSet set) {
    Map<Long, Map<ValidityState, List<Rectangle>>> bySource = new TreeMap<>();
    for (Place place : held.keySet()) {
      Map<ValidityState, Map<VersionId, Region>> deciding = deciding(place, unit.section());
      deciding.forEach((state, regions) ->
          set.stream()
              .mapToObj(i -> regions.get(versions.get(i)))
              .filter(Objects::nonNull)
              .forEach(region ->
                  bySource
                      .computeIfAbsent(
                          place.source().value(), none -> new EnumMap<>(ValidityState.class))
                      .computeIfAbsent(state, none -> new ArrayList<>())
                      .addAll(region.rectangles())));
    }
    List<Box> boxes = new ArrayList<>();
    bySource.forEach((source, byState) ->
        byState.forEach((state, rectangles) ->
            Region.of(rectangles)
                .rectangles()
                .forEach(rectangle -> boxes.add(new Box(new SourceId(source), state, rectangle)))));
    return boxes;
  }

  /// Where each version gives the text of `section` in one source and scope, after precedence.
  private Map<ValidityState, Map<VersionId, Region>> deciding(Place place, SectionId section) {
    List<SectionHeld> own =
        overrides.getOrDefault(place, Map.of()).getOrDefault(section, List.of());
    return own.isEmpty()
        ? undivided.computeIfAbsent(place, p -> decide(p, own))
        : decide(place, own);
  }

  private Map<ValidityState, Map<VersionId, Region>> decide(Place place, List<SectionHeld> own) {
    Map<ValidityState, Map<VersionId, Region>> decided = new EnumMap<>(ValidityState.class);
    Region stronger = Region.empty();
    for (ValidityState state : STRONGEST_FIRST) {
      List<Held> base = ofState(Objects.requireNonNull(held.get(place)), state);
      List<Held> implied = ofState(heldBy(own, true), state);
      List<Held> stated = ofState(heldBy(own, false), state);
      Region statedAll = cover(stated);
      Region overridden = cover(implied).union(statedAll);
      Map<VersionId, Region> byVersion = new LinkedHashMap<>();
      Region before = stronger;
      regions(base)
          .forEach((v, region) -> add(byVersion, v, region.minus(overridden).minus(before)));
      regions(implied)
          .forEach((v, region) -> add(byVersion, v, region.minus(statedAll).minus(before)));
      regions(stated).forEach((v, region) -> add(byVersion, v, region.minus(before)));
      decided.put(state, byVersion);
      stronger = stronger.union(cover(base)).union(overridden);
    }
    return decided;
  }

  private static List<Held> heldBy(List<SectionHeld> overrides, boolean implied) {
    return overrides.stream()
        .filter(override -> override.implied() == implied)
        .map(SectionHeld::held)
        .toList();
  }

  private static List<Held> ofState(List<Held> beliefs, ValidityState state) {
    return beliefs.stream().filter(belief -> belief.state() == state).toList();
  }

  private static Region cover(List<Held> beliefs) {
    return Region.of(beliefs.stream().map(Held::during).toList());
  }

  private static Map<VersionId, Region> regions(List<Held> beliefs) {
    Map<VersionId, List<Rectangle>> byVersion = new LinkedHashMap<>();
    for (Held belief : beliefs) {
      VersionId version = belief.version();
      if (version != null) {
        byVersion.computeIfAbsent(version, none -> new ArrayList<>()).add(belief.during());
      }
    }
    Map<VersionId, Region> regions = new LinkedHashMap<>();
    byVersion.forEach((version, rectangles) -> regions.put(version, Region.of(rectangles)));
    return regions;
  }

  private static void add(Map<VersionId, Region> regions, VersionId version, Region region) {
    if (!region.isEmpty()) {
      regions.merge(version, region, Region::union);
    }
  }
}
