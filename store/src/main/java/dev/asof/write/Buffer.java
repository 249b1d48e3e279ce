package dev.asof.write;

import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.BatchBindStep;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.TableRecord;
import org.jooq.UpdatableRecord;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The rows that one database transaction opens and closes, over one or many ledger transactions:
/// collected, netted, sealed into the chain, and written table by table at the end.
///
/// A row that is opened and closed by the same ledger transaction is never written. A row that an
/// earlier ledger transaction of this buffer opened is written already closed.
final class Buffer {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SALT_BYTES = 16;
  private static final int BATCH = 1_000;

  private record RowKey(int tag, long id) {
    static RowKey of(Ledgered table, long id) {
      return new RowKey(table.tag(), id);
    }

    Ledgered table() {
      return Ledgered.ofTag(tag);
    }
  }

  private final TenantId tenant;
  private Hash previousHash;

  /// Rows of the ledger transaction under way, and of those sealed before, not written yet.
  private final Map<RowKey, TableRecord<?>> opening = new HashMap<>();

  private final Map<RowKey, TableRecord<?>> sealed = new HashMap<>();
  private final Map<RowKey, byte[]> spilled = new HashMap<>();
  private final List<RowKey> closing = new ArrayList<>();
  private final Map<RowKey, Instant> closures = new HashMap<>();
  private final List<TransactionRecord> entries = new ArrayList<>();
  private final List<UpdatableRecord<?>> projections = new ArrayList<>();

  private long sequence;
  private Instant systemTime = Instant.EPOCH;
  private int number;

  Buffer(TenantId tenant, Hash previousHash) {
    this.tenant = tenant;
    this.previousHash = previousHash;
  }

  /// Begins the next ledger transaction.
  void begin(long nextSequence, Instant at) {
    sequence = nextSequence;
    systemTime = at;
    number = 0;
  }

  long sequence() {
    return sequence;
  }

  Instant systemTime() {
    return systemTime;
  }

  long nextId() {
    return RowIds.of(sequence, number++);
  }

  /// Adds a row that this transaction opens. Tenant and system time are set here.
  <R extends TableRecord<R>> R open(R row) {
    Ledgered table = Ledgered.of(row.getTable());
    row.set(table.tenant(), tenant);
    row.set(table.systemFrom(), systemTime);
    Field<byte[]> digest = row.field("digest", byte[].class);
    if (digest != null) {
      byte[] salt = new byte[SALT_BYTES];
      RANDOM.nextBytes(salt);
      row.set(DSL.field(DSL.name("salt"), byte[].class), salt);
      row.set(digest, table.digestOf(row, salt));
    }
    opening.put(RowKey.of(table, table.idOf(row)), row);
    return row;
  }

  /// Closes a row at this transaction's system time.
  void close(Ledgered table, long id) {
    RowKey key = RowKey.of(table, id);
    if (opening.remove(key) != null) {
      return;
    }
    closing.add(key);
    TableRecord<?> unwritten = sealed.get(key);
    if (unwritten != null) {
      unwritten.set(table.systemTo(), systemTime);
    } else {
      closures.put(key, systemTime);
    }
  }

  /// Adds a row of a projection, which is outside the chain.
  void project(UpdatableRecord<?> row) {
    projections.add(row);
  }

  /// Whether the transaction under way has written anything so far.
  boolean isIdle() {
    return opening.isEmpty() && closing.isEmpty() && spilled.isEmpty();
  }

  List<TableRecord<?>> openedSoFar(Ledgered table) {
    return opening.entrySet().stream()
        .filter(entry -> entry.getKey().tag() == table.tag())
        .sorted(Comparator.comparingLong(entry -> entry.getKey().id()))
        .<TableRecord<?>>map(Map.Entry::getValue)
        .toList();
  }

  List<Long> closedSoFar(Ledgered table) {
    return closing.stream()
        .filter(key -> key.tag() == table.tag())
        .map(RowKey::id)
        .sorted()
        .toList();
  }

