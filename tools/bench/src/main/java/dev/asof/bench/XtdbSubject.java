package dev.asof.bench;

import clojure.lang.Keyword;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.file.PathUtils;
import org.jspecify.annotations.Nullable;
import xtdb.api.HistoryOptions;
import xtdb.api.ICursor;
import xtdb.api.IXtdb;
import xtdb.api.IXtdbDatasource;
import xtdb.api.TransactionInstant;
import xtdb.api.XtdbDocument;
import xtdb.api.tx.Transaction;

/// XTDB 1 inside this process: no network lies between, and nothing is read from another one. Each
/// workload has a node of its own.
final class XtdbSubject implements Subject {

  /// Where a node keeps its transactions, documents and index.
  enum Kept {
    MEMORY,
    ROCKSDB
  }

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LOADED_AT_ONCE = 1_000;

  private static final Keyword TRANSACTION = Keyword.intern("xtdb.api", "tx-id");
  private static final Keyword CHANGES = Keyword.intern("xtdb.api", "tx-ops");
  private static final Keyword VALID = Keyword.intern("xtdb.api", "valid-time");
  private static final Keyword DOCUMENT = Keyword.intern("xtdb.api", "doc");
  private static final Keyword VERSION = Keyword.intern("version");
  private static final Keyword ID = Keyword.intern("xt", "id");

  private final Kept kept;
  private final Durability durability;
  private final List<TransactionInstant> marks = new ArrayList<>();
  private @Nullable IXtdb running;
  private @Nullable Path home;
  private @Nullable TransactionInstant last;

  XtdbSubject(Kept kept, Durability durability) {
    this.kept = kept;
    this.durability = durability;
  }

  @Override
  public String name() {
    return kept == Kept.MEMORY ? "xtdb-memory" : "xtdb-rocksdb";
  }

  @Override
  public String described() {
    return switch (kept) {
      case MEMORY -> "XTDB 1.24.5 in this process, everything in memory, nothing durable";
      case ROCKSDB ->
          "XTDB 1.24.5 in this process, on RocksDB (1.24.3), "
              + durability.said("sync of transactions and documents")
              + ", its index never, as it can be made again";
    };
  }

  @Override
  public void begin(String workload) throws IOException {
    end();
    marks.clear();
    last = null;
    if (kept == Kept.MEMORY) {
      running = IXtdb.startNode();
    } else {
      Path folder = Files.createTempDirectory("asof-bench-xtdb-").toRealPath();
      home = folder;
      Path configuration = folder.resolve("node.json");
      boolean sync = durability == Durability.FULL;
      Files.writeString(
          configuration,
          "{"
              + rocks("xtdb/tx-log", folder.resolve("log"), sync)
              + ", "
              + rocks("xtdb/document-store", folder.resolve("documents"), sync)
              + ", "
              + rocks("xtdb/index-store", folder.resolve("index"), false)
              + "}",
          StandardCharsets.UTF_8);
      running = IXtdb.startNode(configuration.toFile());
    }
  }

  private static String rocks(String part, Path folder, boolean sync) {
    return "\"%s\": {\"kv-store\": {\"xtdb/module\": \"xtdb.rocksdb/->kv-store\", \"db-dir\": \"%s\", \"sync?\": %s}}"
        .formatted(part, folder, sync);
  }

  private IXtdb node() {
    return Objects.requireNonNull(running, "no workload has begun");
  }

  @Override
  public void write(List<Op> changes) {
    TransactionInstant submitted =
        node()
            .submitTx(
                Transaction.buildTx(tx -> {
                  for (Op op : changes) {
                    XtdbDocument document =
                        XtdbDocument.create(
                            op.document(), Map.of("version", op.version(), "body", op.text()));
                    Instant to = op.to();
                    if (to == null) {
                      tx.put(document, Date.from(op.from()));
                    } else {
                      tx.put(document, Date.from(op.from()), Date.from(to));
                    }
                  }
                }));
    last = node().awaitTx(submitted, PATIENCE);
  }

