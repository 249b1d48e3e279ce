package dev.asof.write;

import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ingest.Original;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Together;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.BatchBindStep;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Select;
import org.jooq.TableRecord;
import org.jooq.UpdatableRecord;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
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

  /// At most so many rows are written in one round trip.
  private static final int FEW = 50;

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

  /// By version, texts of it that its writer could not see.
  private final Map<VersionId, List<Words>> claims = new HashMap<>();

  /// By its id, where the bytes of an original come from that is not written yet.
  private final Map<Long, Original> originals = new HashMap<>();

  private final ByteBuffer salts = ByteBuffer.allocate(64 * SALT_BYTES).limit(0);

  private record Words(@Nullable String title, String body) {}

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
    Field<byte[]> salted = row.field("salt", byte[].class);
    if (digest != null && salted != null) {
      byte[] salt = salt();
      row.set(salted, salt);
      row.set(digest, table.digestOf(row, salt));
    }
    opening.put(RowKey.of(table, table.idOf(row)), row);
    return row;
  }

  /// Drawn for many rows at once, because each draw asks the operating system.
  private byte[] salt() {
    if (!salts.hasRemaining()) {
      salts.clear();
      RANDOM.nextBytes(salts.array());
    }
    byte[] salt = new byte[SALT_BYTES];
    salts.get(salt);
    return salt;
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

  /// Notes that a version holds a stored text which its writer could not see, but brings himself.
  void claim(VersionId version, @Nullable String title, String body) {
    claims.computeIfAbsent(version, none -> new ArrayList<>()).add(new Words(title, body));
  }

  /// Notes where the bytes of an original that this transaction opens come from. They are read when
  /// its row is written.
  void keep(long id, Original original) {
    originals.put(id, original);
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
    entry.setTenant(tenant);
    entry.setSequence(sequence);
    entry.setSystemTime(systemTime);
    entry.setCarried(carried);
    entry.setKind(intent.kind());
    entry.setActor(intent.actor());
    entry.setReason(intent.reason());
    entry.setIdempotencyKey(intent.idempotencyKey());
    entry.setRequestHash(requestHash);
    entry.setSalt(salt());
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
        insert(sql, table, rows);
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
    if (isFew()) {
      flushTogether(sql);
    } else {
      flushSealed(sql);
      insert(sql, projections);
    }
    projections.clear();
  }

  private boolean isFew() {
    return entries.size() + sealed.size() + projections.size() <= FEW
        && claims.isEmpty()
        && originals.isEmpty();
  }

  private void flushTogether(DSLContext sql) {
    Together together = new Together(sql);
    together.insert(entries);
    Map<Integer, Map<Long, TableRecord<?>>> byTable = sealedByTable();
    for (Ledgered table : Ledgered.TABLES) {
      Closing closing = closing(sql, table);
      if (closing != null) {
        together.count(closing.update(), closing::require);
      }
      Map<Long, TableRecord<?>> rows = byTable.getOrDefault(table.tag(), Map.of());
      together.insert(List.copyOf(rows.values()));
      if (table.table().equals(VERSION) && !rows.isEmpty()) {
        together.add(holdTexts(sql, rows.keySet().toArray(Long[]::new)));
      }
    }
    together.insert(projections);
    together.run();
    forgetSealed();
  }

  private Map<Integer, Map<Long, TableRecord<?>>> sealedByTable() {
    Map<Integer, Map<Long, TableRecord<?>>> byTable = new HashMap<>();
    sealed.forEach((key, row) ->
        byTable.computeIfAbsent(key.tag(), none -> new TreeMap<>()).put(key.id(), row));
    return byTable;
  }

  private void forgetSealed() {
    entries.clear();
    sealed.clear();
    closures.clear();
  }

  private void flushSealed(DSLContext sql) {
    insert(sql, entries);
    Map<Integer, Map<Long, TableRecord<?>>> byTable = sealedByTable();
    for (Ledgered table : Ledgered.TABLES) {
      Closing closing = closing(sql, table);
      if (closing != null) {
        closing.require(closing.update().execute());
      }
      insert(sql, table, List.copyOf(byTable.getOrDefault(table.tag(), Map.of()).values()));
    }
    forgetSealed();
  }

  private void insert(DSLContext sql, Ledgered table, List<TableRecord<?>> rows) {
    insert(sql, rows);
    if (table.table().equals(ORIGINAL)) {
      rows.stream().map(table::idOf).forEach(id -> keepBytes(sql, id));
    }
    if (table.table().equals(VERSION) && !rows.isEmpty()) {
      Long[] versions = rows.stream().map(table::idOf).toArray(Long[]::new);
      for (Long version : versions) {
        List<Words> unseen = claims.remove(new VersionId(version));
        for (Words words : unseen == null ? List.<Words>of() : unseen) {
          sql.select(
                  DSL.field(
                      "asof.hold_text({0}, {1}, {2})",
                      DSL.val(version),
                      DSL.val(words.title(), SQLDataType.CLOB),
                      DSL.val(words.body())))
              .fetch();
        }
      }
      holdTexts(sql, versions).fetch();
    }
  }

  private static Select<?> holdTexts(DSLContext sql, Long[] versions) {
    return sql.select(DSL.field("asof.hold_texts({0})", DSL.val(versions)));
  }

  private void keepBytes(DSLContext sql, long id) {
    Original original = originals.remove(id);
    if (original != null) {
      OriginalPieces.write(sql, tenant, id, original);
    }
  }

  /// Rows that set the same columns are one statement, rendered once.
  private static void insert(DSLContext sql, List<? extends TableRecord<?>> rows) {
    Together.byColumns(rows)
        .forEach((columns, alike) -> {
          for (int from = 0; from < alike.size(); from += BATCH) {
            insert(sql, columns, alike.subList(from, Math.min(from + BATCH, alike.size())));
          }
        });
  }

  private static void insert(
      DSLContext sql, List<Field<?>> columns, List<? extends TableRecord<?>> rows) {
    BatchBindStep batch =
        sql.batch(
            sql.insertInto(rows.getFirst().getTable())
                .columns(columns)
                .values(Collections.nCopies(columns.size(), null)));
    for (TableRecord<?> row : rows) {
      batch = batch.bind(columns.stream().<@Nullable Object>map(row::get).toArray());
    }
    batch.execute();
  }

  /// Ends rows of a table.
  private record Closing(Ledgered table, Query update, int rows) {
    void require(int closed) {
      if (closed != rows) {
        throw new Fault(
            Code.FAULT,
            (rows - closed)
                + " of "
                + rows
                + " rows of "
                + table.table().getName()
                + " could not be closed: they are not open");
      }
    }
  }

  /// One statement for a table, so that the policies read the head once and not for each row; null
  /// where none is to be closed.
  private @Nullable Closing closing(DSLContext sql, Ledgered table) {
    List<Long> ids = new ArrayList<>();
    List<OffsetDateTime> times = new ArrayList<>();
    closures.forEach((key, at) -> {
      if (key.tag() == table.tag()) {
        ids.add(key.id());
        times.add(at.atOffset(ZoneOffset.UTC));
      }
    });
    if (ids.isEmpty()) {
      return null;
    }
    Field<Long> id = DSL.field(DSL.name("closed", "id"), Long.class);
    Field<Instant> at = DSL.field(DSL.name("closed", "at"), SQLDataType.INSTANT);
    return new Closing(
        table,
        sql.update(table.table())
            .set(table.systemTo(), at)
            .from(
                DSL.table(
                        "unnest({0}, {1})",
                        DSL.val(ids.toArray(Long[]::new)),
                        DSL.val(times.toArray(OffsetDateTime[]::new)))
                    .as("closed", "id", "at"))
            .where(
                table.tenant().eq(tenant),
                DSL.condition("{0} = {1}", table.id(), id),
                table.systemTo().isNull()),
        ids.size());
  }
}
