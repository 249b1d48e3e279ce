package dev.asof.verify;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Checkpoint;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record2;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Merges the ledger with every table under it, in id order: each entry must find exactly the rows
/// it opened and closed, and no row may be left over. Streams; memory holds a few rows of each
/// table.
///
/// From a checkpoint on, nothing that was recorded before it is read, but that rows that belong
/// before it do not claim to have been recorded after.
final class ChainCheck {
  private static final int FETCH = 500;

  private final DSLContext sql;
  private final TenantId tenant;
  private final @Nullable Checkpoint from;
  private final List<Against.Kept> kept;
  private final List<Verification.Compared> compared = new ArrayList<>();
  private final List<Opened> opened = new ArrayList<>();
  private final List<Closed> closed = new ArrayList<>();
  private byte[] previousHash;
  private long previousSequence;
  private @Nullable Instant previousTime;
  private @Nullable TransactionRecord last;
  private long transactions;
  private long rows;

  ChainCheck(DSLContext sql, TenantId tenant, Against against) {
    Against.Kept start = against.from();
    this.sql = sql;
    this.tenant = tenant;
    this.from = start == null ? null : start.checkpoint();
    this.kept = against.kept();
    this.previousHash = from == null ? Chain.genesis() : HexFormat.of().parseHex(from.hash());
    this.previousSequence = from == null ? 0 : from.sequence();
    this.previousTime = from == null ? null : from.time();
  }

  /// The rows of one table in the order in which the ledger opened them.
  private static final class Opened implements AutoCloseable {
    final Ledgered table;
    private final AutoCloseable source;
    private final Iterator<? extends Record> rows;
    @Nullable Record next;

    Opened(Ledgered table, AutoCloseable source, Iterator<? extends Record> rows) {
      this.table = table;
      this.source = source;
      this.rows = rows;
      advance();
    }

    void advance() {
      next = rows.hasNext() ? rows.next() : null;
    }

    String name() {
      return ChainCheck.name(table, table.idOf(Objects.requireNonNull(next)));
    }

    @Override
    public void close() {
      closeQuietly(source);
    }
  }

  /// The ids of the rows of one table in the order in which the ledger closed them.
  private static final class Closed implements AutoCloseable {
    final Ledgered table;
    private final Cursor<Record2<Long, Instant>> rows;
    @Nullable Record2<Long, Instant> next;

    Closed(Ledgered table, Cursor<Record2<Long, Instant>> rows) {
      this.table = table;
      this.rows = rows;
      advance();
    }

    void advance() {
      next = rows.fetchNext();
    }

