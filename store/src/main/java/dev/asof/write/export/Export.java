package dev.asof.write.export;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.TENANT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Owner;
import dev.asof.schema.generated.tables.records.OriginalPieceRecord;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Everything of a tenant as JSON Lines, of one moment: a header, then each transaction in the
/// order of the ledger, followed by the rows it opened, each with the system time at which it was
/// closed, and a last line that counts them. Salts and ids are among it, so that an import makes
/// the same ledger; what can be made again (embeddings, the index) is not, nor which logins reach
/// the tenant.
///
/// The bytes of originals follow their row, in pieces.
///
/// The same tenant gives the same bytes. Memory does not grow with its size.
public final class Export {
  private static final int FETCH = 500;

  /// A text can be large.
  private static final int FETCH_TEXTS = 8;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Writer out;
  private final Restricted restricted;
  private long rows;
  private long leftOut;

  private Export(DSLContext sql, TenantId tenant, Writer out, Restricted restricted) {
    this.sql = sql;
    this.tenant = tenant;
    this.out = out;
    this.restricted = restricted;
  }

  /// What was written.
  ///
  /// @param sequence of the last transaction
  /// @param hash of its ledger entry, lower-case hexadecimal; null: the tenant has none
  /// @param rows of all tables, transactions not among them
  /// @param leftOut texts whose sources do not let them be shown in full
  /// @param sources these sources, with what they let be shown
  public record Report(
      String tenant,
      long sequence,
      @Nullable String hash,
      long rows,
      long leftOut,
      Map<String, String> sources) {}

  /// Writes to `out`, which stays open.
  ///
  /// Throws a [CallerFault] where there is no such tenant; errors of `out` pass through, wrapped in
  /// [UncheckedIOException].
  ///
  /// @param withRestricted also the texts that their sources do not let be shown in full
  /// @param progress told the number of transactions written so far
  public static Report write(
      Owner owner, String tenant, boolean withRestricted, OutputStream out, LongConsumer progress) {
    return owner.run((connection, sql) -> {
      connection.setAutoCommit(false);
      sql.execute("set transaction isolation level repeatable read, read only");
      try {
        return write(sql, tenant, withRestricted, out, progress);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        connection.rollback();
      }
    });
  }

