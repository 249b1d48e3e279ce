package dev.asof.cli;

import dev.asof.cli.print.JsonLinesPrinter;
import dev.asof.history.Compared;
import dev.asof.history.DocumentDiff;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "diff",
    description = {
      "Shows what differs between two points: documents, sections, words.",
      "The second point is --about and --known; of the first, what is not named is as in the"
          + " second. Ends with exit code 1 where there are differences."
    },
    footer = {
      "  asof diff -d github/privacy-statement --before-about 2022-06-01 --about 2023-06-01",
      "  asof diff --about 2023-06-01 --before-known 2023-05-15 --output jsonl",
      "  asof diff --before-about 2022-06-01 --about 2023-06-01 --only substantive --limit 20"
    })
final class Diff extends ReadCommand {

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final AboutOption about = new AboutOption();
  @Mixin private final PageOptions page = new PageOptions();

  @Option(
      names = "--before-about",
      order = 10,
      paramLabel = "TIME",
      description = "The first point, valid time.")
  private @Nullable String beforeAbout;

  @Option(
      names = "--before-known",
      order = 11,
      paramLabel = "TIME",
      description = "The first point, system time, or its token.")
  private @Nullable String beforeKnown;

  @Option(
      names = "--only",
      order = 12,
      paramLabel = "NATURE",
      description = {
        "Only documents that changed so: substantive (the meaning may differ), typographic (white",
        "space, quotation marks and the like) or technical (marked so: only the extractor changed)."
      })
  private DocumentDiff.@Nullable Nature only;

  @Override
  void check() {
    if (beforeAbout == null && beforeKnown == null) {
      throw usage("Give the first point with --before-about, --before-known or both");
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    TimeInput after = about.in(times());
    Known known = times().known();
    History.Asked one =
        new History.Asked(
            beforeAbout == null
                ? after
                : LocalTimes.parseAbout(beforeAbout, times().zone(), times().isZoneAssumed()),
            beforeKnown == null ? known : times().known(beforeKnown));
    History.Asked other = new History.Asked(after, known);
    if (output().isLines()) {
      return stream(history, tenant, one, other);
    }
    Compared<DocumentDiff> answer =
        history.diff(tenant, filter.filter(), one, other, only, page.page());
    print(DiffShown.of(answer));
    return answer.results().isEmpty() ? DONE : NO;
  }

  private int stream(History history, TenantId tenant, History.Asked one, History.Asked other) {
    JsonLinesPrinter lines = output().lines(edge());
    AtomicBoolean differs = new AtomicBoolean();
    String next =
        history.diff(
            tenant,
            filter.filter(),
            one,
            other,
            only,
            page.page(),
            head -> {
              lines.aside(AnswerShown.reading(head));
              lines.aside(AnswerShown.notices(head.notices()));
            },
            difference -> {
              differs.set(true);
              lines.record(difference);
            });
    lines.aside(AnswerShown.next(next));
    return differs.get() ? NO : DONE;
  }
}
