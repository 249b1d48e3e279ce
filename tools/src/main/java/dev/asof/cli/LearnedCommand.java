package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.History;
import dev.asof.history.Learned;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "learned",
    description = {
      "Shows how the belief about one time changed as more became known.",
      "One line for each span of system time and each source: what would have been answered."
    },
    footer = "  asof learned --document github/privacy-statement --about 2023-06-01")
final class LearnedCommand extends ReadCommand {

  @Mixin private final DocumentOptions filter = new DocumentOptions();
  @Mixin private final AboutOption about = new AboutOption();
  @Mixin private final PageOptions page = new PageOptions();

  /// @param said null: nothing
  private record Row(Learned span, @Nullable Citation said) {}

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Answer<Learned> answer =
        history.learned(tenant, filter.filter(), about.in(times()), times().known(), page.page());
    List<Row> rows = new ArrayList<>();
    for (Learned span : answer.results()) {
      span.results().forEach(said -> rows.add(new Row(span, said)));
      if (span.results().isEmpty()) {
        rows.add(new Row(span, null));
      }
    }
    print(
        AnswerShown.of(
            answer,
            Table.of(
                rows,
                column(
                    "known",
                    row -> Times.seconds(row.span().known()),
                    row -> Times.shown(row.span().known())),
                column("source", row -> row.said() == null ? null : row.said().source()),
                column("scope", row -> row.said() == null ? null : row.said().scope()),
                column("section", row -> row.said() == null ? null : row.said().section()),
                column("state", row -> row.said() == null ? null : row.said().state().word()),
                column("version", row -> AnswerShown.holds(row.said())),
                column("valid", row -> row.said() == null ? null : Times.shown(row.said().valid())),
                column("by", row -> by(row.span())),
                column("reason", row -> row.span().recorded().reason()))));
    return DONE;
  }

  private static String by(Learned span) {
    return span.recorded().kind() + " @" + span.recorded().transaction();
  }
}
