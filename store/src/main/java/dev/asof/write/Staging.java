package dev.asof.write;

import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BLOB;
import static org.jooq.impl.SQLDataType.CLOB;
import static org.jooq.impl.SQLDataType.INSTANT;
import static org.jooq.impl.SQLDataType.INTEGER;

import dev.asof.id.TenantId;
import dev.asof.ingest.Original;
import dev.asof.ledger.Hash;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Row12;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The records of an import, and the originals of their texts, on the disk of the database, where
/// they are sorted by time: a temporary tables that go with their transaction. Memory holds one
/// batch, and one piece of an original, however much there is.
final class Staging {

  /// A checked line.
  ///
  /// @param original read from here; null: its text has none
  record Line(Instant at, int file, long line, String json, @Nullable Original original) {
    /// What it weighs in a batch.
    long size() {
      return json.length() + (original == null ? 0 : original.length());
    }
  }

  private static final int BATCH_ROWS = 500;
  private static final long BATCH_CHARACTERS = 4_000_000;
  private static final int FETCH = 50;

  private static final Table<Record> STAGED = table(name("pg_temp", "staged"));
  private static final Field<Instant> AT = field(name("at"), INSTANT);
  private static final Field<Integer> FILE = field(name("file"), INTEGER);
  private static final Field<Long> LINE = field(name("line"), BIGINT);
  private static final Field<String> PLACE = field(name("place"), CLOB);
  private static final Field<byte[]> RECORD_KEY = field(name("staged", "record_key"), BLOB);
  private static final Field<byte[]> CONTENT_KEY = field(name("staged", "content_key"), BLOB);
  private static final Field<byte[]> BYTES_KEY = field(name("staged", "bytes_key"), BLOB);
  private static final Field<byte[]> ORIGINAL_KEY = field(name("staged", "original_key"), BLOB);
  private static final Field<String> JSON = field(name("json"), CLOB);
  private static final Field<String> MEDIA_TYPE = field(name("media_type"), CLOB);
  private static final Field<byte[]> ORIGINAL_HASH = field(name("original_hash"), BLOB);
  private static final Field<Long> ORIGINAL_LENGTH = field(name("original_length"), BIGINT);

  private static final Table<Record> PIECES = table(name("pg_temp", "staged_piece"));
  private static final Field<Integer> PIECE = field(name("piece"), INTEGER);
  private static final Field<byte[]> BYTES = field(name("bytes"), BLOB);

  private final DSLContext sql;
  private final TenantId tenant;
  private final List<
          Row12<
              Instant,
              Integer,
              Long,
              String,
              byte[],
              byte[],
              byte[],
              byte[],
              String,
              String,
              byte[],
              Long>>
      rows = new ArrayList<>();
  private long characters;

  Staging(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
    sql.execute(
        "create temporary table staged (at timestamptz, file integer, line bigint, place text,"
            + " record_key bytea, content_key bytea, bytes_key bytea, original_key bytea, json"
            + " text, media_type text, original_hash bytea, original_length bigint) on commit"
            + " drop");
    sql.execute(
        "create temporary table staged_piece (file integer, line bigint, piece integer, bytes"
            + " bytea, primary key (file, line, piece)) on commit drop");
  }

  /// Throws a [dev.asof.fault.CallerFault] where the original cannot be read.
  void add(
      Instant at,
      int file,
      long line,
      String place,
      Hash key,
      RecordKeys.Erasable erasable,
      String json,
      @Nullable Original original) {
    if (original != null) {
      OriginalPieces.stream(
          original,
          (piece, bytes) ->
              sql.insertInto(PIECES)
                  .columns(FILE, LINE, PIECE, BYTES)
                  .values(file, line, piece, bytes)
                  .execute());
    }
    rows.add(
        DSL.row(
            at,
            file,
            line,
            place,
            key.bytes(),
            erasable.content().bytes(),
            erasable.bytes().bytes(),
            erasable.original().bytes(),
            json,
            original == null ? null : original.mediaType(),
            original == null ? null : original.sha256().bytes(),
            original == null ? null : original.length()));
    characters += json.length();
    if (rows.size() >= BATCH_ROWS || characters >= BATCH_CHARACTERS) {
      finish();
    }
  }

