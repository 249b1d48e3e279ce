package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Hash;
import dev.asof.schema.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import tools.jackson.core.JacksonException;

/// All tables of all tenants in a folder: one compressed file each, of one moment, and
/// `backup.json`, which counts and hashes them. Not in it: which logins may reach which tenant,
/// which belongs to the server, and the index, which is made again.
public final class Backup {

  static final String MANIFEST = "backup.json";
  private static final String FORMAT = "asof-backup-1";

  private Backup() {}

  /// A table in its file.
  ///
  /// @param sha256 of the file, lower-case hexadecimal
  public record Table(String table, List<String> columns, long rows, String file, String sha256) {}

  /// The last transaction of a tenant.
  ///
  /// @param hash of its ledger entry, lower-case hexadecimal: kept elsewhere it is a checkpoint
  public record Checkpoint(
      String tenant, long sequence, @Nullable Instant systemTime, @Nullable String hash) {}

  public record Manifest(
      String format, int schema, Instant taken, List<Checkpoint> tenants, List<Table> tables) {}

  /// Writes a backup into `folder`, which must be empty or not exist yet; it is whole or not there.
  public static Manifest take(Owner owner, Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    return NewFolder.build(
        target,
        "folder",
        building -> {
          Manifest manifest = owner.run((connection, sql) -> take(connection, sql, building));
          Files.writeString(
              building.resolve(MANIFEST),
              Register.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(manifest) + "\n",
              StandardCharsets.UTF_8);
          return manifest;
        });
  }

