package dev.asof.bench;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The floor: one table with four columns of time and b-trees, on asof's own server. No constraint
/// guards it, nothing is recorded of who and why, and one writer at a time is assumed.
final class PlainSubject implements Subject {

  private static final int LOADED_AT_ONCE = 1_000;

  private static final String WRITE =
      """
      with given (document, version, body, since, until) as (
        values (?, ?, ?, ?::timestamptz, ?::timestamptz)),
      closed as (
        update held set system_to = statement_timestamp()
        from given
        where held.document = given.document and held.system_to is null
          and held.valid_from < given.until and held.valid_to > given.since
        returning held.document, held.version, held.body, held.valid_from, held.valid_to, given.since, given.until)
      insert into held (document, version, body, valid_from, valid_to, system_from)
      select document, version, body, since, until, statement_timestamp() from given
      union all
      select document, version, body, valid_from, since, statement_timestamp() from closed where valid_from < since
      union all
      select document, version, body, until, valid_to, statement_timestamp() from closed where valid_to > until
      """;

  private static final String HELD = " (system_from <= ? and (system_to is null or system_to > ?))";

  private final PostgresServer server;
  private final Connection connection;
  private final List<OffsetDateTime> marks = new ArrayList<>();

  PlainSubject(PostgresServer server) throws Exception {
    this.server = server;
    this.connection = server.peer();
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public String described() {
    return "one table with b-trees, no constraint, on the same server: " + server.described();
  }

  @Override
  public void begin(String workload) throws SQLException {
    marks.clear();
    try (Statement statement = connection.createStatement()) {
      statement.execute("create schema " + workload);
      statement.execute("set search_path = " + workload);
      statement.execute(
          """
          create table held (
            document text not null, version text not null, body text not null,
            valid_from timestamptz not null, valid_to timestamptz not null,
            system_from timestamptz not null, system_to timestamptz)
          """);
      statement.execute("create index on held (document, valid_from) where system_to is null");
      statement.execute("create index on held (document, system_from)");
      statement.execute("create index on held (system_from)");
      statement.execute("create index on held (system_to) where system_to is not null");
      // Statements prepared for the table of the workload before are of no use any more.
      statement.execute("discard plans");
    }
  }

  @Override
  public void write(List<Op> changes) throws SQLException {
    boolean many = changes.size() > 1;
    if (many) {
      connection.setAutoCommit(false);
    }
    try (PreparedStatement write = connection.prepareStatement(WRITE)) {
      for (Op op : changes) {
        write.setString(1, op.document());
        write.setString(2, op.version());
        write.setString(3, op.text());
        write.setObject(4, time(op.from()));
        write.setObject(5, end(op));
        write.execute();
      }
    }
    if (many) {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static OffsetDateTime time(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }

  /// The driver takes the last of all times for infinity.
  private static OffsetDateTime end(Op op) {
    Instant to = op.to();
    return to == null ? OffsetDateTime.MAX : time(to);
  }

  @Override
  public void mark() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select clock_timestamp()")) {
      row.next();
      marks.add(row.getObject(1, OffsetDateTime.class));
    }
  }

  @Override
  public @Nullable String at(String document, Instant about) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select version from held where document = ? and system_to is null and valid_from <= ?"
                + " and valid_to > ?")) {
      query.setString(1, document);
      query.setObject(2, time(about));
      query.setObject(3, time(about));
      return one(query);
    }
  }

  @Override
  public @Nullable String at(String document, Instant about, int mark) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select version from held where document = ? and valid_from <= ? and valid_to > ? and"
                + HELD)) {
      query.setString(1, document);
      query.setObject(2, time(about));
      query.setObject(3, time(about));
      query.setObject(4, marks.get(mark));
      query.setObject(5, marks.get(mark));
      return one(query);
    }
  }

  private static @Nullable String one(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      if (!rows.next()) {
        return null;
      }
      String version = rows.getString(1);
      return rows.next() ? version + " and " + rows.getString(1) : version;
    }
  }

  @Override
  public void snapshot(Instant about, int mark, Each each) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement query =
        connection.prepareStatement(
            "select document, version from held where valid_from <= ? and valid_to > ? and"
                + HELD)) {
      query.setFetchSize(LOADED_AT_ONCE);
      query.setObject(1, time(about));
      query.setObject(2, time(about));
      query.setObject(3, marks.get(mark));
      query.setObject(4, marks.get(mark));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          each.accept(rows.getString(1), rows.getString(2));
        }
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public List<String> learned(String document, Instant about) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select version from held where document = ? and valid_from <= ? and valid_to > ? order"
                + " by system_from")) {
      query.setString(1, document);
      query.setObject(2, time(about));
      query.setObject(3, time(about));
      return Subject.distinctRuns(strings(query));
    }
  }

  private static List<String> strings(PreparedStatement query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  @Override
  public Set<String> changed(int earlier, int later) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select document from held where system_from > ? and system_from <= ?"
                + " union select document from held where system_to > ? and system_to <= ?")) {
      for (int place : new int[] {1, 3}) {
        query.setObject(place, marks.get(earlier));
        query.setObject(place + 1, marks.get(later));
      }
      return new TreeSet<>(strings(query));
    }
  }

  @Override
  public void load(Iterator<Op> changes) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into held (document, version, body, valid_from, valid_to, system_from)"
                + " select *, statement_timestamp() from unnest(?::text[], ?::text[], ?::text[],"
                + " ?::timestamptz[], ?::timestamptz[])")) {
      while (changes.hasNext()) {
        List<Op> some = new ArrayList<>();
        while (changes.hasNext() && some.size() < LOADED_AT_ONCE) {
          some.add(changes.next());
        }
        insert.setArray(1, array(some.stream().map(Op::document).toArray()));
        insert.setArray(2, array(some.stream().map(Op::version).toArray()));
        insert.setArray(3, array(some.stream().map(Op::text).toArray()));
        insert.setArray(4, array(some.stream().map(op -> op.from().toString()).toArray()));
        insert.setArray(
            5,
            array(
                some.stream()
                    .map(op -> op.to() == null ? "infinity" : op.to().toString())
                    .toArray()));
        insert.execute();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private Array array(Object[] strings) throws SQLException {
    return connection.createArrayOf("text", strings);
  }

  @Override
  public Map<String, Long> stored() throws SQLException {
    Map<String, Long> stored = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*), count(*) filter (where system_to is null) from held")) {
      row.next();
      stored.put("rows", row.getLong(1));
      stored.put("live", row.getLong(2));
    }
    return stored;
  }

  @Override
  public void settle() throws Exception {
    server.analyze("peer");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