  /// Puts away what is still in memory.
  void finish() {
    if (!rows.isEmpty()) {
      sql.insertInto(
              STAGED,
              AT,
              FILE,
              LINE,
              PLACE,
              field(name("record_key"), BLOB),
              field(name("content_key"), BLOB),
              field(name("bytes_key"), BLOB),
              field(name("original_key"), BLOB),
              JSON,
              MEDIA_TYPE,
              ORIGINAL_HASH,
              ORIGINAL_LENGTH)
          .valuesOfRows(rows)
          .execute();
      rows.clear();
      characters = 0;
    }
  }

  /// Drops records that the tenant holds, and repetitions inside the import; returns how many.
  long dropHeld() {
    sql.execute("create index on pg_temp.staged (record_key)");
    sql.execute("analyze pg_temp.staged");
    int known =
        sql.deleteFrom(STAGED)
            .where(
                DSL.exists(
                    selectOne()
                        .from(OBSERVATION)
                        .where(
                            OBSERVATION.TENANT.eq(tenant), OBSERVATION.RECORD_KEY.eq(RECORD_KEY))))
            .execute();
    int repeated =
        sql.execute(
            """
            delete from pg_temp.staged as later using pg_temp.staged as first
            where first.record_key = later.record_key
              and (first.at, first.file, first.line) < (later.at, later.file, later.line)
            """);
    return (long) known + repeated;
  }

  /// Drops records whose text, or whose original, was erased from their document; returns how many.
  long dropErased() {
    return dropErased(ERASURE.CONTENT_KEY.eq(CONTENT_KEY))
        + dropErased(ERASURE.CONTENT_KEY.eq(BYTES_KEY))
        + dropErased(ERASURE.ORIGINAL_KEY.eq(ORIGINAL_KEY));
  }

  private long dropErased(Condition same) {
    return sql.deleteFrom(STAGED)
        .where(DSL.exists(selectOne().from(ERASURE).where(ERASURE.TENANT.eq(tenant)).and(same)))
        .execute();
  }

  /// Drops records that are not later than `newest`, after telling of each.
  void dropUntil(Instant newest, Importer.TooLate told) {
    sql.select(FILE, PLACE, AT)
        .from(STAGED)
        .where(AT.le(newest))
        .orderBy(FILE, LINE)
        .forEach(row -> told.refuse(row.value1(), row.value2(), row.value3()));
    sql.deleteFrom(STAGED).where(AT.le(newest)).execute();
  }

  long count() {
    return sql.fetchCount(STAGED);
  }

  /// Hands out the records in order of time, then file and line.
  void forEachInOrder(Consumer<Line> each) {
    try (Cursor<? extends Record> cursor =
        sql.select(AT, FILE, LINE, JSON, MEDIA_TYPE, ORIGINAL_HASH, ORIGINAL_LENGTH)
            .from(STAGED)
            .orderBy(AT, FILE, LINE)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (Record row : cursor) {
        each.accept(
            new Line(row.get(AT), row.get(FILE), row.get(LINE), row.get(JSON), originalOf(row)));
      }
    }
  }

  private @Nullable Original originalOf(Record row) {
    byte[] hash = row.get(ORIGINAL_HASH);
    int file = row.get(FILE);
    long line = row.get(LINE);
    return hash == null
        ? null
        : new Original(
            row.get(MEDIA_TYPE),
            Hash.wrap(hash),
            row.get(ORIGINAL_LENGTH),
            () -> new StagedBytes(file, line));
  }

  /// The pieces of one staged original, one after the other.
  private final class StagedBytes extends InputStream {
    private final int file;
    private final long line;
    private byte[] piece = {};
    private int number;
    private int at;

    StagedBytes(int file, long line) {
      this.file = file;
      this.line = line;
    }

    @Override
    public int read() {
      return isAtEnd() ? -1 : piece[at++] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (isAtEnd()) {
        return -1;
      }
      int count = Math.min(length, piece.length - at);
      System.arraycopy(piece, at, into, offset, count);
      at += count;
      return count;
    }

    private boolean isAtEnd() {
      if (at < piece.length) {
        return false;
      }
      byte[] next =
          sql.select(BYTES)
              .from(PIECES)
              .where(FILE.eq(file), LINE.eq(line), PIECE.eq(number))
              .fetchOne(BYTES);
      piece = next == null ? new byte[0] : next;
      at = 0;
      number++;
      return piece.length == 0;
    }
  }
}
