package dev.asof.verify;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/// Merges the ledger with every table under it, in id order: each entry must find exactly the rows
/// it opened and closed, and no row may be left over. Streams; memory holds one row of each table.
final class ChainCheck {
  private static final int FETCH = 500;

  private final DSLContext sql;
  private final TenantId tenant;
  private final List<Stream> opened = new ArrayList<>();
  private final List<Stream> closed = new ArrayList<>();
  private byte[] previousHash = Chain.genesis();
  private @Nullable TransactionRecord last;
  private long rows;

  ChainCheck(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
  }

  /// The rows of one table in the order in which the ledger names them.
  private static final class Stream implements AutoCloseable {
    final Ledgered table;
    private final Cursor<? extends Record> cursor;
    private final Iterator<? extends Record> rows;
    @Nullable Record next;

    Stream(Ledgered table, Cursor<? extends Record> cursor) {
      this.table = table;
      this.cursor = cursor;
      this.rows = cursor.iterator();
      advance();
    }

    void advance() {
      next = rows.hasNext() ? rows.next() : null;
    }

    String name() {
      Record row = Objects.requireNonNull(next);
      return "row " + table.idOf(row) + " of " + table.table().getName();
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  long rows() {
    return rows;
  }

  @Nullable TransactionRecord last() {
    return last;
  }

  /// Checks everything; returns the first finding, or null.
  Verification.@Nullable Finding run() {
    try (Cursor<TransactionRecord> entries =
        sql.selectFrom(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant))
            .orderBy(TRANSACTION.SEQUENCE)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (Ledgered table : Ledgered.TABLES) {
        opened.add(new Stream(table, openedRows(table)));
        if (table.isClosable()) {
          closed.add(new Stream(table, closedRows(table)));
        }
      }
      for (TransactionRecord entry : entries) {
        Verification.Finding finding = check(entry);
        if (finding != null) {
          return finding;
        }
        last = entry;
      }
      Verification.Finding extra = leftover();
      return extra != null ? extra : checkHead();
    } finally {
      opened.forEach(Stream::close);
      closed.forEach(Stream::close);
    }
  }

  private Cursor<? extends Record> openedRows(Ledgered table) {
    return select(table.table(), table)
        .orderBy(table.table().field(table.id()))
        .fetchSize(FETCH)
        .fetchLazy();
  }

  private Cursor<? extends Record> closedRows(Ledgered table) {
    return select(table.table(), table)
        .and(table.systemTo().isNotNull())
        .orderBy(table.systemTo(), table.table().field(table.id()))
        .fetchSize(FETCH)
        .fetchLazy();
  }

  private <R extends Record> org.jooq.SelectConditionStep<R> select(Table<R> from, Ledgered table) {
    return sql.selectFrom(from).where(table.tenant().eq(tenant));
  }

  private Verification.@Nullable Finding check(TransactionRecord entry) {
    long expected = last == null ? 1 : last.getSequence() + 1;
    if (entry.getSequence() != expected) {
      return finding(entry, "the entry before it, " + expected + ", is missing");
    }
    if (last != null && !entry.getSystemTime().isAfter(last.getSystemTime())) {
      return finding(entry, "its system time is not after the one before");
    }
    if (!Arrays.equals(entry.getPreviousHash(), previousHash)) {
      return finding(entry, "it does not follow the entry before: the previous hash differs");
    }
    if (entry.getSalt() == null || !Arrays.equals(entry.getDigest(), Chain.digestOf(entry))) {
      return finding(entry, "its actor, reason or key was changed");
    }
    Chain.Payload payload = new Chain.Payload();
    for (Stream stream : opened) {
      for (Record row = stream.next;
          row != null && RowIds.sequenceOf(stream.table.idOf(row)) <= entry.getSequence();
          row = stream.next) {
        String wrong = wrongWith(stream.table, row, entry);
        if (wrong != null) {
          return finding(entry, stream.name() + " " + wrong);
        }
        payload.add(stream.table.opened(row));
        stream.advance();
      }
    }
    for (Stream stream : closed) {
      for (Record row = stream.next;
          row != null && !row.get(stream.table.systemTo()).isAfter(entry.getSystemTime());
          row = stream.next) {
        if (!row.get(stream.table.systemTo()).equals(entry.getSystemTime())) {
          return finding(
              entry,
              stream.name()
                  + " ends at "
                  + row.get(stream.table.systemTo())
                  + ", when nothing was written");
        }
        payload.add(stream.table.closed(stream.table.idOf(row)));
        stream.advance();
      }
    }
    rows += payload.count();
    if (payload.count() != entry.getRowCount()) {
      return finding(
          entry,
          "the tables hold "
              + payload.count()
              + " rows of it, the ledger says "
              + entry.getRowCount());
    }
    if (!Arrays.equals(payload.hash(), entry.getPayloadHash())) {
      return finding(entry, "a row that it opened or closed was changed");
    }
    if (!Arrays.equals(Chain.hashOf(entry), entry.getHash())) {
      return finding(entry, "the entry itself was changed");
    }
    previousHash = entry.getHash();
    return null;
  }

  private static @Nullable String wrongWith(Ledgered table, Record row, TransactionRecord entry) {
    long sequence = RowIds.sequenceOf(table.idOf(row));
    if (sequence < entry.getSequence()) {
      return "names transaction " + sequence + ", which did not write it";
    }
    Instant from = row.get(table.systemFrom());
    if (!entry.getSystemTime().equals(from)) {
      return "begins at " + from + ", not at the system time of its transaction";
    }
    if (table.erasable().isEmpty()) {
      return null;
    }
    byte[] salt = row.get("salt", byte[].class);
    byte[] digest = row.get("digest", byte[].class);
    if (salt == null) {
      return table.isBlank(row) ? null : "lost its salt, but not its words";
    }
    return Arrays.equals(table.digestOf(row, salt), digest) ? null : "was changed";
  }

  private Verification.@Nullable Finding leftover() {
    for (Stream stream : opened) {
      if (stream.next != null) {
        return new Verification.Finding(
            null, null, stream.name() + " belongs to no transaction of the ledger");
      }
    }
    for (Stream stream : closed) {
      if (stream.next != null) {
        return new Verification.Finding(
            null, null, stream.name() + " was closed by no transaction of the ledger");
      }
    }
    return null;
  }

  private Verification.@Nullable Finding checkHead() {
    long head =
        Objects.requireNonNull(
            sql.select(HEAD.SEQUENCE)
                .from(HEAD)
                .where(HEAD.TENANT.eq(tenant))
                .fetchSingle(HEAD.SEQUENCE));
    long ledger = last == null ? 0 : last.getSequence();
    return head == ledger
        ? null
        : new Verification.Finding(
            Math.min(head, ledger) + 1,
            null,
            "the head says " + head + " transactions, the ledger holds " + ledger);
  }

  private static Verification.Finding finding(TransactionRecord entry, String what) {
    return new Verification.Finding(entry.getSequence(), entry.getSystemTime(), what);
  }
}
