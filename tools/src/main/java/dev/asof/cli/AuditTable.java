package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.cite.Hit;
import dev.asof.cli.print.Table;
import dev.asof.history.Citation;
import dev.asof.shown.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The citations of a record as rows that stand alone: each says how the question was read, as of
/// which token, and who holds what.
final class AuditTable {
  private AuditTable() {}

  /// A citation in the part that it answers.
  private record Cited(String reading, Part part, Hit hit) {
    Citation citation() {
      return hit.citation();
    }

    @Nullable String about() {
      return part.during() == null ? part.about() : Times.shown(part.during());
    }
  }

  static Table of(Asked answer) {
    List<Cited> rows =
        answer.parts().stream()
            .flatMap(
                part -> part.results().stream().map(hit -> new Cited(answer.sentence(), part, hit)))
            .toList();
    return Table.of(
        rows,
        column("reading", Cited::reading),
        column("period", row -> row.part().label()),
        column("about", Cited::about),
        column("known", row -> row.part().known()),
        column("token", row -> "@" + row.part().token()),
        column("document", row -> row.citation().document()),
        column("section", row -> row.citation().section()),
        column("source", row -> row.citation().source()),
        column("scope", row -> row.citation().scope()),
        column("state", row -> row.citation().state().word()),
        column("version", row -> AnswerShown.holds(row.citation())),
        column("valid", row -> Times.shown(row.citation().valid())),
        column(
            "known since",
            row -> AnswerShown.since(row.citation()),
            row -> AnswerShown.exactlySince(row.citation())),
        column("sha256", row -> AnswerShown.hash(row.citation()), row -> row.citation().sha256()),
        column("permalink", row -> row.hit().permalink()));
  }
}
