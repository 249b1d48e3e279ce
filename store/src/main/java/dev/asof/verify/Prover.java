package dev.asof.verify;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.DisplayRights;
import dev.asof.history.DocumentText;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Rights;
import dev.asof.history.Span;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Chain;
import dev.asof.ledger.Checkpoint;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.SectionRecord;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableRecord;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Takes one citation out of the store, with everything that proves it against checkpoints.
///
/// A proof has 64 hexadecimal digits for each row of the transactions that recorded what it cites,
/// and about 220 for each entry from there to the next checkpoint: the more often a checkpoint is
/// kept, the shorter.
public final class Prover {
  private static final HexFormat HEX = HexFormat.of();
  private static final int FETCH = 500;

  private final Database database;
  private final History history;

  public Prover(Database database) {
    this.database = database;
    this.history = new History(database);
  }

  /// Proves what a source held about a document, or one section of it, at a point: what decides
  /// there for the one source and scope that `filter` leaves.
  ///
  /// Throws a [CallerFault] where nothing is held there, where several sources or scopes hold
  /// something, where a text was erased, and where no checkpoint is as late as what it is to prove.
  ///
  /// @param about null is the present by the database's clock
  /// @param section key of a section; null: the whole document
  public CitationProof prove(
      TenantId tenant,
      Filter filter,
      @Nullable TimeInput about,
      Known known,
      @Nullable String section,
      List<Against.Kept> checkpoints) {
    Answer<Citation> answer = history.inForce(tenant, filter, about, known);
    Citation document = only(answer, filter);
    Filter exact = new Filter(document.document(), document.source(), document.scope());
    Known same = Known.at(answer.known());
    Citation cited =
        section == null
            ? document
            : cited(history.documentAt(tenant, exact, about, same), document, section);
    VersionId version = cited.version() == null ? null : new VersionId(cited.version());
    TimeRange valid = TimeRange.of(cited.valid().from(), cited.valid().to());
    String text =
        section == null && version != null ? history.text(tenant, version, valid, same) : null;
    boolean overridden = section != null && !cited.equals(document.in(section, null));
    return database.readEverything(
        tenant,
        "proving a citation",
        sql -> {
          String name = Verifier.nameOf(sql, tenant);
          checkpoints.forEach(kept -> Verifier.refuseForeign(name, kept));
          return new Making(sql, tenant, name, checkpoints).proof(cited, section, overridden, text);
        });
  }

