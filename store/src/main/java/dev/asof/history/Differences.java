package dev.asof.history;

import dev.asof.id.DocumentId;
import dev.asof.split.Normalised;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// What differs between two points: documents, their sections, and the words in these.
final class Differences {

  private final InForce one;
  private final InForce other;
  private final Manifests oneTexts;
  private final Manifests otherTexts;

  private Differences(InForce one, InForce other, Manifests oneTexts, Manifests otherTexts) {
    this.one = one;
    this.other = other;
    this.oneTexts = oneTexts;
    this.otherTexts = otherTexts;
  }

  static Differences between(
      Snapshot one,
      @Nullable TimeInput aboutOne,
      Snapshot other,
      @Nullable TimeInput aboutOther,
      Filter filter) {
    return new Differences(
        InForce.at(one, filter, aboutOne),
        InForce.at(other, filter, aboutOther),
        new Manifests(one),
        new Manifests(other));
  }

  /// How the times of the two points were read.
  Compared<DocumentDiff> head() {
    return Compared.of(one.head(), other.head());
  }

  /// Hands on the differences, in the order of the bytes of the documents' keys.
  ///
  /// @param only null: of every nature
  void forEach(@Nullable String key, DocumentDiff.@Nullable Nature only, Part<DocumentDiff> part) {
    Consumer<DocumentDiff> work =
        difference -> {
          if (only == null || difference.nature() == only) {
            part.offer(difference.document(), difference);
          }
        };
    Snapshot later = later();
    if (key != null) {
      ofDocuments(List.of(DocumentKeys.require(later, key)), later, work);
    } else {
      DocumentKeys.forEachPage(
          later, DSL.trueCondition(), part, page -> ofDocuments(page, later, work));
    }
  }

  private void ofDocuments(
      List<DocumentKeys.Named> documents, Snapshot later, Consumer<DocumentDiff> work) {
    List<InForce.Decided> before = one.decide(documents);
    List<InForce.Decided> after = other.decide(documents);
    List<DocumentId> ids = documents.stream().map(DocumentKeys.Named::id).toList();
    Set<DocumentId> split = new Manifests(later).withSectionsOfTheirOwn(ids);
    Set<DocumentId> technical = new Manifests(later).withTechnicalVersions(ids);
    for (int i = 0; i < documents.size(); i++) {
      Map<BeliefRow.Voice, Composed> old = texts(before.get(i));
      Map<BeliefRow.Voice, Composed> young = texts(after.get(i));
      Set<BeliefRow.Voice> voices = new LinkedHashSet<>(young.keySet());
      voices.addAll(old.keySet());
      for (BeliefRow.Voice voice : voices) {
        Composed was = old.get(voice);
        Composed is = young.get(voice);
        boolean unmoved =
            was != null && is != null && Objects.equals(was.some().version(), is.some().version());
        if (!unmoved || split.contains(documents.get(i).id())) {
          of(was, is, technical.contains(documents.get(i).id())).ifPresent(work);
        }
      }
    }
  }

  /// What decides for each source and scope, where it is a text, or sections of one.
  private static Map<BeliefRow.Voice, Composed> texts(InForce.Decided decided) {
    Map<BeliefRow.Voice, Composed> texts = new LinkedHashMap<>();
    decided.composed().stream()
        .filter(one -> one.decides() && one.holdsText())
        .forEach(one -> texts.put(one.voice(), one));
    return texts;
  }

  /// @param technical some version of the document is
  private Optional<DocumentDiff> of(
      @Nullable Composed before, @Nullable Composed after, boolean technical) {
    if (before == null || after == null) {
      BeliefRow only = (before == null ? Objects.requireNonNull(after) : before).some();
      return Optional.of(
          new DocumentDiff(
              only.document(),
              only.source(),
              only.scope(),
              before == null ? DocumentDiff.Kind.ADDED : DocumentDiff.Kind.REMOVED,
              cited(before, one),
              cited(after, other),
              DocumentDiff.Nature.SUBSTANTIVE,
              List.of()));
    }
    Assembly old = Assembly.of(oneTexts, before, at(before, one));
    Assembly young = Assembly.of(otherTexts, after, at(after, other));
    if (old.lacksWords() || young.lacksWords()) {
      boolean alike = textsOf(old).equals(textsOf(young)) || (old.isExact() && young.isExact());
      return before.some().saysTheSameAs(after.some()) && alike
          ? Optional.empty()
          : Optional.of(withoutErased(before, old, after, young));
    }
    boolean sameParts = textsOf(old).equals(textsOf(young));
    boolean exact = old.isExact() && young.isExact();
    if (sameParts && (!exact || before.some().saysTheSameAs(after.some()))) {
      return Optional.empty();
    }
    if (sameParts && old.text().equals(young.text())) {
      return Optional.empty();
    }
    List<DocumentDiff.SectionDiff> sections = sections(old, young, Set.of());
    boolean typographic =
        exact
            ? before.some().saysTheSameUpToTypography(after.some())
            : sections.stream()
                .allMatch(section -> section.nature() == DocumentDiff.Nature.TYPOGRAPHIC);
    DocumentDiff.Nature nature =
        exact && technical && isTechnical(before.some(), after.some())
            ? DocumentDiff.Nature.TECHNICAL
            : typographic ? DocumentDiff.Nature.TYPOGRAPHIC : DocumentDiff.Nature.SUBSTANTIVE;
    return Optional.of(
        new DocumentDiff(
            after.some().document(),
            after.some().source(),
            after.some().scope(),
            DocumentDiff.Kind.CHANGED,
            cited(before, one),
            cited(after, other),
            nature,
            shown(after, sections)));
  }

