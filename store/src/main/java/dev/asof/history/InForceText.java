package dev.asof.history;

import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A text in force at a point, as a file; or why there is none.
public sealed interface InForceText {
  Citation citation();

  /// @param file its name, the same wherever the text is written
  /// @param exact it is the version's text, byte for byte; else it is put together from sections of
  ///   several
  /// @param sections those of other versions than the citation's
  record Shown(String file, String text, boolean exact, Citation citation, List<Citation> sections)
      implements InForceText {
    public Shown {
      sections = List.copyOf(sections);
    }
  }

  /// It was legally erased; the citation says when and under which order.
  record Gone(Citation citation) implements InForceText {}

  /// Its source does not let it be shown in full; the citation says how much it allows.
  record Withheld(Citation citation) implements InForceText {}

  /// @param several whether other sources or scopes have a text of the document too
  /// @param versions those that are known already
  static InForceText of(
      Manifests manifests,
      Composed composed,
      Instant about,
      boolean several,
      Map<VersionId, VersionRecord> versions) {
    BeliefRow row = composed.some();
    if (row.text().erased() != null && composed.overrides().isEmpty()) {
      return new Gone(row.citedAt(about));
    }
    if (!row.rights().at(about).isFull()) {
      return new Withheld(composed.citedAt(about));
    }
    // A version whose sections all follow it needs no putting together.
    VersionRecord whole =
        composed.overrides().isEmpty() ? versions.get(Objects.requireNonNull(row.version())) : null;
    Assembly assembly = whole == null ? Assembly.of(manifests, composed, about) : null;
    VersionRecord version = assembly == null ? Objects.requireNonNull(whole) : assembly.leading();
    return new Shown(
        FileNames.of(
            row.document(), several ? row.source() : null, row.scope(), version.getMediaType()),
        assembly == null ? manifests.exact(version) : assembly.text(),
        assembly == null || assembly.isExact(),
        composed.citedAt(about),
        assembly == null ? List.of() : assembly.ofOtherVersions());
  }
}
