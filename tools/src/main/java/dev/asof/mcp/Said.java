package dev.asof.mcp;

import dev.asof.cite.Hit;
import dev.asof.history.Citation;
import dev.asof.history.DocumentDiff;
import dev.asof.history.DocumentDiff.SectionDiff;
import dev.asof.history.WordChange;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Results as short lines.
final class Said {

  private static final int HASH_DIGITS = 12;
  private static final int WORDS = 300;

  private Said() {}

  /// `v2, asserted by gazette, valid [2024-03-01T00:00Z, unbounded), known since @12`.
  static String belief(@Nullable Citation cited) {
    if (cited == null) {
      return "nothing stated";
    }
    return holds(cited)
        + ", "
        + cited.state().word()
        + " by "
        + cited.source()
        + (cited.scope().isEmpty() ? "" : " for " + cited.scope())
        + ", valid "
        + Times.shown(cited.valid())
        + ", known since @"
        + cited.transaction();
  }

  /// What a belief holds.
  static String holds(@Nullable Citation cited) {
    if (cited == null) {
      return "nothing stated";
    }
    if (cited.why() != null) {
      return "nothing (" + cited.why() + ")";
    }
    if (cited.erased() != null) {
      return "erased under " + cited.erased().order();
    }
    return cited.label() == null ? "version " + cited.version() : cited.label();
  }

  /// A passage under its citation.
  static List<String> hit(int number, Hit hit) {
    List<String> lines = new ArrayList<>();
    Citation cited = hit.citation();
    lines.add(
        number
            + ". "
            + cited.document()
            + " # "
            + cited.section()
            + (hit.heading() == null ? "" : " \"" + hit.heading() + "\"")
            + (hit.period() == null ? "" : " (" + hit.period() + ")"));
    lines.add("   " + belief(cited) + hash(cited));
    hit.also().forEach(other -> lines.add("   also " + belief(other)));
    lines.add("   cite as " + hit.permalink());
    hit.remarks().forEach(remark -> lines.add("   Note: " + remark));
    if (hit.text() != null) {
      hit.text().strip().lines().forEach(line -> lines.add("   | " + line));
    }
    return lines;
  }

  private static String hash(Citation cited) {
    String sha256 = cited.sha256();
    return sha256 == null ? "" : ", sha256 " + sha256.substring(0, HASH_DIGITS);
  }

  static List<String> diff(DocumentDiff diff) {
    List<String> lines = new ArrayList<>();
    lines.add(
        diff.document()
            + " ("
            + diff.source()
            + (diff.scope().isEmpty() ? "" : ", " + diff.scope())
            + "): "
            + word(diff.change())
            + ", "
            + word(diff.nature())
            + "; "
            + holds(diff.before())
            + " -> "
            + holds(diff.after()));
    for (SectionDiff section : diff.sections()) {
      lines.add(
          "  "
              + word(section.change())
              + " "
              + section.section()
              + (section.title() == null ? "" : " \"" + section.title() + "\""));
      add(lines, "    - ", section.words(), WordChange.Kind.REMOVED);
      add(lines, "    + ", section.words(), WordChange.Kind.ADDED);
    }
    return lines;
  }

  private static void add(
      List<String> lines, String sign, List<WordChange> words, WordChange.Kind kind) {
    String text =
        words.stream()
            .filter(change -> change.kind() == kind)
            .map(change -> change.text().strip())
            .collect(Collectors.joining(" … "))
            .replaceAll("\\s+", " ");
    if (!text.isEmpty()) {
      lines.add(sign + cut(text));
    }
  }

  /// The beginning, where it is long: the whole is among the values.
  private static String cut(String text) {
    int end = text.offsetByCodePoints(0, Math.min(WORDS, text.codePointCount(0, text.length())));
    return end == text.length() ? text : text.substring(0, end) + " ...";
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
