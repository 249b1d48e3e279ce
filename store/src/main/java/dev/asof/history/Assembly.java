package dev.asof.history;

import dev.asof.id.VersionId;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A document put together at a point from a version's manifest and the overrides of its sections.
final class Assembly {

  /// A section, and the override that put it there; null: it is the base version's.
  record Part(
      long section, long text, @Nullable SectionRow override, @Nullable VersionRecord from) {}

  private final Manifests manifests;
  private final Composed composed;
  private final Instant about;
  private final @Nullable VersionRecord base;
  private final List<Part> parts;
  private final List<SectionRow> absent;
  private final boolean exact;

  private Assembly(
      Manifests manifests,
      Composed composed,
      Instant about,
      @Nullable VersionRecord base,
      List<Part> parts,
      List<SectionRow> absent,
      boolean exact) {
    this.manifests = manifests;
    this.composed = composed;
    this.about = about;
    this.base = base;
    this.parts = parts;
    this.absent = absent;
    this.exact = exact;
  }

  static Assembly of(Manifests manifests, Composed composed, Instant about) {
    BeliefRow belief = composed.base();
    VersionId version = belief == null ? null : belief.version();
    VersionRecord base = version == null ? null : manifests.version(version);
    Map<Long, SectionRow> overrides = new LinkedHashMap<>();
    composed.overrides().forEach(override -> overrides.put(override.section().value(), override));
    Map<VersionId, VersionRecord> others =
        overrides.isEmpty()
            ? Map.of()
            : manifests.versions(
                overrides.values().stream()
                    .map(override -> override.row().version())
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet()));
    List<Part> parts = new ArrayList<>();
    List<SectionRow> absent = new ArrayList<>();
    boolean exact = true;
    Long[] sections = base == null ? new Long[0] : base.getSections();
    Long[] texts = base == null ? new Long[0] : base.getTexts();
    for (int i = 0; i < sections.length; i++) {
      long section = sections[i];
      SectionRow override = overrides.remove(section);
      if (override == null) {
        parts.add(new Part(section, texts[i], null, null));
        continue;
      }
      exact = false;
      Part other = partOf(override, others);
      if (other == null) {
        absent.add(override);
      } else {
        parts.add(other);
      }
    }
    for (SectionRow override : overrides.values()) {
      Part added = partOf(override, others);
      if (added != null) {
        exact = false;
        parts.add(placeOf(added, parts), added);
      }
    }
    return new Assembly(manifests, composed, about, base, parts, absent, exact && base != null);
  }

  private static @Nullable Part partOf(
      SectionRow override, Map<VersionId, VersionRecord> versions) {
    VersionId id = override.row().version();
    VersionRecord version = id == null ? null : versions.get(id);
    if (version == null) {
      return null;
    }
    long section = override.section().value();
    int at = Arrays.asList(version.getSections()).indexOf(section);
    return at < 0 ? null : new Part(section, version.getTexts()[at], override, version);
  }

  /// After the nearest section that goes before it in its own version; at the end where there is
  /// none.
  private static int placeOf(Part added, List<Part> parts) {
    List<Long> own = Arrays.asList(Objects.requireNonNull(added.from()).getSections());
    for (int i = own.indexOf(added.section()) - 1; i >= 0; i--) {
      for (int j = 0; j < parts.size(); j++) {
        if (parts.get(j).section() == own.get(i)) {
          return j + 1;
        }
      }
    }
    return parts.size();
  }

  List<Part> parts() {
    return parts;
  }

  /// Whether a version that the document is put together from was erased.
  boolean lacksWords() {
    return (base != null && Manifests.isErased(base)) || parts.stream().anyMatch(this::isErased);
  }

  private boolean isErased(Part part) {
    VersionRecord from = part.from() == null ? base : part.from();
    return from != null && Manifests.isErased(from);
  }

  /// Sections whose version was erased.
  Set<Long> erasedSections() {
    Set<Long> sections = new LinkedHashSet<>();
    parts.stream().filter(this::isErased).forEach(part -> sections.add(part.section()));
    return sections;
  }

  boolean isExact() {
    return exact;
  }

  /// The whole text; where sections were replaced, they follow each other on lines of their own.
  /// Sections of erased versions are left out.
  String text() {
    if (exact && !Manifests.isErased(Objects.requireNonNull(base))) {
      return manifests.exact(base);
    }
    Map<Long, Manifests.Text> texts = manifests.texts(parts.stream().map(Part::text).toList());
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (isErased(part)) {
        continue;
      }
      if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
        text.append("\n\n");
      }
      text.append(bodyOf(part, texts));
    }
    return text.toString();
  }

  private String bodyOf(Part part, Map<Long, Manifests.Text> texts) {
    Manifests.Text found = texts.get(part.text());
    String body = found == null ? null : found.body();
    if (body == null) {
      VersionRecord from = part.from();
      throw manifests.erased(from == null ? Objects.requireNonNull(base) : from);
    }
    return body;
  }

  DocumentText document() {
    Citation cited = composed.base() == null ? null : composed.base().citedAt(about);
    Map<Long, Manifests.Text> texts = manifests.texts(parts.stream().map(Part::text).toList());
    Map<Long, String> keys = keys();
    List<DocumentText.SectionAt> sections = new ArrayList<>();
    for (Part part : parts) {
      boolean erased = isErased(part);
      Manifests.Text text = erased ? null : texts.get(part.text());
      SectionRow override = part.override();
      Rights rights = composed.some().rights().at(about);
      sections.add(
          new DocumentText.SectionAt(
              override == null
                  ? Objects.requireNonNull(cited).in(keyOf(part.section(), keys), null)
                  : override.cited(),
              text == null ? null : rights.of(text.title()),
              erased ? null : rights.of(bodyOf(part, texts))));
    }
    return new DocumentText(
        cited, exact, sections, absent.stream().map(SectionRow::cited).toList());
  }

  /// The sections that are of other versions than the document's, cited.
  List<Citation> ofOtherVersions() {
    return parts.stream()
        .map(Part::override)
        .filter(Objects::nonNull)
        .map(SectionRow::cited)
        .toList();
  }

  /// The version whose media type the whole text has.
  VersionRecord leading() {
    return base != null ? base : Objects.requireNonNull(parts.getFirst().from());
  }

  /// The keys of the sections that are in force or not, by id.
  Map<Long, String> keys() {
    Set<Long> ids = new LinkedHashSet<>();
    parts.forEach(part -> ids.add(part.section()));
    absent.forEach(override -> ids.add(override.section().value()));
    return new HashMap<>(manifests.sectionKeys(ids));
  }

  private static String keyOf(long section, Map<Long, String> keys) {
    return Objects.requireNonNull(keys.get(section));
  }
}
