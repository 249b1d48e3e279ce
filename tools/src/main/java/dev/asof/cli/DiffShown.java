package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Marks;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Citation;
import dev.asof.history.Compared;
import dev.asof.history.DocumentDiff;
import dev.asof.history.WordChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Differences as every format shows them; for people words that went are in `[-...-]` and words
/// that came in `{+...+}`, and where there is colour in red and green.
final class DiffShown {

  /// Words around a change that are shown.
  private static final int CONTEXT = 12;

  private DiffShown() {}

  static Shown of(Compared<DocumentDiff> answer) {
    List<String> words = new ArrayList<>();
    answer.results().forEach(document -> words(document, words));
    if (answer.results().isEmpty()) {
      words.add("Nothing differs.");
    }
    List<@Nullable Citation> cited = new ArrayList<>();
    answer.results().forEach(diff -> cited.add(diff.after()));
    words.addAll(AnswerShown.rights(cited));
    return AnswerShown.of(
        answer,
        Table.of(
            answer.results(),
            column("document", DocumentDiff::document),
            column("source", DocumentDiff::source),
            column("scope", DocumentDiff::scope),
            column("change", DiffShown::change),
            column("before", diff -> AnswerShown.holds(diff.before())),
            column("after", diff -> AnswerShown.holds(diff.after())),
            column("sections", diff -> diff.sections().isEmpty() ? "" : diff.sections().size())),
        words);
  }

  private static String change(DocumentDiff diff) {
    return word(diff.change()) + nature(diff.change(), diff.nature());
  }

  private static String nature(DocumentDiff.Kind change, DocumentDiff.Nature nature) {
    if (change != DocumentDiff.Kind.CHANGED) {
      return "";
    }
    return switch (nature) {
      case SUBSTANTIVE -> ", substantive";
      case TYPOGRAPHIC -> ", typography only";
      case TECHNICAL -> ", technical";
    };
  }

  private static String word(DocumentDiff.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static void words(DocumentDiff document, List<String> lines) {
    for (DocumentDiff.SectionDiff section : document.sections()) {
      lines.add("");
      lines.add(
          document.document()
              + " # "
              + section.section()
              + " ("
              + word(section.change())
              + nature(section.change(), section.nature())
              + ")");
      List<WordChange> changes = section.words();
      StringBuilder text = new StringBuilder("  ");
      for (int i = 0; i < changes.size(); i++) {
        String words = Marks.without(changes.get(i).text()).strip().replaceAll("\\s+", " ");
        text.append(
            switch (changes.get(i).kind()) {
              case SAME -> around(words, i > 0, i < changes.size() - 1);
              case REMOVED -> Marks.removed("[-" + words + "-]") + " ";
              case ADDED -> Marks.added("{+" + words + "+}") + " ";
            });
      }
      lines.add(text.toString().stripTrailing());
    }
  }

  /// The words next to a change; what lies further away is left out.
  private static String around(String same, boolean afterChange, boolean beforeChange) {
    List<String> words = List.of(same.split(" "));
    int kept = (afterChange ? CONTEXT : 0) + (beforeChange ? CONTEXT : 0);
    if (words.size() <= kept) {
      return same + " ";
    }
    String head = afterChange ? String.join(" ", words.subList(0, CONTEXT)) + " " : "";
    String tail =
        beforeChange
            ? String.join(" ", words.subList(words.size() - CONTEXT, words.size())) + " "
            : "";
    return head + "... " + tail;
  }
}
