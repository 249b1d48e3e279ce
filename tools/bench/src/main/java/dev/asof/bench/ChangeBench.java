package dev.asof.bench;

import dev.asof.history.History;
import dev.asof.history.InForceText;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.index.CatchUp;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.split.Format;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.commons.io.file.PathUtils;

/// What a small change of a large document costs, beside a table that keeps each version whole.
final class ChangeBench {

  /// @param sections of the document
  /// @param amendments each of one section in a hundred
  record Size(int sections, int amendments) {
    /// As issue 8 states it.
    static final Size FULL = new Size(2_000, 200);

    static final Size QUICK = new Size(500, 20);

    /// So small that only the answers mean something.
    static final Size TINY = new Size(20, 3);

    int changed() {
      return Math.max(1, sections / 100);
    }
  }

  private static final String DOCUMENT = "code";
  private static final Duration APART = Duration.ofDays(7);

  /// Everything of asof, with its indexes.
  private static final String ASOF_BYTES =
      "select sum(pg_total_relation_size(c.oid))::bigint from pg_class c join pg_namespace n on"
          + " n.oid = c.relnamespace where n.nspname = 'asof' and c.relkind = 'r'";

  private static final String PASSAGES = "select count(*) from asof.passage";

  /// What a store that splits each version for itself would have to embed.
  private static final String PASSAGES_OF_VERSIONS =
      "select coalesce(sum(p.passages), 0)::bigint from asof.version v cross join lateral"
          + " unnest(v.texts) as t(text_id) join (select tenant, text_id, count(*) as passages from"
          + " asof.passage group by 1, 2) p on p.tenant = v.tenant and p.text_id = t.text_id";

  private final long seed;
  private final Consumer<String> progress;

  ChangeBench(long seed, Consumer<String> progress) {
    this.seed = seed;
    this.progress = progress;
  }

  /// One made document through its amendments.
  Figures amend(Size size) throws Exception {
    Machine before = Machine.now();
    Map<String, Map<String, Object>> lines = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("asof-bench-index-");
    try (PostgresServer server = PostgresServer.start(Durability.FULL);
        Connection peer = server.peer();
        Database database = server.open();
        PassageIndex index = PassageIndex.open(folder, database)) {
      new Run(server, peer, database, index, size).amend(lines);
    } finally {
      PathUtils.deleteDirectory(folder);
    }
    return new Figures(
        size.sections()
            + " sections, "
            + size.amendments()
            + " amendments of "
            + size.changed()
            + " sections each; seed "
            + seed,
        before,
        Machine.now(),
        lines);
  }

  /// The records of a file, as `asof import` takes them.
  Figures records(Path file) throws Exception {
    Machine before = Machine.now();
    Map<String, Map<String, Object>> lines = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("asof-bench-index-");
    try (PostgresServer server = PostgresServer.start(Durability.FULL);
        Connection peer = server.peer();
        Database database = server.open();
        PassageIndex index = PassageIndex.open(folder, database)) {
      TenantId tenant = new Store(database).createTenant("change");
      long empty = server.count(ASOF_BYTES);
      progress.accept("importing " + file);
      long begun = System.nanoTime();
      new Importer(database)
          .run(
              tenant,
              List.of(Importer.Input.file(file.toString(), () -> Files.newInputStream(file))),
              ImportOptions.NOW,
              Intent.of("import", "bench"),
              Importer.Progress.NONE);
      double seconds = (System.nanoTime() - begun) / 1e9;
      long last =
          new History(database)
              .reader()
              .snapshot(tenant, Known.latest(), snapshot -> snapshot.token());
      CatchUp caughtUp = index.catchUp(tenant, last);
      long texts = keepWhole(server, peer);
      lines.put("versions", Map.of("asof", server.count("select count(*) from asof.version")));
      embeddings(server, lines);
      bytes(server, empty, texts, lines);
      lines.put("seconds of import", Map.of("asof", seconds));
      lines.put("index documents", Map.of("asof", caughtUp.written()));
    } finally {
      PathUtils.deleteDirectory(folder);
    }
    return new Figures(String.valueOf(file.getFileName()), before, Machine.now(), lines);
  }

  /// Copies the texts of all versions into the table beside, each whole.
  private static long keepWhole(PostgresServer server, Connection peer) throws Exception {
    createWhole(peer);
    long number = 0;
    try (Connection owner = server.owner();
        var statement = owner.createStatement();
        var rows =
            statement.executeQuery(
                "select string_agg(t.body, '' order by u.place) from asof.version v cross join"
                    + " lateral unnest(v.texts) with ordinality as u(text_id, place) join"
                    + " asof.section_text t on t.tenant = v.tenant and t.text_id = u.text_id"
                    + " group by v.version_id order by v.version_id")) {
      while (rows.next()) {
        insertWhole(peer, number, rows.getString(1));
        number++;
      }
    }
    return number;
  }

  private static void createWhole(Connection peer) throws SQLException {
    try (var statement = peer.createStatement()) {
      statement.execute("create table whole (version bigint primary key, body text not null)");
    }
  }

  private static void insertWhole(Connection peer, long number, String body) throws SQLException {
    try (PreparedStatement insert = peer.prepareStatement("insert into whole values (?, ?)")) {
      insert.setLong(1, number);
      insert.setString(2, body);
      insert.executeUpdate();
    }
  }