  /// What can be said where words of one side are gone: its citation says that they were erased,
  /// and only sections that both sides still have are compared.
  private DocumentDiff withoutErased(
      Composed before, Assembly old, Composed after, Assembly young) {
    Set<Long> gone = new LinkedHashSet<>(old.erasedSections());
    gone.addAll(young.erasedSections());
    boolean wholly = before.some().text().erased() != null || after.some().text().erased() != null;
    return new DocumentDiff(
        after.some().document(),
        after.some().source(),
        after.some().scope(),
        DocumentDiff.Kind.CHANGED,
        cited(before, one),
        cited(after, other),
        DocumentDiff.Nature.SUBSTANTIVE,
        wholly ? List.of() : shown(after, sections(old, young, gone)));
  }

  private boolean isTechnical(BeliefRow before, BeliefRow after) {
    return Technical.only(
        before,
        after,
        new BeliefRows(later()).ever(after.documentId(), new BeliefRows.Asked(null, null)));
  }

  private Snapshot later() {
    return one.snapshot().known().isAfter(other.snapshot().known())
        ? one.snapshot()
        : other.snapshot();
  }

  /// As much of the words as the source lets be shown, which is the same on both sides.
  private List<DocumentDiff.SectionDiff> shown(
      Composed after, List<DocumentDiff.SectionDiff> sections) {
    BeliefRow row = after.some();
    Rights rights = row.rights().at(at(after, one)).stricter(row.rights().at(at(after, other)));
    return sections.stream()
        .map(section ->
            new DocumentDiff.SectionDiff(
                section.section(),
                rights.of(section.title()),
                section.change(),
                section.nature(),
                rights.of(section.words())))
        .toList();
  }

  private static @Nullable Citation cited(@Nullable Composed composed, InForce point) {
    return composed == null ? null : composed.citedAt(at(composed, point));
  }

  private static Instant at(Composed composed, InForce point) {
    return point.times().at(composed.voice().source());
  }

  private static List<List<Long>> textsOf(Assembly assembly) {
    return assembly.parts().stream().map(part -> List.of(part.section(), part.text())).toList();
  }

  /// @param without sections that are not compared
  private List<DocumentDiff.SectionDiff> sections(Assembly old, Assembly young, Set<Long> without) {
    Map<Long, Assembly.Part> before = bySection(old);
    Map<Long, Assembly.Part> after = bySection(young);
    Set<Long> differing = new LinkedHashSet<>();
    Set<Long> wanted = new LinkedHashSet<>();
    Set<Long> all = new LinkedHashSet<>(after.keySet());
    all.addAll(before.keySet());
    all.removeAll(without);
    for (Long section : all) {
      Assembly.Part was = before.get(section);
      Assembly.Part is = after.get(section);
      if (was == null || is == null || was.text() != is.text()) {
        differing.add(section);
        wanted.addAll(
            Arrays.asList(was == null ? null : was.text(), is == null ? null : is.text()));
      }
    }
    wanted.remove(null);
    Map<Long, Manifests.Text> texts = otherTexts.texts(wanted);
    Map<Long, String> keys = otherTexts.sectionKeys(differing);
    List<DocumentDiff.SectionDiff> sections = new ArrayList<>();
    for (Long section : differing) {
      sections.add(
          section(
              Objects.requireNonNull(keys.get(section)),
              textOf(before.get(section), texts),
              textOf(after.get(section), texts)));
    }
    return sections;
  }

  private static Map<Long, Assembly.Part> bySection(Assembly assembly) {
    Map<Long, Assembly.Part> parts = new LinkedHashMap<>();
    assembly.parts().forEach(part -> parts.put(part.section(), part));
    return parts;
  }

  private static Manifests.@Nullable Text textOf(
      Assembly.@Nullable Part part, Map<Long, Manifests.Text> texts) {
    return part == null ? null : texts.get(part.text());
  }

  private static DocumentDiff.SectionDiff section(
      String key, Manifests.@Nullable Text before, Manifests.@Nullable Text after) {
    String old = before == null ? "" : bodyOf(before);
    String young = after == null ? "" : bodyOf(after);
    Manifests.Text shown = after == null ? Objects.requireNonNull(before) : after;
    DocumentDiff.Kind kind =
        before == null
            ? DocumentDiff.Kind.ADDED
            : after == null ? DocumentDiff.Kind.REMOVED : DocumentDiff.Kind.CHANGED;
    return new DocumentDiff.SectionDiff(
        key,
        shown.title(),
        kind,
        kind == DocumentDiff.Kind.CHANGED
                && Arrays.equals(Normalised.sha256(old), Normalised.sha256(young))
            ? DocumentDiff.Nature.TYPOGRAPHIC
            : DocumentDiff.Nature.SUBSTANTIVE,
        Words.between(old, young));
  }

  private static String bodyOf(Manifests.Text text) {
    String body = text.body();
    return body == null ? "" : body;
  }
}
