package dev.asof.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// MariaDB's bitemporal tables: an application-time period in a system-versioned table. No
/// constraint keeps periods from overlapping, as the idioms below never make them.
final class MariaDbSubject implements Subject {

  /// How a change is said.
  enum Idiom {
    /// `delete for portion of`, then `insert`, in one transaction: leaves few rows.
    REPLACE,
    /// `update for portion of`, one statement: keeps every old edge. The first change of a document
    /// is an `insert`.
    UPDATE
  }

  private static final int LOADED_AT_ONCE = 1_000;

  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  private static final LocalDateTime LAST = LocalDateTime.parse("9999-12-31T23:59:59.999999");

  private final MariaDbServer server;
  private final Idiom idiom;
  private final Connection connection;
  private final List<String> marks = new ArrayList<>();
  private final Set<String> known = new TreeSet<>();
  private String database = "";

  MariaDbSubject(MariaDbServer server, Idiom idiom) throws SQLException {
    this.server = server;
    this.idiom = idiom;
    this.connection = server.connect();
  }

  @Override
  public String name() {
    return idiom == Idiom.REPLACE ? "mariadb" : "mariadb-update";
  }

  @Override
  public String described() {
    return server.described()
        + "; "
        + switch (idiom) {
          case REPLACE -> "delete for portion of, insert, commit: one transaction";
          case UPDATE -> "update for portion of, in autocommit";
        };
  }

  @Override
  public void begin(String workload) throws SQLException {
    marks.clear();
    known.clear();
    database = workload + "_" + idiom.name().toLowerCase(Locale.ROOT);
    try (Statement statement = connection.createStatement()) {
      statement.execute("create database " + database);
      statement.execute("use " + database);
      statement.execute("set time_zone = '+00:00'");
      statement.execute(
          """
          create table held (
            document varchar(60) not null, version varchar(60) not null, body varchar(2000) not null,
            valid_from datetime(6) not null, valid_to datetime(6) not null,
            period for valid (valid_from, valid_to),
            key (document, valid_from, valid_to)
          ) with system versioning
          """);
    }
  }

  @Override
  public void write(List<Op> changes) throws SQLException {
    boolean transaction = idiom == Idiom.REPLACE || changes.size() > 1;
    if (transaction) {
      connection.setAutoCommit(false);
    }
    try (Statement statement = connection.createStatement()) {
      for (Op op : changes) {
        write(statement, op);
      }
    }
    if (transaction) {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  /// The edges of a portion have to be literals.
  private void write(Statement statement, Op op) throws SQLException {
    boolean isNew = known.add(op.document());
    String portion = " for portion of valid from '" + time(op.from()) + "' to '" + end(op) + "'";
    if (idiom == Idiom.UPDATE && !isNew) {
      statement.execute(
          "update held"
              + portion
              + " set version = '"
              + op.version()
              + "', body = '"
              + op.text()
              + "' where document = '"
              + op.document()
              + "'");
      return;
    }
    if (!isNew) {
      statement.execute("delete from held" + portion + " where document = '" + op.document() + "'");
    }
    statement.execute(
        "insert into held (document, version, body, valid_from, valid_to) values " + row(op));
  }

  private static String row(Op op) {
    return "('"
        + op.document()
        + "', '"
        + op.version()
        + "', '"
        + op.text()
        + "', '"
        + time(op.from())
        + "', '"
        + end(op)
        + "')";
  }

  private static String time(Instant at) {
    return DATETIME.format(LocalDateTime.ofInstant(at, ZoneOffset.UTC));
  }

  private static String end(Op op) {
    Instant to = op.to();
    return to == null ? DATETIME.format(LAST) : time(to);
  }

  @Override
  public void mark() throws Exception {
    // Its system time is that of the statement's beginning.
    TimeUnit.MILLISECONDS.sleep(1);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select cast(sysdate(6) as char)")) {
      row.next();
      marks.add(row.getString(1));
    }
    TimeUnit.MILLISECONDS.sleep(1);
  }

  @Override
  public @Nullable String at(String document, Instant about) throws SQLException {
    return at("held", document, about);
  }

  @Override
  public @Nullable String at(String document, Instant about, int mark) throws SQLException {
    return at(asOf(mark), document, about);
  }

  private String asOf(int mark) {
    return "held for system_time as of timestamp'" + marks.get(mark) + "'";
  }

  private @Nullable String at(String table, String document, Instant about) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select version from "
                + table
                + " where document = ? and valid_from <= ? and valid_to > ?")) {
      query.setString(1, document);
      query.setString(2, time(about));
      query.setString(3, time(about));
      List<String> found = strings(query);
      return found.isEmpty() ? null : String.join(" and ", found);
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
  public void snapshot(Instant about, int mark, Each each) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select document, version from "
                + asOf(mark)
                + " where valid_from <= ? and valid_to > ?")) {
      query.setFetchSize(LOADED_AT_ONCE);
      query.setString(1, time(about));
      query.setString(2, time(about));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          each.accept(rows.getString(1), rows.getString(2));
        }
      }
    }
  }

  @Override
  public List<String> learned(String document, Instant about) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select version from held for system_time all"
                + " where document = ? and valid_from <= ? and valid_to > ? order by row_start")) {
      query.setString(1, document);
      query.setString(2, time(about));
      query.setString(3, time(about));
      return Subject.distinctRuns(strings(query));
    }
  }

  @Override
  public Set<String> changed(int earlier, int later) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select distinct document from held for system_time all where (row_start > ? and"
                + " row_start <= ?) or (row_end > ? and row_end <= ?)")) {
      for (int place : new int[] {1, 3}) {
        query.setString(place, marks.get(earlier));
        query.setString(place + 1, marks.get(later));
      }
      return new TreeSet<>(strings(query));
    }
  }

  @Override
  public void load(Iterator<Op> changes) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      while (changes.hasNext()) {
        List<Op> some = new ArrayList<>();
        while (changes.hasNext() && some.size() < LOADED_AT_ONCE) {
          some.add(changes.next());
        }
        some.forEach(op -> known.add(op.document()));
        statement.execute(
            "insert into held (document, version, body, valid_from, valid_to) values "
                + some.stream().map(MariaDbSubject::row).collect(Collectors.joining(", ")));
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public Map<String, Long> stored() throws SQLException {
    Map<String, Long> stored = new LinkedHashMap<>();
    stored.put("rows", count("held for system_time all"));
    stored.put("live", count("held"));
    return stored;
  }

  private long count(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void settle() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("analyze table held");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
