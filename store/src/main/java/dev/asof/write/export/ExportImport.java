package dev.asof.write.export;

import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.TENANT;
import static dev.asof.schema.generated.Tables.TRANSACTION;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import dev.asof.ledger.Hash;
import dev.asof.schema.Owner;
import dev.asof.schema.generated.tables.records.PassageRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jooq.BatchBindStep;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableRecord;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An export back into an empty tenant, in one transaction: the same rows with the same ids, hashes
/// and system times, so that every answer, token and citation is the same. Memory does not grow
/// with its size.
public final class ExportImport {
  static final String PASSAGES = "passages";

  private static final int MOST_ROWS = 2_000;
  private static final long MOST_CHARACTERS = 4_000_000;
  private static final int BATCH = 500;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Map<String, List<TableRecord<?>>> waiting = new LinkedHashMap<>();
  private long characters;
  private int waitingRows;
  private long transactions;
  private long rows;

  private ExportImport(DSLContext sql, TenantId tenant) {
    this.sql = sql;
    this.tenant = tenant;
    RowJson.tables().forEach(table -> waiting.put(table, new ArrayList<>()));
    waiting.put(PASSAGE.getName(), new ArrayList<>());
  }

  /// What was taken in.
  ///
  /// @param from name of the tenant that the export is of
  /// @param sequence of its last transaction
  /// @param hash of its ledger entry, lower-case hexadecimal; null: it has none
  /// @param rows of all tables, transactions not among them
  /// @param held the tenant held just this already, and nothing was written
  public record Report(
      String from, long sequence, @Nullable String hash, long rows, boolean held) {}

  /// Whether what begins so is an export: only the first line that is there is looked at, and
  /// nothing where it cannot be read, for whoever reads it whole says why.
  public static boolean begins(String name, InputStream in) {
    try {
      Optional<RecordReader.Item> first = RecordFile.open(name, in).next();
      return first.isPresent()
          && first.get().fault() == null
          && first.get().text().startsWith(ExportHeader.OPENING);
    } catch (IOException | AsofException e) {
      return false;
    }
  }

  /// Fills `into`, which has to exist and to be empty.
  ///
  /// Throws a [CallerFault] that names line and reason where the export cannot be read, is not
  /// whole does not come to the hash in its header, or where the tenant holds something else;
  /// nothing is written then.
  ///
  /// @param name of the file, for what is said of it
  /// @param check looks at what was written, before it is committed, and throws where it is not
  ///   good
  /// @param progress told the number of transactions read so far
  public static Report run(
      Owner owner,
      String into,
      String name,
      RecordReader lines,
      BiConsumer<DSLContext, TenantId> check,
      LongConsumer progress) {
    return owner.run((connection, sql) -> {
      connection.setAutoCommit(false);
      try {
        Report report = run(sql, into, name, lines, check, progress);
        connection.commit();
        return report;
      } catch (IOException e) {
        connection.rollback();
        throw new UncheckedIOException(e);
      } catch (RuntimeException e) {
        connection.rollback();
        throw e;
      }
    });
  }

  private static Report run(
      DSLContext sql,
      String into,
      String name,
      RecordReader lines,
      BiConsumer<DSLContext, TenantId> check,
      LongConsumer progress)
      throws IOException {
    ExportHeader header = ExportHeader.of(lines.next().map(RecordReader.Item::text).orElse(""));
    refuseUnlessWhole(header);
    TenantId tenant =
        sql.select(TENANT.TENANT_).from(TENANT).where(TENANT.NAME.eq(into)).fetchSingle().value1();
    var head = sql.selectFrom(HEAD).where(HEAD.TENANT.eq(tenant)).forNoKeyUpdate().fetchSingle();
    if (head.getSequence() > 0) {
      if (head.getSequence() == header.sequence()
          && hashOf(sql, tenant, header.sequence()).equals(header.hash())) {
        return new Report(header.tenant(), header.sequence(), header.hash(), 0, true);
      }
      throw new CallerFault(
          Code.BAD_INPUT,
          "the tenant "
              + into
              + " is not empty, and an export fills an empty one: name a new one with --tenant");
    }
    ExportImport run = new ExportImport(sql, tenant);
    run.read(name, lines, progress);
    run.finish(header);
    check.accept(sql, tenant);
    return new Report(header.tenant(), header.sequence(), header.hash(), run.rows, false);
  }