    String name() {
      return ChainCheck.name(table, Objects.requireNonNull(next).value1());
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  private static String name(Ledgered table, long id) {
    return "row " + id + " of " + table.table().getName();
  }

  private static void closeQuietly(AutoCloseable source) {
    try {
      source.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a cursor does not close", e);
    }
  }

  long transactions() {
    return transactions;
  }

  long rows() {
    return rows;
  }

  @Nullable TransactionRecord last() {
    return last;
  }

  /// How the ledger stands to each checkpoint; those that were not reached included.
  List<Verification.Compared> compared() {
    List<Verification.Compared> all = new ArrayList<>(compared);
    kept.stream()
        .filter(one -> all.stream().noneMatch(done -> done.name().equals(one.name())))
        .forEach(one ->
            all.add(
                new Verification.Compared(
                    one.name(), one.checkpoint(), Verification.Standing.NOT_REACHED)));
    return all;
  }

  /// Checks everything; returns the first finding, or null.
  Verification.@Nullable Finding run() {
    if (previousTime != null) {
      compare(previousSequence, previousHash, previousTime);
    }
    try (Cursor<TransactionRecord> entries =
        sql.selectFrom(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.gt(previousSequence))
            .orderBy(TRANSACTION.SEQUENCE)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (Ledgered table : Ledgered.TABLES) {
        opened.add(openedRows(table));
        if (table.isClosable()) {
          closed.add(new Closed(table, closedRows(table)));
        }
      }
      for (TransactionRecord entry : entries) {
        Verification.Finding finding = check(entry);
        if (finding != null) {
          return finding;
        }
        last = entry;
        previousHash = entry.getHash();
        previousSequence = entry.getSequence();
        previousTime = entry.getSystemTime();
        transactions++;
        compare(entry.getSequence(), entry.getHash(), entry.getSystemTime());
      }
      for (Against.Kept one : kept) {
        if (one.checkpoint().sequence() > previousSequence) {
          compared.add(
              new Verification.Compared(one.name(), one.checkpoint(), Verification.Standing.CUT));
        }
      }
      Verification.Finding extra = leftover();
      return extra != null ? extra : checkHead();
    } finally {
      opened.forEach(Opened::close);
      closed.forEach(Closed::close);
    }
  }

  private void compare(long sequence, byte[] hash, Instant time) {
    for (Against.Kept one : kept) {
      Checkpoint checkpoint = one.checkpoint();
      if (checkpoint.sequence() == sequence) {
        boolean held =
            checkpoint.hash().equals(HexFormat.of().formatHex(hash))
                && checkpoint.time().equals(time);
        compared.add(
            new Verification.Compared(
                one.name(),
                checkpoint,
                held ? Verification.Standing.HELD : Verification.Standing.DIFFERS));
      }
    }
  }

  private Opened openedRows(Ledgered table) {
    Condition after =
        from == null
            ? DSL.noCondition()
            : Windows.idOf(table).ge(RowIds.firstOf(from.sequence() + 1));
    Field<Long> size = sizeOf(table);
    if (size != null) {
      Windows<? extends Record> windows =
          new Windows<>(
              sql, tenant, table.table(), size, after, List.of(Windows.idOf(table).asc()));
      return new Opened(table, windows, windows.rows());
    }
    Cursor<? extends Record> cursor =
        sql.selectFrom(table.table())
            .where(table.tenant().eq(tenant), after)
            .orderBy(table.table().field(table.id()))
            .fetchSize(FETCH)
            .fetchLazy();
    return new Opened(table, cursor, cursor.iterator());
  }

  /// Roughly how much memory a row takes, in bytes, where that can be much.
  private static @Nullable Field<Long> sizeOf(Ledgered table) {
    Table<?> of = table.table();
    if (of.equals(SECTION_TEXT)) {
      return ContentCheck.SIZE_OF_TEXT;
    }
    return of.equals(VERSION) ? ContentCheck.SIZE_OF_VERSION : null;
  }

  private Cursor<Record2<Long, Instant>> closedRows(Ledgered table) {
    return sql.select(Windows.idOf(table), table.systemTo())
        .from(table.table())
        .where(
            table.tenant().eq(tenant),
            from == null ? table.systemTo().isNotNull() : table.systemTo().gt(from.time()))
        .orderBy(table.systemTo(), Windows.idOf(table))
        .fetchSize(FETCH)
        .fetchLazy();
  }

  private Verification.@Nullable Finding check(TransactionRecord entry) {
    if (entry.getSequence() != previousSequence + 1) {
      return new Verification.Finding(
          previousSequence + 1, null, "its entry is missing from the ledger");
    }
    if (previousTime != null && !entry.getSystemTime().isAfter(previousTime)) {
      return finding(entry, "its system time is not after the one before");
    }
    if (!Arrays.equals(entry.getPreviousHash(), previousHash)) {
      return finding(entry, "it does not follow the entry before: the previous hash differs");
    }
    if (entry.getSalt() == null || !Arrays.equals(entry.getDigest(), Chain.digestOf(entry))) {
      return finding(entry, "its actor, reason or key was changed");
    }
    Chain.Payload payload = new Chain.Payload();
    for (Opened stream : opened) {
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
    for (Closed stream : closed) {
      for (Record2<Long, Instant> row = stream.next;
          row != null && !row.value2().isAfter(entry.getSystemTime());
          row = stream.next) {
        if (!row.value2().equals(entry.getSystemTime())) {
          return finding(
              entry, stream.name() + " ends at " + row.value2() + ", when nothing was written");
        }
        payload.add(stream.table.closed(row.value1()));
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
    return null;
  }

  private static @Nullable String wrongWith(Ledgered table, Record row, TransactionRecord entry) {
    long sequence = RowIds.sequenceOf(table.idOf(row));
    if (sequence < entry.getSequence()) {
      return "names transaction " + sequence + ", which did not write it";
    }
    Instant recorded = row.get(table.systemFrom());
    if (!entry.getSystemTime().equals(recorded)) {
      return "begins at " + recorded + ", not at the system time of its transaction";
    }
    if (table.erasable().isEmpty()) {
      return null;
    }
    byte[] salt = row.get("salt", byte[].class);
    if (salt == null) {
      // Nothing vouches for words without their salt, so an erased row must not have any.
      return table.isBlank(row) ? null : "was written into after its erasure";
    }
    byte[] digest = row.get("digest", byte[].class);
    return Arrays.equals(table.digestOf(row, salt), digest) ? null : "was changed";
  }

  private Verification.@Nullable Finding leftover() {
    for (Opened stream : opened) {
      if (stream.next != null) {
        return new Verification.Finding(
            null, null, stream.name() + " belongs to no transaction of the ledger");
      }
    }
    for (Closed stream : closed) {
      if (stream.next != null) {
        return new Verification.Finding(
            null, null, stream.name() + " was closed by no transaction of the ledger");
      }
    }
    return from == null ? null : backdated(from);
  }

  /// A row with an id from before the checkpoint that says it was recorded after.
  private Verification.@Nullable Finding backdated(Checkpoint checkpoint) {
    for (Ledgered table : Ledgered.TABLES) {
      Long id =
          sql.select(DSL.min(Windows.idOf(table)))
              .from(table.table())
              .where(
                  table.tenant().eq(tenant),
                  Windows.idOf(table).lt(RowIds.firstOf(checkpoint.sequence() + 1)),
                  table.systemFrom().gt(checkpoint.time()))
              .fetchSingle()
              .value1();
      if (id != null) {
        return new Verification.Finding(
            RowIds.sequenceOf(id),
            null,
            name(table, id) + " begins after the checkpoint, but not its transaction");
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
    return head == previousSequence
        ? null
        : new Verification.Finding(
            Math.min(head, previousSequence) + 1,
            null,
            "the head says " + head + " transactions, the ledger holds " + previousSequence);
  }

  private static Verification.Finding finding(TransactionRecord entry, String what) {
    return new Verification.Finding(entry.getSequence(), entry.getSystemTime(), what);
  }
}
