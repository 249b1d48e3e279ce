package dev.asof.split;

import java.util.List;

/// The sections of a version in order. `rebuildsBody` says whether their texts, one after the
/// other, are exactly the body; where they are not, the body has to be kept apart.
public record Split(List<Section> sections, boolean rebuildsBody) {
  public Split {
    sections = List.copyOf(sections);
  }
}
