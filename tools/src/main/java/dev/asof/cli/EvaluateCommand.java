package dev.asof.cli;

import dev.asof.embed.Embedder;
import dev.asof.evaluate.Dataset;
import dev.asof.evaluate.Evaluation;
import dev.asof.evaluate.HtmlReport;
import dev.asof.evaluate.Report;
import dev.asof.evaluate.Systems;
import dev.asof.schema.Database;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "evaluate",
    description = {
      "Measures how often retrieval finds the right version, against other methods.",
      "Reads a folder with a corpus and questions: versions.jsonl with questions.jsonl, or with"
          + " queries.jsonl and maybe ledger.jsonl; paragraphs.jsonl with queries.jsonl; or"
          + " timelyrag_*.jsonl; each may be gzip. The corpus is imported once, into tenants of its"
          + " own. Where a system needs vectors the corpus is embedded first, once, which may take"
          + " a while: it goes on where it was stopped, and --embedder none leaves these systems"
          + " out. The same seed gives the same figures, but for latency."
    },
    footer = {
      "  asof evaluate --data ota-bench --run results --limit 100",
      "  asof evaluate --data ota-bench --systems bm25,timelyrag-50,eligible-bm25,ask",
      "  asof evaluate --data mine --embedder none",
      "  asof evaluate --data mine --baseline timelyrag-interval-50 --output html > report.html"
    })
final class EvaluateCommand extends AsofCommand {

  @Option(
      names = "--data",
      required = true,
      order = 1,
      paramLabel = "FOLDER",
      description = "The corpus and its questions.")
  private Path data = Path.of(".");

  @Option(
      names = "--systems",
      order = 2,
      split = ",",
      paramLabel = "NAMES",
      description =
          "Systems to compare, with commas between them; default all that can be made here. A wrong"
              + " name lists them.")
  private List<String> systems = List.of();

  @Option(
      names = "--baseline",
      order = 3,
      paramLabel = "NAME",
      description = "The system that others are tested against; default bm25, else the first.")
  private @Nullable String baseline;

  @Option(
      names = "--half",
      order = 4,
      paramLabel = "HALF",
      description =
          "odd (first, third, ... question), even or all: tune on one, report on the other;"
              + " default all.")
  private Evaluation.Half half = Evaluation.Half.ALL;

  @Option(
      names = "--limit",
      order = 5,
      paramLabel = "N",
      description = "Only the first N questions of these.")
  private @Nullable Integer limit;

  @Option(
      names = "--seed",
      order = 6,
      paramLabel = "N",
      description = "Seed of intervals and tests; default 1.")
  private long seed = 1;

  @Option(
      names = "--run",
      order = 7,
      paramLabel = "FOLDER",
      description =
          "Keep each answer there, and go on where a run was stopped; answers are made again where"
              + " data, questions, systems or asof changed.")
  private @Nullable Path run;

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();

  @Override
  public Integer call() {
    Evaluation.Options options = new Evaluation.Options(Systems.named(systems), half, limit, run);
    Dataset dataset = Dataset.open(data);
    try (Embedder embedder = embedders.open(edge(), settings()).orElse(null);
        Database database = open()) {
      Evaluation.Done done = run(new Evaluation(database, embedder), dataset, options);
      Report report = Report.of(done, baseline, seed);
      if (output().isHtml()) {
        edge().out().print(HtmlReport.of(report));
        edge().out().flush();
      } else {
        print(EvaluatedShown.of(report, done.reused()));
      }
      return DONE;
    }
  }

  private Evaluation.Done run(Evaluation evaluation, Dataset dataset, Evaluation.Options options) {
    try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
      return evaluation.run(dataset, options, progress::at);
    }
  }
}
