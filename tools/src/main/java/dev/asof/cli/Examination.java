package dev.asof.cli;

import static dev.asof.schema.Finding.bad;
import static dev.asof.schema.Finding.good;
import static dev.asof.schema.Finding.note;

import dev.asof.cli.resident.ResidentClient;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.history.Counted;
import dev.asof.index.IndexStatus;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Checkup;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Finding;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Everything that [Doctor] looks at, in an order in which the first finding is the likeliest cause
/// of the others. Starts the embedded server, where that is the database, and changes nothing else.
final class Examination {
  /// What a write-ahead log and an index of a small store need to go on.
  private static final long LEAST_FREE = 1L << 30;

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Edge edge;
  private final Host host;
  private final Supplier<DatabaseSettings> configured;
  private final List<Finding> findings = new ArrayList<>();

  Examination(Edge edge, Host host, Supplier<DatabaseSettings> configured) {
    this.edge = edge;
    this.host = host;
    this.configured = configured;
  }

  List<Finding> findings() {
    DatabaseSettings settings;
    EmbedderSettings embedder;
    try {
      settings = configured.get();
      embedder = new EmbedderOptions().settings(edge, settings);
      new WordsOptions().settings(edge, settings);
      findings.add(good("configuration", "every setting can be read"));
    } catch (AsofException e) {
      fault("configuration", e);
      return findings;
    }
    home(settings.home());
    disk(settings.home());
    database(settings, embedder);
    model(embedder);
    resident(settings.home());
    return findings;
  }

  /// Our sentences end with what mends them.
  private void fault(String check, AsofException e) {
    String sentence = e.sentence();
    int end = sentence.lastIndexOf("; ");
    findings.add(
        end < 0
            ? bad(check, sentence, "see asof config")
            : bad(check, sentence.substring(0, end), sentence.substring(end + 2)));
  }

  private void home(Path home) {
    if (!Files.isDirectory(home)) {
      findings.add(
          note("home", "the folder " + home + " is not there yet", "the first command makes it"));
      return;
    }
    if (!Files.isWritable(home)) {
      findings.add(
          bad("home", "you may not write into " + home, "chown it, or name another with --home"));
      return;
    }
    List<Path> open =
        Stream.of(home, home.resolve(DatabaseSettings.FILE), home.resolve("resident"))
            .filter(Examination::isOpen)
            .toList();
    if (open.isEmpty()) {
      findings.add(good("home", home + " is yours alone"));
    }
    open.forEach(
        path -> findings.add(bad("home", "others may read or write " + path, "chmod go= " + path)));
  }

  private static boolean isOpen(Path path) {
    try {
      return Files.exists(path)
          && Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS::contains);
    } catch (UnsupportedOperationException | IOException e) {
      // A file system without such rights has nothing to say here.
      return false;
    }
  }

  private void disk(Path home) {
    Path there = home;
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      long free = there == null ? 0 : Files.getFileStore(there).getUsableSpace();
      findings.add(
          free >= LEAST_FREE
              ? good("disk", "more than 1 GiB is free in " + home)
              : bad(
                  "disk",
                  (free >> 20) + " MiB are free in " + home,
                  "free some space, or move the home (--home)"));
    } catch (IOException e) {
      findings.add(note("disk", "the free space in " + home + " cannot be read (" + e + ")", null));
    }
  }

  private void database(DatabaseSettings settings, EmbedderSettings embedder) {
    String place = settings.shown().getFirst().value();
    try (Database database = host.open(settings)) {
      findings.add(good("database", place + " can be reached"));
      findings.addAll(Checkup.of(database, edge.clock().instant()));
      index(database, embedder);
    } catch (AsofException e) {
      fault("database", e);
    }
  }

  private void index(Database database, EmbedderSettings settings) {
    Store store = new Store(database);
    List<String> tenants = store.tenants();
    if (tenants.isEmpty()) {
      findings.add(note("index", "there is no tenant yet", "asof tenant add NAME"));
      return;
    }
    try (Embedder model = host.embedder(settings).orElse(null);
        PassageIndex index = host.index(database, model == null ? null : model.model())) {
      for (String tenant : tenants) {
        findings.add(index(index.status(store.tenant(tenant)), tenant));
      }
    } catch (AsofException e) {
      if (e.code() == Code.NOT_ALLOWED) {
        findings.add(note("index", e.sentence(), null));
      } else {
        fault("index", e);
      }
    }
  }

  private static Finding index(IndexStatus status, String tenant) {
    if (!status.usable() && status.head() > 0) {
      return note(
          "index",
          "tenant " + tenant + " has no usable index; the next question makes it",
          "to do it now: asof index rebuild --tenant " + tenant);
    }
    return status.lag() == 0
        ? good("index", "tenant " + tenant + " is at @" + status.head())
        : note(
            "index",
            "tenant "
                + tenant
                + " is "
                + Counted.of(status.lag(), "transaction")
                + " behind @"
                + status.head()
                + "; the next question catches up",
            null);
  }

  private void model(EmbedderSettings settings) {
    try (Embedder model = host.embedder(settings).orElse(null)) {
      findings.add(
          model == null
              ? note(
                  "embedder",
                  "no embedding model is configured: passages are found by their words alone",
                  "set embedder to minilm, onnx or http where that is not meant")
              : good(
                  "embedder",
                  model.model() + " answers, with vectors of " + model.dimension() + " numbers"));
    } catch (AsofException e) {
      fault("embedder", e);
    }
  }

  private void resident(Path home) {
    try {
      findings.add(
          ResidentClient.isRunning(home, edge.environment())
              ? good("resident", "the resident process runs")
              : good("resident", "no resident process runs; the next question starts one"));
    } catch (IOException e) {
      findings.add(
          bad(
              "resident",
              "the resident process cannot be asked (" + e.getMessage() + ")",
              "asof stop, or ASOF_RESIDENT=off"));
    }
  }
}
