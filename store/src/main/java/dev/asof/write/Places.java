package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.ingest.Near;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What changes name by words, as pairs of document and source and as versions.
final class Places {

  private final Catalog catalog;
  private final Lanes lanes;
  private final Erasures erasures;
  private final Set<String> notices = new LinkedHashSet<>();

  Places(Catalog catalog, Lanes lanes, Erasures erasures) {
    this.catalog = catalog;
    this.lanes = lanes;
    this.erasures = erasures;
  }

  /// What has to be said of the labels that the changes so far gave and named.
  List<String> notices() {
    return List.copyOf(notices);
  }

  /// The pair a change names; what is new is opened.
  Lanes.Pair pairFor(Change.Place place) {
    SourceId source =
        catalog
            .source(place.source())
            .orElseGet(
                () -> catalog.openSource(place.source(), Settings.of(SourceKind.PAGE, null)));
    return pairOf(place, source);
  }

  Lanes.Pair pairOf(Change.Place place, SourceId source) {
    Optional<DocumentId> known = catalog.document(place.document());
    Lanes.Pair pair =
        new Lanes.Pair(known.orElseGet(() -> catalog.openDocument(place.document())), source);
    if (known.isEmpty()) {
      lanes.isNew(pair);
    }
    lanes.touch(pair);
    return pair;
  }

  /// The pair a change names. Throws a [CallerFault] where there is none.
  Lanes.Pair knownPair(Change.Place place) {
    SourceId source =
        catalog
            .source(place.source())
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_SOURCE,
                    "there is no source " + place.source() + "; asof source list shows them"));
    DocumentId document =
        catalog
            .document(place.document())
            .orElseThrow(() -> Catalog.unknownDocument(place.document()));
    Lanes.Pair pair = new Lanes.Pair(document, source);
    lanes.touch(pair);
    return pair;
  }

  /// The stored version that is this text already, else a new one. Throws a [CallerFault] where the
  /// text, or its original, was erased.
  VersionRecord versionFor(Lanes.Pair pair, NewVersion wanted) {
    return catalog
        .versionLike(pair.document(), pair.source(), wanted)
        .orElseGet(() -> {
          erasures.refuse(catalog.keyOf(pair.document()), wanted);
          return catalog.openVersion(pair.document(), pair.source(), wanted, List.of());
        });
  }

  /// The version that a change asks for; a new text for one section is that section's alone. Throws
  /// a [CallerFault] where its label names none, or none that fits.
  VersionRecord versionFor(Lanes.Pair pair, Change.Wanted wanted, Change.Place place) {
    String section = place.section();
    return switch (wanted) {
      case Change.Wanted.New text -> {
        NewVersion version =
            section == null
                ? text.version()
                : text.version().with(text.version().text().asSection(section));
        String label = version.label();
        List<VersionRecord> others =
            label == null
                ? List.of()
                : catalog.versionsLabelled(pair.document(), pair.source(), label);
        VersionRecord stored = versionFor(pair, version);
        if (!others.isEmpty() && others.stream().noneMatch(other -> isSameText(other, stored))) {
          notices.add(
              "the label "
                  + label
                  + " already names another text of "
                  + place.document()
                  + " from "
                  + place.source()
                  + ": "
                  + named(others)
                  + "; where --version-label names it, the last recorded is taken, so give each"
                  + " text a label of its own");
        }
        yield stored;
      }
      case Change.Wanted.Labelled labelled -> {
        VersionRecord version =
            catalog
                .versionLabelled(pair.document(), pair.source(), labelled.label())
                .orElseThrow(() ->
                    new CallerFault(
                        Code.UNKNOWN_VERSION,
                        "source "
                            + place.source()
                            + " has no version "
                            + labelled.label()
                            + " of "
                            + place.document()
                            + "; asof history shows the labels"));
        requireFits(version, pair, place);
        List<VersionRecord> all =
            catalog.versionsLabelled(pair.document(), pair.source(), labelled.label());
        if (all.size() > 1) {
          notices.add(
              "the label "
                  + labelled.label()
                  + " names "
                  + all.size()
                  + " texts of "
                  + place.document()
                  + " from "
                  + place.source()
                  + ": "
                  + named(all)
                  + "; the last recorded was taken, version "
                  + version.getVersionId().value()
                  + "; where another is meant, give its text with --file, which is stored already");
        }
        yield version;
      }
      case Change.Wanted.Held held -> {
        VersionRecord version =
            catalog
                .versionHeld(pair.document(), pair.source(), held.version())
                .orElseThrow(() ->
                    new CallerFault(
                        Code.UNKNOWN_VERSION,
                        "source "
                            + place.source()
                            + " has no version "
                            + held.version().value()
                            + " of "
                            + place.document()
                            + "; asof history shows the versions"));
        requireFits(version, pair, place);
        yield version;
      }
    };
  }

  private static boolean isSameText(VersionRecord one, VersionRecord other) {
    return Arrays.equals(one.getSections(), other.getSections())
        && Arrays.equals(one.getTexts(), other.getTexts());
  }

  private static String named(List<VersionRecord> versions) {
    return versions.stream()
        .map(version ->
            "version " + version.getVersionId().value() + " of " + version.getSystemFrom())
        .collect(Collectors.joining(", "));
  }

  private void requireFits(VersionRecord version, Lanes.Pair pair, Change.Place place) {
    Map<String, SectionId> known = catalog.sectionsOf(pair.document());
    String section = place.section();
    if (section == null) {
      if (Catalog.isOneSection(version)) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "version "
                + version.getLabel()
                + " is the text of section "
                + Lanes.sectionKey(known, new SectionId(version.getSections()[0]))
                + " alone; state it for that section, or name a version of the whole document");
      }
      return;
    }
    Set<Long> held = new HashSet<>(Arrays.asList(version.getSections()));
    SectionId wanted = known.get(section);
    if (wanted == null || !held.contains(wanted.value())) {
      throw unknownSection(
          "version " + version.getLabel() + " of " + place.document(),
          section,
          known.entrySet().stream()
              .filter(entry -> held.contains(entry.getValue().value()))
              .map(Map.Entry::getKey)
              .toList());
    }
  }

  /// The section a change is about; null: the whole document. Throws a [CallerFault] with the near
  /// keys where the document never had it.
  @Nullable SectionId section(DocumentId document, Change.Place place) {
    String key = place.section();
    if (key == null) {
      return null;
    }
    Map<String, SectionId> known = catalog.sectionsOf(document);
    SectionId section = known.get(key);
    if (section == null) {
      throw unknownSection(place.document(), key, known.keySet());
    }
    return section;
  }

  private static CallerFault unknownSection(String where, String key, Collection<String> known) {
    List<String> near = Near.of(key, known);
    return new CallerFault(
        Code.UNKNOWN_SECTION,
        where
            + " has no section "
            + key
            + (near.isEmpty()
                ? "; it has " + known.size() + " sections, which asof reconstruct shows"
                : "; similar: " + String.join(", ", near)),
        Map.of("section", key, "near", String.join("\n", near)));
  }

  /// Throws a [CallerFault] where there is no such document.
  void requireDocument(Change.Place place) {
    if (catalog.document(place.document()).isEmpty()) {
      throw Catalog.unknownDocument(place.document());
    }
  }

  /// Throws a [CallerFault] where a change names a section that cannot be about one.
  static void refuseSection(Change.Place place, String operation) {
    if (place.section() != null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          operation
              + " is about a whole document, not about its section "
              + place.section()
              + "; leave the section out, or use override");
    }
  }
}
