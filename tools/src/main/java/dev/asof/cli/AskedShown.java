package dev.asof.cli;

import dev.asof.answer.AskedInWords;
import dev.asof.answer.InWords;
import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.cite.Hit;
import dev.asof.cli.print.Cells;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Citation;
import dev.asof.history.Counted;
import dev.asof.rank.Factors;
import dev.asof.resolve.AskBack;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// An answer to a question as every format shows it; for people each passage under its citation.
final class AskedShown {
  private static final String INDENT = "   ";

  private AskedShown() {}

  static Shown of(Asked asked, int width) {
    return of(asked, asked, asked.results(), List.of(), false, width);
  }

  /// With the same in words above the passages, which are counted through all parts then, as the
  /// words name them.
  static Shown of(AskedInWords answer, int width) {
    return of(
        answer,
        answer.asked(),
        Stream.concat(answer.asked().results().stream(), Stream.of(new WordsRecord(answer.words())))
            .toList(),
        WordsShown.lines(answer.words(), width),
        true,
        width);
  }

  /// The last record of an answer that is in words too.
  private record WordsRecord(InWords words) {}

  private static Shown of(
      Object value, Asked asked, List<?> records, List<String> words, boolean counted, int width) {
    List<String> above = new ArrayList<>();
    if (!asked.times().isEmpty() && !asked.isAskedBack()) {
      above.add("read " + asked.sentence());
    }
    boolean several = asked.parts().size() > 1;
    List<String> lines = new ArrayList<>(words);
    int before = 0;
    for (Part part : asked.parts()) {
      List<String> reading = new ArrayList<>();
      if (part.during() != null) {
        reading.add("about " + Times.shown(part.during()));
      }
      reading.addAll(AnswerShown.reading("", part.reading(), part.known(), part.token()));
      if (several) {
        lines.add("");
        lines.add("== " + part.label() + " ==");
        lines.addAll(reading);
      } else {
        above.addAll(reading);
      }
      Part.Ranked ranked = part.ranking();
      if (ranked != null) {
        lines.add(
            "ranked by "
                + ranked.ranker()
                + (ranked.settings().values().isEmpty() ? "" : " (" + ranked.settings() + ")")
                + ", "
                + Counted.of(ranked.candidates(), "candidate"));
        ranked.notes().forEach(note -> lines.add("Note: " + note));
      }
      for (int i = 0; i < part.results().size(); i++) {
        add(lines, before + i + 1, part.results().get(i), width);
      }
      before += counted ? part.results().size() : 0;
      if (part.results().isEmpty()) {
        lines.add("No passage answers.");
      }
      if (several) {
        lines.addAll(AnswerShown.notices(part.notices()));
      }
    }
    for (AskBack ask : asked.asks()) {
      lines.add("Asked back: " + ask.sentence());
    }
    lines.add("");
    return new Shown(
        value,
        records,
        above,
        Table.of(List.of()),
        lines,
        AnswerShown.notices(several ? asked.notices() : asked.allNotices()));
  }

  /// One passage with its citation.
  static Shown of(Hit hit, int width) {
    List<String> lines = new ArrayList<>();
    add(lines, 1, hit, width);
    lines.add("");
    return new Shown(hit, List.of(hit), List.of(), Table.of(List.of()), lines, List.of());
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
    lines.add(INDENT + hit.permalink());
    Factors factors = hit.factors();
    if (factors != null) {
      lines.add(INDENT + "score " + factors);
    }
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
