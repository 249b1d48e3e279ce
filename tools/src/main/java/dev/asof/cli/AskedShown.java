package dev.asof.cli;

import dev.asof.cite.Asked;
import dev.asof.cite.Hit;
import dev.asof.cli.print.Cells;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.Citation;
import java.util.ArrayList;
import java.util.List;

/// An answer to a question as every format shows it; for people each passage under its citation.
final class AskedShown {
  private static final String INDENT = "   ";

  private AskedShown() {}

  static Shown of(Asked asked, int width) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < asked.results().size(); i++) {
      add(lines, i + 1, asked.results().get(i), width);
    }
    if (lines.isEmpty()) {
      lines.add("No passage answers.");
    }
    lines.add("");
    return new Shown(
        asked,
        asked.results(),
        AnswerShown.reading("", asked.reading(), asked.known(), asked.token()),
        Table.of(List.of()),
        lines,
        AnswerShown.notices(asked.notices()));
  }

  private static void add(List<String> lines, int number, Hit hit, int width) {
    Citation cited = hit.citation();
    lines.add("");
    lines.add(
        number
            + ". "
            + cited.document()
            + " # "
            + cited.section()
            + (hit.heading() == null ? "" : " \"" + hit.heading() + "\""));
    lines.add(INDENT + cite(cited));
    hit.also().forEach(other -> lines.add(INDENT + "also " + cite(other)));
    hit.remarks().forEach(remark -> lines.add(INDENT + "Note: " + remark));
    String text = hit.text();
    if (text != null) {
      text.strip()
          .lines()
          .flatMap(line -> Cells.wrap(line.strip(), width - INDENT.length() - 2).stream())
          .forEach(part -> lines.add((INDENT + "| " + part).stripTrailing()));
    }
  }

  /// `asserted by gazette, version v2, valid [..), known since ..., sha256 ...`.
  private static String cite(Citation cited) {
    return cited.state().word()
        + " by "
        + cited.source()
        + (cited.scope().isEmpty() ? "" : " for " + cited.scope())
        + ", version "
        + AnswerShown.holds(cited)
        + ", valid "
        + Times.shown(cited.valid())
        + ", known since @"
        + cited.transaction()
        + ", sha256 "
        + AnswerShown.hash(cited);
  }
}