  @Override
  public void mark() throws InterruptedException {
    // It counts in milliseconds, and two transactions may share one.
    TimeUnit.MILLISECONDS.sleep(2);
    if (last == null) {
      // Nothing is known yet: a transaction without a change stands for that.
      last = node().awaitTx(node().submitTx(Transaction.buildTx(tx -> {})), PATIENCE);
    }
    marks.add(Objects.requireNonNull(last));
    TimeUnit.MILLISECONDS.sleep(2);
  }

  @Override
  public @Nullable String at(String document, Instant about) throws IOException {
    try (IXtdbDatasource database = node().openDB(Date.from(about))) {
      return version(database.entity(document));
    }
  }

  @Override
  public @Nullable String at(String document, Instant about, int mark) throws IOException {
    try (IXtdbDatasource database = at(about, mark)) {
      return version(database.entity(document));
    }
  }

  private IXtdbDatasource at(Instant about, int mark) {
    return node().openDB(Date.from(about), marks.get(mark).getTime());
  }

  private static @Nullable String version(@Nullable XtdbDocument found) {
    return found == null ? null : (String) found.get("version");
  }

  @Override
  public void snapshot(Instant about, int mark, Each each) throws IOException {
    try (IXtdbDatasource database = at(about, mark);
        ICursor<List<?>> rows =
            database.openQuery("{:find [d v] :where [[d :xt/id] [d :version v]]}")) {
      while (rows.hasNext()) {
        List<?> row = rows.next();
        each.accept((String) row.getFirst(), (String) row.get(1));
      }
    }
  }

  /// It has no index by system time: all that was put for `about` or before is read, and what
  /// applied there is followed from transaction to transaction.
  @Override
  public List<String> learned(String document, Instant about) throws IOException {
    NavigableMap<Long, Map<Instant, String>> byTransaction = new TreeMap<>();
    try (IXtdbDatasource database = node().openDB(Date.from(about));
        ICursor<Map<Keyword, ?>> rows =
            database.openEntityHistory(
                document,
                HistoryOptions.create(HistoryOptions.SortOrder.ASC)
                    .withCorrections(true)
                    .withDocs(true)
                    .endValidTime(Date.from(about.plusMillis(1))))) {
      while (rows.hasNext()) {
        Map<Keyword, ?> row = rows.next();
        Map<?, ?> held = (Map<?, ?>) value(row, DOCUMENT);
        byTransaction
            .computeIfAbsent(
                ((Number) value(row, TRANSACTION)).longValue(), none -> new HashMap<>())
            .put(((Date) value(row, VALID)).toInstant(), (String) value(held, VERSION));
      }
    }
    List<String> found = new ArrayList<>();
    NavigableMap<Instant, String> line = new TreeMap<>();
    for (Map<Instant, String> said : byTransaction.values()) {
      line.putAll(said);
      found.add(line.lastEntry().getValue());
    }
    return Subject.distinctRuns(found);
  }

  private static Object value(Map<?, ?> map, Keyword key) {
    return Objects.requireNonNull(map.get(key), () -> "no " + key + " in " + map);
  }

  @Override
  public Set<String> changed(int earlier, int later) throws IOException {
    Set<String> found = new TreeSet<>();
    try (ICursor<Map<Keyword, ?>> entries = node().openTxLog(marks.get(earlier).getId(), true)) {
      while (entries.hasNext()) {
        Map<Keyword, ?> entry = entries.next();
        if (((Number) value(entry, TRANSACTION)).longValue() > marks.get(later).getId()) {
          break;
        }
        for (Object op : (Collection<?>) value(entry, CHANGES)) {
          found.add((String) value((Map<?, ?>) ((List<?>) op).get(1), ID));
        }
      }
    }
    return found;
  }

  @Override
  public void load(Iterator<Op> changes) {
    while (changes.hasNext()) {
      List<Op> some = new ArrayList<>();
      while (changes.hasNext() && some.size() < LOADED_AT_ONCE) {
        some.add(changes.next());
      }
      write(some);
    }
  }

  @Override
  public Map<String, Long> stored() {
    return Map.of();
  }

  private void end() throws IOException {
    IXtdb node = running;
    if (node != null) {
      node.close();
      running = null;
    }
    Path folder = home;
    if (folder != null) {
      PathUtils.deleteDirectory(folder);
      home = null;
    }
  }

  @Override
  public void close() throws IOException {
    end();
  }
}