  /// Seals the transaction under way into the chain.
  void seal(Intent intent, boolean carried, byte @Nullable [] requestHash) {
    Chain.Payload payload = new Chain.Payload();
    Comparator<RowKey> order = Comparator.comparingInt(RowKey::tag).thenComparingLong(RowKey::id);
    opening.forEach((key, row) -> spilled.put(key, key.table().opened(row)));
    spilled.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(order))
        .forEach(entry -> payload.add(entry.getValue()));
    spilled.clear();
    closing.stream().sorted(order).forEach(key -> payload.add(key.table().closed(key.id())));

    TransactionRecord entry = new TransactionRecord();
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    entry.setTenant(tenant);
    entry.setSequence(sequence);
    entry.setSystemTime(systemTime);
    entry.setCarried(carried);
    entry.setKind(intent.kind());
    entry.setActor(intent.actor());
    entry.setReason(intent.reason());
    entry.setIdempotencyKey(intent.idempotencyKey());
    entry.setRequestHash(requestHash);
    entry.setSalt(salt);
    Chain.digest(entry);
    entry.setRowCount(payload.count());
    entry.setPayloadHash(payload.hash());
    entry.setPreviousHash(previousHash.bytes());
    entry.setHash(Chain.hashOf(entry));
    entries.add(entry);
    previousHash = Hash.wrap(entry.getHash());
    sealed.putAll(opening);
    opening.clear();
    closing.clear();
  }

  /// Writes rows of the transaction under way that nothing can take back any more, and keeps only
  /// their hashes.
  void spill(DSLContext sql) {
    flushSealed(sql);
    for (Ledgered table : Ledgered.TABLES) {
      if (!table.isClosable()) {
        List<TableRecord<?>> rows = openedSoFar(table);
        insert(sql, rows);
        for (TableRecord<?> row : rows) {
          RowKey key = RowKey.of(table, table.idOf(row));
          spilled.put(key, table.opened(row));
          opening.remove(key);
        }
      }
    }
    insert(sql, projections);
    projections.clear();
  }

  /// Writes everything that was sealed, and the projections.
  void flush(DSLContext sql) {
    flushSealed(sql);
    insert(sql, projections);
    projections.clear();
  }

  private void flushSealed(DSLContext sql) {
    insert(sql, entries);
    for (Ledgered table : Ledgered.TABLES) {
      List<TableRecord<?>> rows =
          sealed.entrySet().stream()
              .filter(entry -> entry.getKey().tag() == table.tag())
              .sorted(Comparator.comparingLong(entry -> entry.getKey().id()))
              .<TableRecord<?>>map(Map.Entry::getValue)
              .toList();
      close(sql, table);
      insert(sql, rows);
    }
    entries.clear();
    sealed.clear();
    closures.clear();
  }

  private static void insert(DSLContext sql, List<? extends TableRecord<?>> rows) {
    for (int from = 0; from < rows.size(); from += BATCH) {
      sql.batchInsert(rows.subList(from, Math.min(from + BATCH, rows.size()))).execute();
    }
  }

  private void close(DSLContext sql, Ledgered table) {
    List<Map.Entry<RowKey, Instant>> closed =
        closures.entrySet().stream().filter(entry -> entry.getKey().tag() == table.tag()).toList();
    if (closed.isEmpty()) {
      return;
    }
    Field<Long> id = DSL.field(DSL.name(table.id().getName()), Long.class);
    Query update =
        sql.update(table.table())
            .set(table.systemTo(), (Instant) null)
            .where(table.tenant().eq((TenantId) null))
            .and(id.eq((Long) null))
            .and(table.systemTo().isNull());
    BatchBindStep batch = sql.batch(update);
    for (Map.Entry<RowKey, Instant> entry : closed) {
      batch = batch.bind(entry.getValue(), tenant.value(), entry.getKey().id());
    }
    int[] counts = batch.execute();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 1) {
        throw new Fault(
            Code.FAULT,
            "row "
                + closed.get(i).getKey().id()
                + " of "
                + table.table().getName()
                + " could not be closed: it is not open");
      }
    }
  }
}
