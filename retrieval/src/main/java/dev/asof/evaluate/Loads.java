package dev.asof.evaluate;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.write.Embeddings;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The loads of corpora, each in a tenant of its own whose name carries the hash of the corpus, so
/// that it is imported and embedded once.
///
/// @param folder for notes of what was imported, and the indexes
record Loads(Database database, Path folder) {
  private static final int HASH_DIGITS = 12;

  private static String name(Dataset dataset, Dataset.Load load) {
    return ("evaluate-" + dataset.name() + "-" + load.name()).replaceAll("[^\\p{L}\\p{N}-]+", "-")
        + "-"
        + dataset.hash().substring(0, HASH_DIGITS);
  }

  /// The index of a load alone: the weight of a word follows from all that an index holds.
  ///
  /// @param embedder of the vectors in it; null: whichever it has
  PassageIndex index(Dataset dataset, Dataset.Load load, @Nullable Embedder embedder) {
    return PassageIndex.open(
        folder.resolve("index").resolve(name(dataset, load)),
        database,
        embedder == null ? null : embedder.model());
  }

  /// The tenant of a load, imported where it is not there yet.
  TenantId imported(Dataset dataset, Dataset.Load load, Evaluation.Progress progress) {
    String name = name(dataset, load);
    TenantId tenant = new Store(database).createTenant(name);
    Path marker = folder.resolve(name);
    if (isImported(tenant, marker)) {
      return tenant;
    }
    new Importer(database)
        .run(
            tenant,
            List.of(load.input()),
            load.options(),
            Intent.of("import", "evaluate"),
            new Importer.Progress() {
              @Override
              public LongConsumer checking(String file) {
                return lines -> progress.at("checking " + load.name(), lines, 0);
              }

              @Override
              public LongConsumer writing(long records) {
                return done -> progress.at("importing " + load.name(), done, records);
              }
            });
    try {
      Files.createDirectories(folder);
      Files.writeString(marker, standing(tenant));
    } catch (IOException e) {
      throw Lines.unreadable(marker, e);
    }
    return tenant;
  }

  /// The last transaction of the import is kept, so that an import that was stopped is gone on
  /// with, and one into another database is not taken for this one.
  private boolean isImported(TenantId tenant, Path marker) {
    try {
      return Files.exists(marker) && Files.readString(marker).equals(standing(tenant));
    } catch (IOException e) {
      throw Lines.unreadable(marker, e);
    }
  }

  private String standing(TenantId tenant) {
    return new Reader(database)
        .snapshot(
            tenant, Known.latest(), snapshot -> snapshot.token() + " " + snapshot.known() + "\n");
  }

  /// Gives a vector to every passage of a load that the model covers; one that was stopped goes on.
  ///
  /// @param embedder null: no vector is needed
  Embeddings.Standing embedded(
      TenantId tenant,
      Dataset.Load load,
      @Nullable Embedder embedder,
      Evaluation.Progress progress) {
    Embeddings embeddings = new Embeddings(database);
    Embeddings.Standing before =
        embeddings.standing(tenant, embedder == null ? "" : embedder.model());
    long waiting = before.passages() - before.embedded();
    if (embedder == null || waiting == 0) {
      return before;
    }
    new EmbeddingWork(database, embedder)
        .run(
            tenant,
            Long.MAX_VALUE,
            () -> false,
            done -> progress.at("embedding " + load.name(), done, waiting));
    return embeddings.standing(tenant, embedder.model());
  }
}
