package dev.asof.verify;

import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/// An owner of the database who tampers: past every grant, policy and constraint, and, where asked,
/// with a ledger that is recomputed so that it fits.
final class Forger {
  private Forger() {}

  /// What an owner did, in a transaction that is taken back after `then` looked at it.
  static void rehearse(
      TestDatabase database, Consumer<DSLContext> tampering, Consumer<DSLContext> then) {
    database.asOwner(sql ->
        sql.connection(connection -> {
          connection.setAutoCommit(false);
          try {
            DSLContext inside = DSL.using(connection, SQLDialect.POSTGRES);
            tamper(connection, inside, tampering);
            then.accept(inside);
          } finally {
            connection.rollback();
            connection.setAutoCommit(true);
          }
        }));
  }

  /// What an owner did, to stay.
  static void commit(TestDatabase database, Consumer<DSLContext> tampering) {
    database.asOwner(sql ->
        sql.connection(connection ->
            tamper(connection, DSL.using(connection, SQLDialect.POSTGRES), tampering)));
  }

  private static void tamper(Connection connection, DSLContext sql, Consumer<DSLContext> tampering)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("set session_replication_role = replica; set search_path = asof");
    }
    tampering.accept(sql);
  }

  /// Recomputes the digest of every row and the whole chain, as somebody would who hides a change.
  static void rechain(DSLContext sql, TenantId tenant) {
    for (Ledgered table : Ledgered.TABLES) {
      if (!table.erasable().isEmpty()) {
        for (Record row : sql.selectFrom(table.table()).where(table.tenant().eq(tenant)).fetch()) {
          byte[] salt = row.get("salt", byte[].class);
          if (salt != null) {
            sql.execute(
                "update "
                    + table.table().getName()
                    + " set digest = ? where tenant = ? and "
                    + table.id().getName()
                    + " = ?",
                table.digestOf(row, salt),
                tenant.value(),
                table.idOf(row));
          }
        }
      }
    }
    byte[] previous = Chain.genesis();
    for (TransactionRecord entry :
        sql.selectFrom(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant))
            .orderBy(TRANSACTION.SEQUENCE)
            .fetch()) {
      Chain.Payload payload = new Chain.Payload();
      for (Ledgered table : Ledgered.TABLES) {
        Field<Long> id = Windows.idOf(table);
        sql.selectFrom(table.table())
            .where(
                table.tenant().eq(tenant),
                id.ge(RowIds.firstOf(entry.getSequence())),
                id.lt(RowIds.firstOf(entry.getSequence() + 1)))
            .orderBy(id)
            .forEach(row -> payload.add(table.opened(row)));
      }
      for (Ledgered table : Ledgered.TABLES) {
        if (table.isClosable()) {
          Field<Long> id = Windows.idOf(table);
          sql.select(id)
              .from(table.table())
              .where(table.tenant().eq(tenant), table.systemTo().eq(entry.getSystemTime()))
              .orderBy(id)
              .forEach(row -> payload.add(table.closed(Objects.requireNonNull(row.value1()))));
        }
      }
      if (entry.getSalt() != null) {
        Chain.digest(entry);
      }
      entry.setRowCount(payload.count());
      entry.setPayloadHash(payload.hash());
      entry.setPreviousHash(previous);
      entry.setHash(Chain.hashOf(entry));
      previous = entry.getHash();
      sql.execute(
          "update transaction set digest = ?, row_count = ?, payload_hash = ?, previous_hash = ?,"
              + " hash = ? where tenant = ? and sequence = ?",
          entry.getDigest(),
          entry.getRowCount(),
          entry.getPayloadHash(),
          entry.getPreviousHash(),
          entry.getHash(),
          tenant.value(),
          entry.getSequence());
    }
  }

  /// Cuts off everything after transaction `last` and covers the tracks: rows gone, rows closed
  /// later open again, the head set back.
  static void cutAfter(DSLContext sql, TenantId tenant, long last) {
    var at =
        Objects.requireNonNull(
            sql.select(TRANSACTION.SYSTEM_TIME)
                .from(TRANSACTION)
                .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(last))
                .fetchSingle()
                .value1());
    sql.execute(
        "delete from passage where tenant = ? and text_id >= ?",
        tenant.value(),
        RowIds.firstOf(last + 1));
    for (Ledgered table : Ledgered.TABLES.reversed()) {
      sql.execute(
          "delete from "
              + table.table().getName()
              + " where tenant = ? and "
              + table.id().getName()
              + " >= ?",
          tenant.value(),
          RowIds.firstOf(last + 1));
    }
    for (Ledgered table : Ledgered.TABLES) {
      String name = table.table().getName();
      if (table.isClosable()) {
        sql.execute(
            "update "
                + name
                + " set system_to = null where tenant = ? and system_to > ?::timestamptz",
            tenant.value(),
            at.toString());
      }
    }
    sql.execute("delete from transaction where tenant = ? and sequence > ?", tenant.value(), last);
    sql.execute(
        "update head set sequence = ?, system_time = ?::timestamptz, settled ="
            + " least(settled, ?::timestamptz) where tenant = ?",
        last,
        at.toString(),
        at.toString(),
        tenant.value());
  }
}
