package dev.asof.history;

import dev.asof.ledger.Hash;
import dev.asof.split.Normalised;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether the sources that answer for one document say the same. Beliefs of different scope are no
/// conflict. Where sections apply that are not their version's, texts are compared section by
/// section.
final class Agreement {
  private Agreement() {}

  private enum Degree {
    SAME,
    TYPOGRAPHY,
    DIFFERENT
  }

  /// @param sections those that differ; empty where whole texts were compared
  private record Judged(Degree degree, List<String> sections) {}

  /// @param deciding what decides for each source and scope, in order of authority
  /// @param times when each source was asked about
  /// @param manifests null: every text is that of its version
  static List<Notice> notices(
      List<Composed> deciding, AboutTimes times, @Nullable Manifests manifests) {
    Map<String, List<Composed>> byScope = new LinkedHashMap<>();
    deciding.forEach(
        row -> byScope.computeIfAbsent(row.voice().scope(), scope -> new ArrayList<>()).add(row));
    List<Notice> notices = new ArrayList<>();
    byScope.forEach((scope, rows) -> {
      if (rows.size() > 1) {
        notices.add(notice(rows, times, judge(rows, times, manifests)));
      }
    });
    return notices;
  }

  private static Judged judge(
      List<Composed> rows, AboutTimes times, @Nullable Manifests manifests) {
    if (manifests != null && rows.stream().allMatch(Composed::holdsText)) {
      List<Assembly> assemblies =
          rows.stream().map(row -> Assembly.of(manifests, row, at(row, times))).toList();
      if (!assemblies.stream().allMatch(Assembly::isExact)) {
        return bySection(assemblies, manifests);
      }
    }
    List<BeliefRow> beliefs = rows.stream().map(Composed::some).toList();
    BeliefRow first = beliefs.getFirst();
    if (beliefs.stream().allMatch(first::saysTheSameAs)) {
      return new Judged(Degree.SAME, List.of());
    }
    boolean alike =
        beliefs.stream()
            .allMatch(row -> first.saysTheSameAs(row) || first.saysTheSameUpToTypography(row));
    return new Judged(alike ? Degree.TYPOGRAPHY : Degree.DIFFERENT, List.of());
  }

  private static Judged bySection(List<Assembly> assemblies, Manifests manifests) {
    List<Map<Long, Long>> texts =
        assemblies.stream()
            .map(assembly ->
                assembly.parts().stream()
                    .collect(Collectors.toMap(Assembly.Part::section, Assembly.Part::text)))
            .toList();
    Set<Long> all = new LinkedHashSet<>();
    assemblies.forEach(assembly -> assembly.parts().forEach(part -> all.add(part.section())));
    List<Long> differing =
        all.stream()
            .filter(section ->
                texts.stream().map(text -> text.getOrDefault(section, -1L)).distinct().count() > 1)
            .toList();
    if (differing.isEmpty()) {
      return new Judged(Degree.SAME, List.of());
    }
    Map<Long, String> keys = manifests.sectionKeys(differing);
    boolean alike =
        differing.stream()
            .allMatch(section ->
                texts.stream().allMatch(text -> text.containsKey(section))
                    && areAlike(texts.stream().map(text -> text.get(section)).toList(), manifests));
    return new Judged(
        alike ? Degree.TYPOGRAPHY : Degree.DIFFERENT,
        differing.stream().map(section -> Objects.requireNonNull(keys.get(section))).toList());
  }

  private static boolean areAlike(List<Long> texts, Manifests manifests) {
    return manifests.texts(texts).values().stream()
            .map(text -> text.body() == null ? null : Hash.wrap(Normalised.sha256(text.body())))
            .distinct()
            .count()
        == 1;
  }

  private static Notice notice(List<Composed> rows, AboutTimes times, Judged judged) {
    String said =
        String.join(
            "; ",
            rows.stream().map(row -> row.some().source() + " says " + row.some().named()).toList());
    String where = judged.sections().isEmpty() ? "" : " in " + String.join(", ", judged.sections());
    List<Citation> cited = rows.stream().map(row -> row.citedAt(at(row, times))).toList();
    String document = rows.getFirst().some().document();
    return switch (judged.degree()) {
      case SAME ->
          new Notice(
              Notice.Kind.SOURCES_AGREE,
              rows.size() + " sources hold the same: " + said,
              document,
              cited);
      case TYPOGRAPHY ->
          new Notice(
              Notice.Kind.SOURCES_DIFFER_IN_TYPOGRAPHY,
              rows.size()
                  + " sources hold texts that differ in typography only"
                  + where
                  + ": "
                  + said,
              document,
              cited);
      case DIFFERENT ->
          new Notice(
              Notice.Kind.SOURCES_CONFLICT,
              "sources differ" + where + ": " + said,
              document,
              cited);
    };
  }

  private static Instant at(Composed row, AboutTimes times) {
    return times.at(row.voice().source());
  }
}