  private static void refuseUnlessWhole(ExportHeader header) {
    Map<String, String> leftOut = header.leftOut();
    if (leftOut != null && !leftOut.isEmpty()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the export leaves out the texts of "
              + String.join(", ", leftOut.keySet())
              + ", which may not be shown in full, so that it can be read but not imported; to move"
              + " a store, export it with --with-restricted-texts");
    }
    if (header.pepper() == null) {
      throw new CallerFault(Code.BAD_INPUT, "the export has no pepper; export it again");
    }
  }

  private void read(String name, RecordReader lines, LongConsumer progress) throws IOException {
    for (Optional<RecordReader.Item> next = lines.next(); next.isPresent(); next = lines.next()) {
      RecordReader.Item item = next.get();
      AsofException fault = item.fault();
      if (fault != null) {
        throw bad(name, item, fault.sentence(), fault);
      }
      try {
        if (take(ExportHeader.JSON.readTree(item.text()), item.text().length())) {
          if (lines.next().isPresent()) {
            throw bad(name, item, "there are lines after its last one", null);
          }
          flush();
          return;
        }
      } catch (JacksonException e) {
        throw bad(name, item, "it is no JSON", e);
      } catch (CallerFault e) {
        throw bad(name, item, e.sentence(), e);
      }
      if (waitingRows >= MOST_ROWS || characters >= MOST_CHARACTERS) {
        flush();
        progress.accept(transactions);
      }
    }
    throw new CallerFault(
        Code.BAD_INPUT, name + " is not whole: its last line is missing; export it again");
  }

  private static CallerFault bad(
      String name, RecordReader.Item item, String why, @Nullable Exception cause) {
    String sentence =
        name + " " + item.place() + ": " + why + "; nothing was imported, export it again";
    return cause == null
        ? new CallerFault(Code.BAD_RECORD, sentence)
        : new CallerFault(Code.BAD_RECORD, sentence, cause);
  }

  /// @return whether it was the last line
  private boolean take(JsonNode line, int length) {
    if (line.size() != 1) {
      throw new CallerFault(Code.BAD_RECORD, "it is no row of an export");
    }
    String table = line.propertyNames().iterator().next();
    JsonNode object = line.get(table);
    if (table.equals("end")) {
      if (object.path("transactions").asLong(-1) != transactions
          || object.path("rows").asLong(-1) != rows) {
        throw new CallerFault(
            Code.BAD_RECORD,
            "it counts other transactions and rows than there are; some are missing");
      }
      return true;
    }
    RowJson json = RowJson.named(table);
    if (json == null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "there is no table "
              + table
              + "; the export is of a newer asof, import it with that one");
    }
    if (table.equals(SECTION_TEXT.getName())) {
      passages(object);
    }
    add(table, json.read(tenant, object));
    if (table.equals(TRANSACTION.getName())) {
      transactions++;
    } else {
      rows++;
    }
    characters += length;
    return false;
  }

  private void passages(JsonNode text) {
    JsonNode cuts = ((ObjectNode) text).remove(PASSAGES);
    int number = 0;
    for (JsonNode cut : cuts == null ? List.<JsonNode>of() : cuts) {
      add(
          PASSAGE.getName(),
          new PassageRecord(
              tenant,
              new TextId(text.path("text_id").asLong()),
              number++,
              cut.path(0).asInt(),
              cut.path(1).asInt()));
    }
  }

  private void add(String table, TableRecord<?> row) {
    waiting.computeIfAbsent(table, none -> new ArrayList<>()).add(row);
    waitingRows++;
  }

  /// Table by table, each after those it refers to: what a row refers to was recorded before it.
  private void flush() {
    waiting.forEach((table, all) -> {
      Map<List<Field<?>>, List<TableRecord<?>>> alike = new LinkedHashMap<>();
      for (TableRecord<?> row : all) {
        List<Field<?>> columns = Arrays.stream(row.fields()).filter(row::modified).toList();
        alike.computeIfAbsent(columns, none -> new ArrayList<>()).add(row);
      }
      alike.forEach(this::insert);
      all.clear();
    });
    waitingRows = 0;
    characters = 0;
  }

  private void insert(List<Field<?>> columns, List<TableRecord<?>> all) {
    for (int from = 0; from < all.size(); from += BATCH) {
      BatchBindStep batch =
          sql.batch(
              sql.insertInto(all.getFirst().getTable())
                  .columns(columns)
                  .values(Collections.nCopies(columns.size(), null)));
      for (TableRecord<?> row : all.subList(from, Math.min(from + BATCH, all.size()))) {
        batch = batch.bind(columns.stream().<@Nullable Object>map(row::get).toArray());
      }
      batch.execute();
    }
  }

  private void finish(ExportHeader header) {
    if (header.sequence() > 0
        && !hashOf(sql, tenant, header.sequence()).equals(String.valueOf(header.hash()))) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the export does not come to the hash in its first line; nothing was imported, export it"
              + " again");
    }
    sql.execute(
        """
        insert into text_holder (tenant, text_id, document_id)
        select distinct held.tenant, text.id, held.document_id
        from version held
        cross join lateral (
          select unnest(held.texts) union all select held.body_text where held.body_text is not null
        ) as text (id)
        where held.tenant = {0}
        """,
        DSL.val(tenant.value()));
    sql.execute(
        "update tenant set pepper = {0}, clock_tolerance = cast({1} as interval) where tenant ="
            + " {2}",
        DSL.val(HexFormat.of().parseHex(String.valueOf(header.pepper()))),
        DSL.val(header.clockTolerance(), SQLDataType.VARCHAR),
        DSL.val(tenant.value()));
    sql.update(HEAD)
        .set(HEAD.SEQUENCE, header.sequence())
        .set(HEAD.SYSTEM_TIME, header.systemTime())
        .set(HEAD.SETTLED, header.settled())
        .where(HEAD.TENANT.eq(tenant))
        .execute();
    sql.execute(
        "update head set xid = null, carrying = false where tenant = {0}", DSL.val(tenant.value()));
  }

  private static String hashOf(DSLContext sql, TenantId tenant, long sequence) {
    byte[] hash =
        sql.select(TRANSACTION.HASH)
            .from(TRANSACTION)
            .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
            .fetchOne(TRANSACTION.HASH);
    return hash == null ? "" : Hash.wrap(hash).hex();
  }
}