  private static Report write(
      DSLContext sql, String name, boolean withRestricted, OutputStream out, LongConsumer progress)
      throws IOException {
    TenantId tenant =
        sql.select(TENANT.TENANT_)
            .from(TENANT)
            .where(TENANT.NAME.eq(name))
            .fetchOptional(TENANT.TENANT_)
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_TENANT,
                    "there is no tenant " + name + "; asof tenant list shows them"));
    Restricted restricted = withRestricted ? Restricted.none() : Restricted.in(sql, tenant);
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    ExportHeader header = header(sql, tenant, name, restricted);
    Export export = new Export(sql, tenant, writer, restricted);
    export.line(header);
    export.transactions(progress);
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("transactions", header.sequence());
    end.put("rows", export.rows);
    if (export.leftOut > 0) {
      end.put("texts_left_out", export.leftOut);
    }
    export.line(Map.of("end", end));
    writer.flush();
    return new Report(
        name, header.sequence(), header.hash(), export.rows, export.leftOut, restricted.sources());
  }

  private static ExportHeader header(
      DSLContext sql, TenantId tenant, String name, Restricted restricted) {
    var head = sql.selectFrom(HEAD).where(HEAD.TENANT.eq(tenant)).fetchSingle();
    var settings =
        sql.select(TENANT.PEPPER, DSL.field("cast(clock_tolerance as text)", String.class))
            .from(TENANT)
            .where(TENANT.TENANT_.eq(tenant))
            .fetchSingle();
    byte[] hash =
        sql.select(TRANSACTION.HASH)
            .from(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(head.getSequence()))
            .fetchOne(TRANSACTION.HASH);
    return new ExportHeader(
        ExportHeader.FORMAT,
        ExportHeader.VERSION,
        name,
        head.getSequence(),
        head.getSystemTime(),
        hash == null ? null : Hash.wrap(hash).hex(),
        head.getSettled(),
        restricted.isNone() ? Hash.wrap(settings.value1()).hex() : null,
        settings.value2(),
        restricted.sources());
  }

  private void line(Object value) throws IOException {
    out.write(ExportHeader.JSON.writeValueAsString(value));
    out.write('\n');
  }

  /// All tables are read side by side in the order of their ids, which begin with the sequence.
  private void transactions(LongConsumer progress) throws IOException {
    List<Rows> tables = new ArrayList<>();
    try (Passages passages = new Passages(sql, tenant);
        Cursor<TransactionRecord> entries =
            sql.selectFrom(TRANSACTION)
                .where(TRANSACTION.TENANT.eq(tenant))
                .orderBy(TRANSACTION.SEQUENCE)
                .fetchSize(FETCH)
                .fetchLazy()) {
      Ledgered.TABLES.forEach(table -> tables.add(new Rows(sql, tenant, table)));
      for (TransactionRecord entry : entries) {
        line(Map.of(TRANSACTION.getName(), RowJson.of(TRANSACTION).write(entry)));
        for (Rows table : tables) {
          for (Record row = table.next(entry.getSequence());
              row != null;
              row = table.next(entry.getSequence())) {
            row(table, row, passages);
          }
        }
        progress.accept(entry.getSequence());
      }
    } finally {
      tables.forEach(Rows::close);
    }
  }

  private void row(Rows table, Record row, Passages passages) throws IOException {
    Map<String, Object> columns = table.json.write(row);
    boolean original = table.ledgered.table().equals(ORIGINAL);
    if (original && restricted.holdsOriginalOf(row.get(ORIGINAL.VERSION_ID))) {
      columns.remove("salt");
      columns.put("left_out", true);
      leftOut++;
      original = false;
    }
    if (table.ledgered.table().equals(SECTION_TEXT)) {
      long text = table.ledgered.idOf(row);
      List<List<Integer>> own = passages.of(text);
      if (restricted.holds(text) && row.get(SECTION_TEXT.BODY) != null) {
        columns.keySet().removeAll(List.of("title", "body", "salt"));
        columns.put("left_out", true);
        leftOut++;
      } else if (!own.isEmpty()) {
        columns.put(ExportImport.PASSAGES, own);
      }
    }
    line(Map.of(table.json.name(), columns));
    rows++;
    if (original) {
      pieces(row.get(ORIGINAL.ORIGINAL_ID));
    }
  }

  private void pieces(long original) throws IOException {
    try (Cursor<OriginalPieceRecord> pieces =
        sql.selectFrom(ORIGINAL_PIECE)
            .where(ORIGINAL_PIECE.TENANT.eq(tenant), ORIGINAL_PIECE.ORIGINAL_ID.eq(original))
            .orderBy(ORIGINAL_PIECE.PIECE)
            .fetchSize(FETCH_TEXTS)
            .fetchLazy()) {
      for (OriginalPieceRecord piece : pieces) {
        line(Map.of(ORIGINAL_PIECE.getName(), RowJson.of(ORIGINAL_PIECE).write(piece)));
        rows++;
      }
    }
  }

  /// The rows of one table, of one transaction after the other.
  private static final class Rows implements AutoCloseable {
    private final Ledgered ledgered;
    private final RowJson json;
    private final Cursor<? extends Record> cursor;
    private @Nullable Record ahead;

    Rows(DSLContext sql, TenantId tenant, Ledgered ledgered) {
      this.ledgered = ledgered;
      this.json = RowJson.of(ledgered.table());
      this.cursor =
          sql.selectFrom(ledgered.table())
              .where(ledgered.tenant().eq(tenant))
              .orderBy(ledgered.id())
              .fetchSize(ledgered.table().equals(SECTION_TEXT) ? FETCH_TEXTS : FETCH)
              .fetchLazy();
      this.ahead = cursor.fetchNext();
    }

    /// The next row that the transaction opened; null: it opened no more.
    @Nullable Record next(long sequence) {
      Record row = ahead;
      if (row == null || RowIds.sequenceOf(ledgered.idOf(row)) > sequence) {
        return null;
      }
      ahead = cursor.fetchNext();
      return row;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  /// How texts were cut into passages, which citations count.
  private static final class Passages implements AutoCloseable {
    private final Cursor<? extends Record> cursor;
    private @Nullable Record ahead;

    Passages(DSLContext sql, TenantId tenant) {
      this.cursor =
          sql.select(PASSAGE.TEXT_ID, PASSAGE.START_AT, PASSAGE.END_AT)
              .from(PASSAGE)
              .where(PASSAGE.TENANT.eq(tenant))
              .orderBy(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
              .fetchSize(FETCH)
              .fetchLazy();
      this.ahead = cursor.fetchNext();
    }

    /// @param text asked for in order
    List<List<Integer>> of(long text) {
      List<List<Integer>> own = new ArrayList<>();
      for (Record row = ahead; row != null; row = ahead) {
        TextId of = row.get(PASSAGE.TEXT_ID);
        if (of.value() > text) {
          break;
        }
        if (of.value() == text) {
          own.add(List.of(row.get(PASSAGE.START_AT), row.get(PASSAGE.END_AT)));
        }
        ahead = cursor.fetchNext();
      }
      return own;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  /// The texts that may not be shown in full: those that no source has which shows its texts in
  /// full, today and for all of valid time.
  private static final class Restricted {
    private final Map<String, String> sources;
    private final Set<VersionId> originals;
    private final @Nullable Cursor<Record1<Long>> cursor;
    private @Nullable Record1<Long> ahead;

    private Restricted(
        Map<String, String> sources,
        Set<VersionId> originals,
        @Nullable Cursor<Record1<Long>> cursor) {
      this.sources = sources;
      this.originals = originals;
      this.cursor = cursor;
      this.ahead = cursor == null ? null : cursor.fetchNext();
    }

    static Restricted none() {
      return new Restricted(Map.of(), Set.of(), null);
    }

    static Restricted in(DSLContext sql, TenantId tenant) {
      Map<String, String> sources = new TreeMap<>();
      sql.fetch(
              """
              select source.name, string_agg(distinct set.display, ', ' order by set.display)
              from source_setting set
              join source on source.tenant = set.tenant and source.source_id = set.source_id
              where set.tenant = {0} and set.system_to is null and set.display <> 'full'
              group by source.name
              """,
              DSL.val(tenant.value()))
          .forEach(row -> sources.put(row.get(0, String.class), row.get(1, String.class)));
      if (sources.isEmpty()) {
        return none();
      }
      Field<Long> text = DSL.field("text_id", Long.class);
      return new Restricted(
          sources,
          originals(sql, tenant, sources.keySet()),
          sql.select(text)
              .from(
                  DSL.table(
                      """
                      (select t.text_id
                       from section_text t
                       where t.tenant = {0}
                       except
                       select unnest(v.texts || coalesce(v.body_text, v.texts[1]))
                       from version v
                       where v.tenant = {0} and v.salt is not null and v.source_id not in (
                         select set.source_id from source_setting set
                         where set.tenant = {0} and set.system_to is null and set.display <> 'full'))
                      as restricted
                      """,
                      DSL.val(tenant.value())))
              .orderBy(text)
              .fetchSize(FETCH)
              .fetchLazy());
    }

    /// The versions of `sources` that have an original.
    private static Set<VersionId> originals(DSLContext sql, TenantId tenant, Set<String> sources) {
      return sql.select(VERSION.VERSION_ID)
          .from(ORIGINAL)
          .join(VERSION)
          .on(VERSION.TENANT.eq(ORIGINAL.TENANT), VERSION.VERSION_ID.eq(ORIGINAL.VERSION_ID))
          .join(SOURCE)
          .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
          .where(ORIGINAL.TENANT.eq(tenant), SOURCE.NAME.in(sources))
          .fetchSet(VERSION.VERSION_ID);
    }

    boolean holdsOriginalOf(VersionId version) {
      return originals.contains(version);
    }

    boolean isNone() {
      return sources.isEmpty();
    }

    Map<String, String> sources() {
      return sources;
    }

    /// @param text asked for in order
    boolean holds(long text) {
      while (ahead != null && Objects.requireNonNull(ahead.value1()) < text) {
        ahead = Objects.requireNonNull(cursor).fetchNext();
      }
      return ahead != null && Objects.requireNonNull(ahead.value1()) == text;
    }
  }
}