  private static void embeddings(PostgresServer server, Map<String, Map<String, Object>> lines)
      throws Exception {
    lines.put(
        "passages to embed", beside(server.count(PASSAGES), server.count(PASSAGES_OF_VERSIONS)));
  }

  private static void bytes(
      PostgresServer server, long empty, long versions, Map<String, Map<String, Object>> lines)
      throws Exception {
    long whole = 0;
    try (Connection peer = server.peer();
        var statement = peer.createStatement();
        var row = statement.executeQuery("select pg_total_relation_size('whole')")) {
      row.next();
      whole = row.getLong(1);
    }
    lines.put(
        "bytes of " + versions + " versions", beside(server.count(ASOF_BYTES) - empty, whole));
    lines.put(
        "of them texts and sections of versions",
        Map.of(
            "asof",
            server.count(
                "select pg_total_relation_size('asof.section_text')"
                    + " + pg_total_relation_size('asof.version')")));
  }

  private static Map<String, Object> beside(long asof, long whole) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("asof", asof);
    line.put("whole versions", whole);
    line.put("asof / whole", (double) asof / whole);
    return line;
  }

  /// One document, amended again and again.
  private final class Run {
    private final PostgresServer server;
    private final Connection peer;
    private final Database database;
    private final PassageIndex index;
    private final Size size;
    private final Random random = new Random(seed);
    private final Histories histories = new Histories(random);
    private final List<String> bodies = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<Long> asofNanos = new ArrayList<>();
    private final List<Long> wholeNanos = new ArrayList<>();
    private final List<Long> rewritten = new ArrayList<>();

    Run(PostgresServer server, Connection peer, Database database, PassageIndex index, Size size) {
      this.server = server;
      this.peer = peer;
      this.database = database;
      this.index = index;
      this.size = size;
    }

    void amend(Map<String, Map<String, Object>> lines) throws Exception {
      Store store = new Store(database);
      TenantId tenant = store.createTenant("change");
      long empty = server.count(ASOF_BYTES);
      createWhole(peer);
      for (int i = 0; i < size.sections(); i++) {
        bodies.add(histories.text());
      }
      for (int i = 0; i <= size.amendments(); i++) {
        if (i > 0) {
          random
              .ints(0, size.sections())
              .distinct()
              .limit(size.changed())
              .forEach(section -> bodies.set(section, histories.text()));
        }
        if (i % 20 == 0) {
          progress.accept("amendment " + i);
        }
        write(store, tenant, i);
      }
      check(tenant);
      embeddings(server, lines);
      bytes(server, empty, texts.size(), lines);
      Map<String, Object> time = new LinkedHashMap<>();
      time.put("asof", median(asofNanos) / 1e6);
      time.put("whole versions", median(wholeNanos) / 1e6);
      time.put("asof / whole", (double) median(asofNanos) / median(wholeNanos));
      lines.put("milliseconds of an amendment, median", time);
      lines.put(
          "index documents of an amendment, median",
          Map.of("asof", median(rewritten), "sections changed", (long) size.changed()));
    }

    private Instant from(int number) {
      return Histories.FIRST.plus(APART.multipliedBy(number));
    }

    private void write(Store store, TenantId tenant, int number) throws IOException, SQLException {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < bodies.size(); i++) {
        text.append("# Section ").append(i + 1).append("\n\n").append(bodies.get(i)).append("\n\n");
      }
      String body = text.toString();
      long begun = System.nanoTime();
      long token =
          store
              .write(
                  tenant,
                  Intent.of("assert", "bench").because("the amendment says so"),
                  List.of(
                      new Change.Assert(
                          Change.Place.of(DOCUMENT, "office"),
                          new Change.Wanted.New(
                              new NewVersion(
                                  "amendment-" + number,
                                  null,
                                  null,
                                  null,
                                  null,
                                  false,
                                  null,
                                  PreparedText.of(Format.MARKDOWN, body))),
                          StatedTime.of(from(number)),
                          null,
                          false)))
              .sequence();
      long written = System.nanoTime();
      insertWhole(peer, number, body);
      long whole = System.nanoTime();
      CatchUp caughtUp = index.catchUp(tenant, token);
      texts.add(body);
      if (number > 0) {
        asofNanos.add(written - begun);
        wholeNanos.add(whole - written);
        rewritten.add(caughtUp.written());
      }
    }

    /// Every text is there as it was.
    private void check(TenantId tenant) {
      History history = new History(database);
      for (int i = 0; i < texts.size(); i += Math.max(1, texts.size() / 20)) {
        List<InForceText> found =
            history.texts(
                tenant,
                DOCUMENT,
                new TimeInput.Moment(StatedTime.of(from(i).plus(Duration.ofDays(1)))),
                Known.latest());
        if (found.size() != 1
            || !(found.getFirst() instanceof InForceText.Shown shown)
            || !shown.text().equals(texts.get(i))) {
          throw new WrongAnswer("the text after amendment " + i + " is another one");
        }
      }
    }
  }

  private static long median(List<Long> values) {
    return Timings.quantile(values.stream().mapToLong(Long::longValue).sorted().toArray(), 0.5);
  }
}
