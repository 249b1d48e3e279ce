package dev.asof.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// asof against what its own server takes for the least there is: a row inserted and committed, a
/// row looked up by its primary key. And what asof sends: round trips and statements.
final class Limit {

  private static final int COUNTED = 10;
  private static final Duration SPAN = Duration.ofDays(300);

  private final Sizes sizes;
  private final Random random;
  private final PostgresServer server;

  Limit(Sizes sizes, Random random, PostgresServer server) {
    this.sizes = sizes;
    this.random = random;
    this.server = server;
  }

  void run(Rounds rounds) throws Exception {
    Subject asof = rounds.subjects().getFirst();
    asof.begin(Workload.LIMIT.word());
    Model model = new Model();
    Histories histories = new Histories(random);
    int documents = Math.min(200, sizes.documents());
    for (Op op : histories.easy(documents, 10)) {
      asof.write(List.of(op));
      model.apply(op);
    }
    asof.settle();
    try (Connection connection = server.peer();
        Bare bare = new Bare(connection)) {
      for (int round = 0; round < sizes.easyRounds(); round++) {
        measure(rounds, asof, bare, histories, model, documents, round);
      }
    }
    count(rounds, histories, documents);
  }

  private void measure(
      Rounds rounds,
      Subject asof,
      Bare bare,
      Histories histories,
      Model model,
      int documents,
      int round)
      throws Exception {
    int calls = Math.max(1, sizes.lookups() / 4);
    List<Op> ops = new ArrayList<>();
    List<@Nullable String> right = new ArrayList<>();
    List<Instant> abouts = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      String document = "e" + random.nextInt(documents);
      ops.add(histories.corrects(document, document + "-limit" + round + "-" + i, SPAN));
    }
    for (int i = 0; i < calls; i++) {
      Op op = ops.get(i);
      rounds.timeWork("correct or insert", "bare", () -> bare.insert(op));
      rounds.timeWork("correct or insert", asof.name(), () -> asof.write(List.of(op)));
      model.apply(op);
    }
    rounds.turn();
    model.mark();
    for (int i = 0; i < calls; i++) {
      abouts.add(histories.about(SPAN));
      right.add(model.at(ops.get(i).document(), abouts.get(i), model.marks() - 1));
    }
    for (int i = 0; i < calls; i++) {
      Op op = ops.get(i);
      Instant about = abouts.get(i);
      String bareFound =
          rounds.<@Nullable String>time(
              "lookup or select", "bare", () -> bare.select(op.version()));
      String found =
          rounds.<@Nullable String>time(
              "lookup or select", asof.name(), () -> asof.at(op.document(), about));
      if (!op.version().equals(bareFound) || !Objects.equals(found, right.get(i))) {
        throw new WrongAnswer("limit", "lookup", asof.name(), i, found, right.get(i));
      }
    }
    rounds.turn();
  }

  /// Counted where the driver knows everything: first it asks for types and prepares statements.
  private void count(Rounds rounds, Histories histories, int documents) throws Exception {
    try (CountingProxy proxy = CountingProxy.before(server.port());
        AsofSubject asof = new AsofSubject(server, server.open(proxy.port()))) {
      asof.join(Workload.LIMIT.word());
      for (int i = 0; i < 2 * COUNTED; i++) {
        String document = "e" + i % documents;
        Op op = histories.corrects(document, document + "-counted" + i, SPAN);
        proxy.counted();
        asof.write(List.of(op));
        CountingProxy.Counted written = proxy.counted();
        asof.at(document, op.from());
        CountingProxy.Counted read = proxy.counted();
        if (i >= COUNTED) {
          rounds.count("correct", written);
          rounds.count("lookup", read);
        }
      }
    }
  }

  /// The least that a server can be asked.
  private static final class Bare implements AutoCloseable {

    private final PreparedStatement insert;
    private final PreparedStatement select;

    Bare(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("create schema bare");
        statement.execute(
            "create table bare.held (version text primary key, document text not null, body text"
                + " not null)");
      }
      insert =
          connection.prepareStatement(
              "insert into bare.held (version, document, body) values (?, ?, ?)");
      select = connection.prepareStatement("select version from bare.held where version = ?");
    }

    void insert(Op op) throws SQLException {
      insert.setString(1, op.version());
      insert.setString(2, op.document());
      insert.setString(3, op.text());
      insert.execute();
    }

    @Nullable String select(String version) throws SQLException {
      select.setString(1, version);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }

    @Override
    public void close() throws SQLException {
      insert.close();
      select.close();
    }
  }
}
