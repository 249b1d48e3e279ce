package dev.asof.evaluate;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.id.TenantId;
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

/// The loads of corpora, each in a tenant of its own whose name carries the hash of the corpus, so
/// that it is imported and embedded once.
///
/// @param folder where it is noted what was imported
record Loads(Database database, Path folder) {
  private static final int HASH_DIGITS = 12;

  /// The tenant of a load, imported where it is not there yet.
  TenantId imported(Dataset dataset, Dataset.Load load, Evaluation.Progress progress) {
    String name =
        ("evaluate-" + dataset.name() + "-" + load.name()).replaceAll("[^\\p{L}\\p{N}-]+", "-")
            + "-"
            + dataset.hash().substring(0, HASH_DIGITS);
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
  Embeddings.Standing embedded(
      TenantId tenant, Dataset.Load load, Embedder embedder, Evaluation.Progress progress) {
    Embeddings embeddings = new Embeddings(database);
    Embeddings.Standing before = embeddings.standing(tenant, embedder.model());
    long waiting = before.passages() - before.embedded();
    if (waiting == 0) {
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
