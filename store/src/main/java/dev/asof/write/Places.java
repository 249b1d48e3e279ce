package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.util.List;
import java.util.Optional;

/// What changes name by words, as pairs of document and source and as versions.
final class Places {

  private final Catalog catalog;
  private final Lanes lanes;

  Places(Catalog catalog, Lanes lanes) {
    this.catalog = catalog;
    this.lanes = lanes;
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
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_DOCUMENT,
                    "there is no document "
                        + place.document()
                        + "; asof documents lists the keys"));
    Lanes.Pair pair = new Lanes.Pair(document, source);
    lanes.touch(pair);
    return pair;
  }

  /// The stored version that is this text already, else a new one.
  VersionRecord versionFor(Lanes.Pair pair, NewVersion wanted) {
    return catalog
        .versionLike(pair.document(), pair.source(), wanted)
        .orElseGet(() -> catalog.openVersion(pair.document(), pair.source(), wanted, List.of()));
  }

  /// The version that a change asks for. Throws a [CallerFault] where its label names none.
  VersionRecord versionFor(Lanes.Pair pair, Change.Wanted wanted, Change.Place place) {
    return switch (wanted) {
      case Change.Wanted.New text -> versionFor(pair, text.version());
      case Change.Wanted.Labelled labelled ->
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
    };
  }
}
