package dev.asof.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether the sources that answer for one document say the same. Beliefs of different scope are no
/// conflict.
final class Agreement {
  private Agreement() {}

  /// @param deciding what decides for each source and scope, in order of authority
  /// @param times when each source was asked about
  static List<Notice> notices(List<BeliefRow> deciding, AboutTimes times) {
    Map<String, List<BeliefRow>> byScope = new LinkedHashMap<>();
    deciding.forEach(
        row -> byScope.computeIfAbsent(row.scope(), scope -> new ArrayList<>()).add(row));
    List<Notice> notices = new ArrayList<>();
    byScope.forEach((scope, rows) -> {
      if (rows.size() > 1) {
        notices.add(compare(rows, times));
      }
    });
    return notices;
  }

  private static Notice compare(List<BeliefRow> rows, AboutTimes times) {
    BeliefRow first = rows.getFirst();
    boolean same = rows.stream().allMatch(first::saysTheSameAs);
    boolean alike =
        same
            || rows.stream()
                .allMatch(row -> first.saysTheSameAs(row) || first.saysTheSameUpToTypography(row));
    String said =
        String.join("; ", rows.stream().map(row -> row.source() + " says " + row.named()).toList());
    List<Citation> cited = rows.stream().map(row -> row.citedAt(at(row, times))).toList();
    String document = first.document();
    if (same) {
      return new Notice(
          Notice.Kind.SOURCES_AGREE,
          rows.size() + " sources hold the same: " + said,
          document,
          cited);
    }
    if (alike) {
      return new Notice(
          Notice.Kind.SOURCES_DIFFER_IN_TYPOGRAPHY,
          rows.size() + " sources hold texts that differ in typography only: " + said,
          document,
          cited);
    }
    return new Notice(Notice.Kind.SOURCES_CONFLICT, "sources differ: " + said, document, cited);
  }

  private static Instant at(BeliefRow row, AboutTimes times) {
    return times.at(row.sourceId());
  }
}