  private static Citation only(Answer<Citation> answer, Filter filter) {
    if (answer.results().isEmpty()) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "nothing is held about "
              + filter.document()
              + " there; a proof shows what was believed, not that nothing was");
    }
    Citation first = answer.results().getFirst();
    List<String> voices =
        answer.results().stream()
            .map(each -> "--source " + each.source() + " --scope \"" + each.scope() + "\"")
            .distinct()
            .toList();
    if (voices.size() > 1) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "several hold something about "
              + filter.document()
              + " there, and a proof is of one; add one of: "
              + String.join(", ", voices));
    }
    return first;
  }

  private static Citation cited(Answer<DocumentText> texts, Citation document, String section) {
    List<Citation> all = new ArrayList<>();
    for (DocumentText text : texts.results()) {
      Citation base = text.base();
      // Where no version applies but single sections do, the document is cited by the first of
      // them.
      if (base == null || base.statement() == document.statement()) {
        text.sections().forEach(each -> all.add(each.citation()));
        all.addAll(text.absent());
      }
    }
    return all.stream()
        .filter(each -> section.equals(each.section()))
        .findFirst()
        .orElseThrow(() ->
            new CallerFault(
                Code.NOTHING_MATCHES,
                document.document()
                    + " has no section "
                    + section
                    + " there; its sections are "
                    + String.join(
                        ", ", all.stream().map(each -> String.valueOf(each.section())).toList())));
  }

  /// One proof under way, in one snapshot.
  private static final class Making {
    private final DSLContext sql;
    private final TenantId tenant;
    private final String name;
    private final List<Against.Kept> checkpoints;
    private final Map<String, CitationProof.Row> rows = new LinkedHashMap<>();
    private final TreeSet<Long> sequences = new TreeSet<>();

    Making(DSLContext sql, TenantId tenant, String name, List<Against.Kept> checkpoints) {
      this.sql = sql;
      this.tenant = tenant;
      this.name = name;
      this.checkpoints = checkpoints;
    }

    CitationProof proof(
        Citation cited, @Nullable String section, boolean overridden, @Nullable String text) {
      Record belief = beliefOf(cited, overridden);
      add("belief", belief);
      add("statement", STATEMENT, belief.get("statement_id"));
      add("document", DOCUMENT, belief.get("document_id"));
      add("source", SOURCE, belief.get("source_id"));
      Object version = belief.get("version_id");
      SectionRecord cut =
          section == null
              ? null
              : sql.selectFrom(SECTION)
                  .where(
                      SECTION.TENANT.eq(tenant),
                      SECTION.DOCUMENT_ID.eq(belief.get(DOCUMENT_VALIDITY.DOCUMENT_ID)),
                      SECTION.KEY.eq(section))
                  .fetchSingle();
      if (cut != null) {
        add("section", cut);
      }
      if (version != null) {
        VersionRecord holds = (VersionRecord) add("version", VERSION, version);
        if (cut != null) {
          int at = Arrays.asList(holds.getSections()).indexOf(cut.getSectionId().value());
          add("section_text", SECTION_TEXT, holds.getTexts()[at]);
        }
      }
      Rights rights =
          DisplayRights.in(sql, tenant)
              .of(
                  belief.get(DOCUMENT_VALIDITY.SOURCE_ID),
                  belief.get(DOCUMENT_VALIDITY.VALID_DURING));
      boolean shown = version == null || rights.isFull();
      if (!shown) {
        rows.computeIfPresent(
            "section_text", (called, row) -> new CitationProof.Row(row.opened(), null));
      }
      return new CitationProof(
          1,
          name,
          shown ? text : null,
          shown ? null : rights.remark(),
          rows,
          transactions(),
          chains());
    }

    private Record beliefOf(Citation cited, boolean overridden) {
      Table<?> table = overridden ? SECTION_VALIDITY : DOCUMENT_VALIDITY;
      Ledgered ledgered = Ledgered.of(table);
      Span valid = cited.valid();
      return overridden
          ? sql.selectFrom(SECTION_VALIDITY)
              .where(
                  SECTION_VALIDITY.TENANT.eq(tenant),
                  within(ledgered, cited.transaction()),
                  SECTION_VALIDITY.STATEMENT_ID.eq(new StatementId(cited.statement())),
                  SECTION_VALIDITY.SECTION_ID.in(
                      DSL.select(SECTION.SECTION_ID)
                          .from(SECTION)
                          .where(
                              SECTION.TENANT.eq(tenant),
                              SECTION.KEY.eq(Objects.requireNonNull(cited.section())))),
                  SECTION_VALIDITY.VALID_DURING.eq(TimeRange.of(valid.from(), valid.to())))
              .orderBy(SECTION_VALIDITY.IMPLIED, SECTION_VALIDITY.VALIDITY_ID)
              .limit(1)
              .fetchSingle()
          : sql.selectFrom(DOCUMENT_VALIDITY)
              .where(
                  DOCUMENT_VALIDITY.TENANT.eq(tenant),
                  within(ledgered, cited.transaction()),
                  DOCUMENT_VALIDITY.STATEMENT_ID.eq(new StatementId(cited.statement())),
                  DOCUMENT_VALIDITY.VALID_DURING.eq(TimeRange.of(valid.from(), valid.to())))
              .fetchSingle();
    }

    private static Condition within(Ledgered table, long sequence) {
      return Windows.idOf(table)
          .ge(RowIds.firstOf(sequence))
          .and(Windows.idOf(table).lt(RowIds.firstOf(sequence + 1)));
    }

    private Record add(String called, Table<?> table, @Nullable Object id) {
      Ledgered ledgered = Ledgered.of(table);
      Record row =
          sql.selectFrom(table)
              .where(ledgered.tenant().eq(tenant), Windows.idOf(ledgered).eq(number(id)))
              .fetchSingle();
      add(called, row);
      return row;
    }

    private void add(String called, Record row) {
      Ledgered ledgered = Ledgered.of(((TableRecord<?>) row).getTable());
      byte[] salt = ledgered.erasable().isEmpty() ? null : row.get("salt", byte[].class);
      rows.put(
          called,
          new CitationProof.Row(
              HEX.formatHex(ledgered.openedBytes(row)),
              salt == null ? null : HEX.formatHex(ledgered.wordBytes(row, salt))));
      sequences.add(RowIds.sequenceOf(ledgered.idOf(row)));
    }

    private static long number(@Nullable Object id) {
      return switch (id) {
        case Long value -> value;
        case StatementId value -> value.value();
        case DocumentId value -> value.value();
        case SourceId value -> value.value();
        case VersionId value -> value.value();
        case null, default -> throw new IllegalArgumentException("no row id: " + id);
      };
    }

    private Map<String, String> transactions() {
      Map<String, String> all = new LinkedHashMap<>();
      for (long sequence : sequences) {
        TransactionRecord entry = entry(sequence);
        Chain.Payload payload = new Chain.Payload();
        ByteArrayOutputStream hashes = new ByteArrayOutputStream();
        for (Ledgered table : Ledgered.TABLES) {
          try (Cursor<? extends Record> opened =
              sql.selectFrom(table.table())
                  .where(table.tenant().eq(tenant), within(table, sequence))
                  .orderBy(Windows.idOf(table))
                  .fetchSize(FETCH)
                  .fetchLazy()) {
            opened.forEach(row -> add(payload, hashes, table.opened(row)));
          }
        }
        for (Ledgered table : Ledgered.TABLES) {
          if (table.isClosable()) {
            sql.select(Windows.idOf(table))
                .from(table.table())
                .where(table.tenant().eq(tenant), table.systemTo().eq(entry.getSystemTime()))
                .orderBy(Windows.idOf(table))
                .forEach(row -> add(payload, hashes, table.closed(row.value1())));
          }
        }
        if (!Arrays.equals(payload.hash(), entry.getPayloadHash())) {
          throw unsound(sequence);
        }
        all.put(Long.toString(sequence), HEX.formatHex(hashes.toByteArray()));
      }
      return all;
    }

    private static void add(Chain.Payload payload, ByteArrayOutputStream hashes, byte[] hash) {
      payload.add(hash);
      hashes.writeBytes(hash);
    }

    private TransactionRecord entry(long sequence) {
      return sql.selectFrom(TRANSACTION)
          .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
          .fetchSingle();
    }

    /// Each transaction is led to the first checkpoint that is not before it.
    private List<CitationProof.Entries> chains() {
      TreeMap<Long, Long> firstByCheckpoint = new TreeMap<>();
      for (long sequence : sequences) {
        long sealed =
            checkpoints.stream()
                .map(kept -> kept.checkpoint().sequence())
                .filter(checkpoint -> checkpoint >= sequence)
                .min(Comparator.naturalOrder())
                .orElseThrow(() ->
                    new CallerFault(
                        Code.BAD_INPUT,
                        "no checkpoint given is as late as transaction "
                            + sequence
                            + ", which recorded what is cited; keep a newer one with: asof"
                            + " checkpoint --tenant "
                            + name));
        firstByCheckpoint.merge(sealed, sequence, Math::min);
      }
      List<CitationProof.Entries> chains = new ArrayList<>();
      firstByCheckpoint.forEach((last, first) -> chains.add(chain(first, last)));
      return chains;
    }

    private CitationProof.Entries chain(long first, long last) {
      List<String> own = new ArrayList<>();
      String previous = "";
      byte[] hash = {};
      try (Cursor<TransactionRecord> entries =
          sql.selectFrom(TRANSACTION)
              .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.between(first, last))
              .orderBy(TRANSACTION.SEQUENCE)
              .fetchSize(FETCH)
              .fetchLazy()) {
        for (TransactionRecord entry : entries) {
          if (own.isEmpty()) {
            previous = HEX.formatHex(entry.getPreviousHash());
          } else if (!Arrays.equals(entry.getPreviousHash(), hash)) {
            throw unsound(entry.getSequence());
          }
          hash = Chain.hashOf(entry);
          own.add(HEX.formatHex(Chain.ownBytes(entry)));
        }
      }
      for (Against.Kept kept : checkpoints) {
        Checkpoint checkpoint = kept.checkpoint();
        if (checkpoint.sequence() == last && !checkpoint.hash().equals(HEX.formatHex(hash))) {
          throw new CallerFault(
              Code.NOTHING_MATCHES,
              "the ledger does not lead to the checkpoint "
                  + kept.name()
                  + "; see why with: asof verify --checkpoint "
                  + kept.name());
        }
      }
      return new CitationProof.Entries(first, previous, own);
    }

    private static CallerFault unsound(long sequence) {
      return new CallerFault(
          Code.NOTHING_MATCHES,
          "transaction "
              + sequence
              + " is not what its entry in the ledger says; see what is wrong with asof verify");
    }
  }
}
