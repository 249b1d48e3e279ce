package dev.asof.cli;

import dev.asof.write.Change;
import picocli.CommandLine.Mixin;

/// A change of what one source says about one document.
abstract class PlaceCommand extends WriteCommand {

  @Mixin private final PlaceOptions place = new PlaceOptions();

  final Change.Place place() {
    return place.place();
  }

  @Override
  final String timesOf() {
    return place.source();
  }
}
