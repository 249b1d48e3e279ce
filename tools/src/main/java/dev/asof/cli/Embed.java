package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Counted;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Embeddings;
import dev.asof.write.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "embed",
    description = {
      "Gives vectors to the passages that have none.",
      "By them a question finds what says the same in other words. It may be stopped at any time"
          + " and goes on where it was, also beside another one. Passages in languages that the"
          + " model does not cover, and those you may not see, are left out."
    },
    footer = {
      "  asof embed --tenant laws",
      "  asof embed --limit 1000",
      "  asof embed --embedder onnx --embedder-path models/e5/model.onnx --embedder-languages en,de"
    })
final class Embed extends AsofCommand {

  @Option(
      names = "--limit",
      order = 1,
      paramLabel = "N",
      description = "Stop after so many passages; default: all.")
  private @Nullable Long limit;

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();
  @Mixin private final TenantOption tenant = new TenantOption();

  /// @param embedded now
  /// @param leftOut in languages that the model does not cover
  /// @param passages that you may see
  /// @param withVector those of them that have one now
  record Value(
      String model,
      long embedded,
      long leftOut,
      boolean finished,
      long passages,
      long withVector) {}

  @Override
  public Integer call() {
    if (limit != null && limit < 1) {
      throw usage("--limit is " + limit + "; it has to be at least 1");
    }
    long most = limit == null ? Long.MAX_VALUE : limit;
    try (Embedder embedder =
            embedders
                .open(edge(), settings())
                .orElseThrow(() ->
                    new CallerFault(
                        Code.CONFIGURATION,
                        "embedder is none, so nothing is embedded; set it to minilm, onnx or"
                            + " http"));
        Database database = open()) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      Embedding embedding = new Embedding(edge(), database, embedder, id);
      EmbeddingWork.Report report = embedding.run(most, output().showsProgress(edge()));
      embedding.index();
      Embeddings.Standing standing = new Embeddings(database).standing(id, embedder.model());
      Value value =
          new Value(
              embedder.model(),
              report.embedded(),
              report.leftOut(),
              report.finished(),
              standing.passages(),
              standing.embedded());
      print(
          new Shown(
              value, List.of(value), List.of(line(name, value)), Table.of(List.of()), List.of()));
      return DONE;
    }
  }

  private static String line(String name, Value value) {
    return "Embedded "
        + Counted.of(value.embedded(), "passage")
        + " of tenant "
        + name
        + " with "
        + value.model()
        + "; "
        + value.withVector()
        + " of "
        + value.passages()
        + " with a vector"
        + (value.leftOut() > 0
            ? ", " + value.leftOut() + " in languages that it does not cover."
            : ".");
  }
}