  private static Manifest take(Connection connection, DSLContext sql, Path folder)
      throws SQLException {
    connection.setAutoCommit(false);
    sql.execute("set transaction isolation level repeatable read, read only");
    Instant taken =
        sql.select(DSL.field("clock_timestamp()", Instant.class)).fetchSingle().value1();
    CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
    List<Table> tables = new ArrayList<>();
    for (Map.Entry<String, List<String>> table : tables(sql).entrySet()) {
      String file = table.getKey() + ".gz";
      Path path = folder.resolve(file);
      long rows;
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
        rows =
            copies.copyOut(
                "copy asof."
                    + quoted(table.getKey())
                    + " ("
                    + columns(table.getValue())
                    + ") to stdout",
                out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      tables.add(new Table(table.getKey(), table.getValue(), rows, file, sha256(path)));
    }
    List<Checkpoint> tenants =
        sql.fetch(
                """
                select tenant.name, head.sequence, transaction.system_time, transaction.hash
                from tenant
                join head on head.tenant = tenant.tenant
                left join transaction
                  on transaction.tenant = head.tenant and transaction.sequence = head.sequence
                order by tenant.name
                """)
            .map(row ->
                new Checkpoint(
                    row.get(0, String.class),
                    row.get(1, Long.class),
                    row.get(2, Instant.class),
                    row.get(3) == null ? null : Hash.wrap(row.get(3, byte[].class)).hex()));
    connection.rollback();
    return new Manifest(FORMAT, Owner.schemaVersion(), taken, tenants, tables);
  }

  /// The backup in `folder`. Throws a [CallerFault] where there is none that this program can read,
  /// or where a file is not what its manifest says.
  public static Manifest read(Path folder) {
    Path file = folder.resolve(MANIFEST);
    Manifest manifest;
    try {
      manifest =
          Register.JSON.readValue(Files.readString(file, StandardCharsets.UTF_8), Manifest.class);
    } catch (IOException | JacksonException e) {
      throw new CallerFault(
          Code.BAD_INPUT, file + " cannot be read; name a folder that asof backup wrote", e);
    }
    if (!FORMAT.equals(manifest.format()) || manifest.schema() != Owner.schemaVersion()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the backup in "
              + folder
              + " has the format "
              + manifest.format()
              + " and schema version "
              + manifest.schema()
              + ", and this asof restores "
              + FORMAT
              + " of version "
              + Owner.schemaVersion()
              + "; restore it with the asof that took it, then start this one");
    }
    for (Table table : manifest.tables()) {
      if (!table.file().matches("[a-z_]+[.]gz")
          || !Files.isRegularFile(folder.resolve(table.file()))
          || !sha256(folder.resolve(table.file())).equals(table.sha256())) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the file "
                + folder.resolve(table.file())
                + " is missing or was changed; nothing was restored, use another backup");
      }
    }
    return manifest;
  }

  /// Fills the empty database of `owner` from the backup in `folder`, in one transaction: nothing
  /// of it is there before `check` has passed.
  ///
  /// @param check looks at what was restored and throws where it is not good
  public static void restore(
      Owner owner, Path folder, Manifest manifest, Consumer<DSLContext> check) {
    owner.run((connection, sql) -> {
      connection.setAutoCommit(false);
      try {
        Map<String, List<String>> here = tables(sql);
        refuseUnlessEmpty(sql, here.keySet());
        CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
        Map<String, Table> stored =
            manifest.tables().stream().collect(Collectors.toMap(Table::table, table -> table));
        if (!stored.keySet().equals(here.keySet())) {
          throw new CallerFault(
              Code.BAD_INPUT,
              "the backup in " + folder + " does not have the tables of this database");
        }
        for (String name : here.keySet()) {
          copyIn(copies, folder, stored.get(name), here.get(name));
        }
        // It names a transaction of the server that the backup was taken from.
        sql.execute("update head set xid = null");
        sql.execute(
            "select setval(pg_get_serial_sequence('asof.tenant', 'tenant'), max(tenant)) from"
                + " tenant");
        check.accept(sql);
        connection.commit();
      } catch (RuntimeException | SQLException e) {
        connection.rollback();
        throw e;
      }
      return manifest;
    });
  }

  private static void copyIn(
      CopyManager copies, Path folder, @Nullable Table table, @Nullable List<String> columns)
      throws SQLException {
    if (table == null || columns == null || !columns.equals(table.columns())) {
      throw new CallerFault(
          Code.BAD_INPUT, "the backup in " + folder + " has other columns than this database");
    }
    long rows;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve(table.file())))) {
      rows =
          copies.copyIn(
              "copy asof."
                  + quoted(table.table())
                  + " ("
                  + columns(table.columns())
                  + ") from stdin",
              in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (rows != table.rows()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          table.file() + " holds " + rows + " rows and its manifest says " + table.rows());
    }
  }

  /// A new database has a tenant without transactions, which gives way.
  private static void refuseUnlessEmpty(DSLContext sql, Set<String> tables) {
    for (String table : tables) {
      if (!table.equals("tenant")
          && !table.equals("head")
          && sql.fetchExists(DSL.table(DSL.name("asof", table)))) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the database is not empty (there are rows in "
                + table
                + "); restore into a new one: set another ASOF_HOME, or create a database");
      }
    }
    if (sql.fetchExists(sql.selectOne().from("tenant_login").where("tenant is not null"))) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "logins were granted single tenants of this database already, and a restore numbers"
              + " tenants as they were; restore first, then grant");
    }
    sql.execute("delete from head");
    sql.execute("delete from tenant");
  }

  /// The tables with the columns that are stored, each after those it refers to. Who may reach a
  /// tenant is no part of what it holds: a token that was revoked since would be good again.
  private static Map<String, List<String>> tables(DSLContext sql) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    sql.fetch(
            """
            select c.relname, a.attname
            from pg_class c
            join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            where c.relnamespace = 'asof'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
              and c.relname not in ('flyway_schema_history', 'tenant_login', 'api_token')
            order by c.relname, a.attnum
            """)
        .forEach(row ->
            columns
                .computeIfAbsent(row.get(0, String.class), none -> new ArrayList<>())
                .add(row.get(1, String.class)));
    Map<String, Set<String>> needs = new LinkedHashMap<>();
    columns.keySet().forEach(table -> needs.put(table, new TreeSet<>()));
    sql.fetch(
            """
            select distinct child.relname, parent.relname
            from pg_constraint f
            join pg_class child on child.oid = f.conrelid
            join pg_class parent on parent.oid = f.confrelid
            where f.contype = 'f' and not f.condeferred and child.oid <> parent.oid
              and child.relnamespace = 'asof'::regnamespace
            """)
        .forEach(row -> {
          Set<String> needed = needs.get(row.get(0, String.class));
          if (needed != null) {
            needed.add(row.get(1, String.class));
          }
        });
    Map<String, List<String>> ordered = new LinkedHashMap<>();
    Set<String> left = new LinkedHashSet<>(columns.keySet());
    while (!left.isEmpty()) {
      String next =
          left.stream()
              .filter(
                  table -> needs.getOrDefault(table, Set.of()).stream().noneMatch(left::contains))
              .findFirst()
              .orElseThrow(
                  () -> new IllegalStateException("the tables " + left + " refer to each other"));
      ordered.put(next, columns.getOrDefault(next, List.of()));
      left.remove(next);
    }
    return ordered;
  }

  private static String columns(List<String> names) {
    return names.stream().map(Backup::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String sha256(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return Hash.wrap(digest.digest()).hex();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java platform without SHA-256", e);
    }
  }
}
