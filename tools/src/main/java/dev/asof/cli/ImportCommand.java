package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.embed.Embedder;
import dev.asof.fault.AsofException;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Snapshot;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.HeldRecords;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What every way in has: the tenant, made where it is missing; who imports and why; what becomes
/// of what cannot be used; the report; and passages that are embedded beside it and after it.
abstract class ImportCommand extends AsofCommand {

  /// What becomes of a record that cannot be used.
  enum OnError {
    stop,
    skip
  }

  /// An import that is ready to begin.
  ///
  /// @param systemTime how its records get their system time, in the words of the report
  record Prepared(ImportOptions options, String systemTime, Inputs inputs) {}

  /// What is to be read, once the tenant is known: a way in may ask what it holds already.
  @FunctionalInterface
  interface Inputs {
    List<Importer.Input> of(Database database, TenantId tenant);
  }

  /// Fills an empty tenant in a way of its own, and says what it did.
  @FunctionalInterface
  interface Filling {
    Shown fill(String tenantName, WorkProgress progress);
  }

  @Option(
      names = "--on-error",
      order = 100,
      paramLabel = "WHAT",
      description =
          "stop at the first bad record with nothing written, or skip bad records; default stop.")
  private OnError onError = OnError.stop;

  @Option(
      names = "--no-embed",
      order = 101,
      description = "Embed nothing now; asof embed does it later.")
  private boolean withoutEmbedding;

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();
  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final ActorOptions actor = new ActorOptions();

  /// Checks the options, and that what is to be read is there, before any database is opened.
  abstract Prepared prepare();

  /// Null: records are read, one by one.
  @Nullable Filling filling() {
    return null;
  }

  /// What this way in has to write once everything new is.
  void afterwards(Database database, TenantId id, Intent intent) {}

  /// When files are taken to be looked at: before anything in them is read, by the clock that
  /// system times are from.
  static Instant looked(Database database, TenantId tenant) {
    return new History(database).reader().snapshot(tenant, Known.latest(), Snapshot::clock);
  }

  final boolean skipsBad() {
    return onError == OnError.skip;
  }

  /// The report, with what this way in has to add.
  Shown shown(ImportReport report, String tenantName, String systemTime, Duration taken) {
    return ImportShown.of(report, tenantName, systemTime, taken);
  }

  @Override
  public final Integer call() {
    Filling filling = filling();
    if (filling != null) {
      fill(filling);
      return DONE;
    }
    Prepared prepared = prepare();
    Instant start = edge().clock().instant();
    Optional<Embedder> model =
        withoutEmbedding ? Optional.empty() : embedders.open(edge(), settings());
    try (Embedder embedder = model.orElse(null);
        Database database = open()) {
      TenantId id = new Store(database).createTenant(tenant.name(edge()));
      if (embedder == null) {
        answer(prepared, run(database, id, prepared), start);
        return DONE;
      }
      Embedding embedding = new Embedding(edge(), database, embedder, id);
      try (Embedding.Beside beside = embedding.beside()) {
        answer(prepared, run(database, id, prepared), start);
        embedTheRest(embedding, beside);
      }
      return DONE;
    }
  }

  private void fill(Filling filling) {
    String name = tenant.name(edge());
    try (Embedder embedder =
            withoutEmbedding ? null : embedders.open(edge(), settings()).orElse(null);
        Database database = open()) {
      TenantId id = new Store(database).createTenant(name);
      try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
        print(filling.fill(name, progress));
      }
      edge().out().flush();
      if (embedder != null) {
        Embedding embedding = new Embedding(edge(), database, embedder, id);
        orSay(() -> embed(embedding));
      }
    }
  }

  private ImportReport run(Database database, TenantId id, Prepared prepared) {
    List<Importer.Input> inputs = prepared.inputs().of(database, id);
    ImportOptions options = prepared.options().skippingBad(skipsBad());
    try (ImportProgress progress = new ImportProgress(edge(), output().showsProgress(edge()))) {
      Intent intent = actor.intent(HeldRecords.IMPORT, edge());
      ImportReport report = new Importer(database).run(id, inputs, options, intent, progress);
      afterwards(database, id, intent);
      return report;
    }
  }

  private void answer(Prepared prepared, ImportReport report, Instant start) {
    Duration taken = Duration.between(start, edge().clock().instant());
    print(shown(report, tenant.name(edge()), prepared.systemTime(), taken));
    edge().out().flush();
  }

  /// What was imported stays imported, whatever becomes of this.
  private void embedTheRest(Embedding embedding, Embedding.Beside beside) {
    orSay(() -> {
      beside.finish();
      embed(embedding);
    });
  }

  private void embed(Embedding embedding) {
    embedding.run(Long.MAX_VALUE, output().showsProgress(edge()));
    embedding.index();
  }

  private void orSay(Runnable embedding) {
    try {
      embedding.run();
    } catch (AsofException e) {
      edge()
          .say(
              "asof: everything was imported, but not all of it embedded: "
                  + e.sentence()
                  + " (asof embed goes on with it)");
    }
  }
}
