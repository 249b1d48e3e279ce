package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.HOLD;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TEXT_HOLDER;
import static dev.asof.schema.generated.Tables.VERSION;
import static dev.asof.schema.generated.Tables.WATCHED_PAGE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Fault;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.ErasureRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.impl.DSL;

/// Legal erasure: words, addresses and salts of versions go, digests and the ledger stay. Needs a
/// database that was opened in the role `eraser`, whose policies refuse anything more.
///
/// A text that another version holds, of this document or another, stays for that one; nobody reads
/// it through the erased version any more.
public final class Eraser {

  private static final int LONGEST_ORDER = 1024;
  private static final int BATCH = 5_000;

  private final Database database;

  public Eraser(Database database) {
    this.database = database;
  }

  /// The versions of a document that are to be erased.
  public sealed interface Which {
    /// All that are not erased yet.
    record All() implements Which {}

    /// Those with these labels, of any source.
    record Labelled(List<String> labels) implements Which {}

    record Ids(Set<VersionId> versions) implements Which {}
  }

  /// Erases as one transaction. A dry run does everything and is taken back.
  ///
  /// Throws a [CallerFault] where nothing matches or no order or reason is given, and a [Conflict]
  /// with [Code#UNDER_HOLD] where a legal hold is in the way.
  public ErasureReport erase(
      TenantId tenant, Intent intent, String document, Which which, String order) {
    if (order.isBlank() || order.length() > LONGEST_ORDER) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "an erasure names its order in 1 to " + LONGEST_ORDER + " characters; give --order");
    }
    String reason = intent.reason();
    if (reason == null || reason.isBlank()) {
      throw new CallerFault(Code.BAD_INPUT, "an erasure needs a reason; give --reason");
    }
    ErasureReport[] taken = new ErasureReport[1];
    try {
      return database.write(
          tenant, sql -> new Work(sql, tenant, intent, order).run(document, which, taken));
    } catch (Store.TakenBack e) {
      return Objects.requireNonNull(taken[0]);
    }
  }

  /// Everything that was ever erased of a tenant, in order, as the register in the home notes it.
  public List<Register.Erased> erased(TenantId tenant, String tenantName) {
    return database.read(
        tenant,
        sql ->
            sql.selectFrom(ERASURE)
                .where(ERASURE.TENANT.eq(tenant))
                .orderBy(ERASURE.ERASURE_ID)
                .fetch(row ->
                    new Register.Erased(
                        row.getSystemFrom(),
                        row.getLegalOrder(),
                        tenantName,
                        row.getDocumentId().value(),
                        row.getVersionId().value(),
                        Hash.wrap(row.getContentKey()).hex(),
                        RowIds.sequenceOf(row.getErasureId()))));
  }

  /// One erasure in its database transaction.
  private static final class Work {
    private final DSLContext sql;
    private final TenantId tenant;
    private final Intent intent;
    private final String order;
    private final byte[] pepper;

    Work(DSLContext sql, TenantId tenant, Intent intent, String order) {
      this.sql = sql;
      this.tenant = tenant;
      this.intent = intent;
      this.order = order;
      this.pepper = Store.pepper(sql, tenant);
    }

    ErasureReport run(String key, Which which, ErasureReport[] taken) {
      Store.Opened opened = Store.open(sql, tenant, null);
      byte[] request =
          Sha256.of(
              ("erase\0" + key + "\0" + which + "\0" + order).getBytes(StandardCharsets.UTF_8));
      Receipt repeated = Store.repeated(sql, tenant, intent, request, pepper);
      if (repeated != null) {
        taken[0] =
            new ErasureReport(
                Receipt.Outcome.REPEATED,
                repeated.sequence(),
                null,
                repeated.systemTime(),
                key,
                order,
                List.of(),
                0,
                0,
                List.of());
        throw new Store.TakenBack();
      }
      DocumentId document = documentOf(key);
      List<VersionRecord> versions = versionsOf(document, key, which);
      Set<VersionId> ids = new LinkedHashSet<>();
      versions.forEach(version -> ids.add(version.getVersionId()));
      Map<String, Set<Long>> kept = new TreeMap<>();
      Set<Long> texts = freeTexts(versions, ids, kept);
      Set<Long> sections = freeSections(document, versions, ids);
      refuseUnderHold(document, key, texts);

      Map<VersionId, byte[]> originals = originalKeys(key, versions);
      Buffer buffer = new Buffer(tenant, opened.previousHash());
      buffer.begin(opened.sequence(), opened.systemTime());
      List<ErasureReport.Gone> gone = new ArrayList<>();
      for (VersionRecord version : versions) {
        Hash content =
            RecordKeys.content(pepper, key, Hash.wrap(Objects.requireNonNull(version.getSha256())));
        ErasureRecord row = new ErasureRecord();
        row.setErasureId(buffer.nextId());
        row.setDocumentId(document);
        row.setVersionId(version.getVersionId());
        row.setLegalOrder(order);
        row.setContentKey(content.bytes());
        row.setOriginalKey(originals.get(version.getVersionId()));
        buffer.open(row);
        gone.add(
            new ErasureReport.Gone(
                version.getVersionId().value(),
                document.value(),
                nameOf(version.getSourceId()),
                version.getLabel(),
                version.getByteLength(),
                content.hex()));
      }
      buffer.seal(intent, false, Store.sealed(intent, request, pepper));
      buffer.flush(sql);
      texts.retainAll(letGo(texts));
      blank(ids, texts, sections);
      ErasureReport report =
          new ErasureReport(
              intent.dryRun() ? Receipt.Outcome.DRY_RUN : Receipt.Outcome.WRITTEN,
              intent.dryRun() ? null : opened.sequence(),
              intent.dryRun() ? opened.sequence() - 1 : null,
              intent.dryRun() ? null : opened.systemTime(),
              key,
              order,
              gone,
              texts.size(),
              sections.size(),
              kept.entrySet().stream()
                  .map(entry -> new ErasureReport.Kept(entry.getKey(), entry.getValue().size()))
                  .toList());
      if (intent.dryRun()) {
        taken[0] = report;
        throw new Store.TakenBack();
      }
      return report;
    }

    /// By which the bytes are known again that the texts of the versions were taken from: kept as
    /// originals, or named by their digest. A version without either is left out.
    private Map<VersionId, byte[]> originalKeys(String key, List<VersionRecord> versions) {
      Map<VersionId, byte[]> keys = new HashMap<>();
      for (VersionRecord version : versions) {
        JSON provenance = version.getProvenance();
        String payload = RecordKeys.payloadIn(provenance == null ? null : provenance.data());
        if (payload != null) {
          keys.put(
              version.getVersionId(),
              RecordKeys.original(pepper, key, RecordKeys.named(payload)).bytes());
        }
      }
      sql.select(ORIGINAL.VERSION_ID, ORIGINAL.SHA256)
          .from(ORIGINAL)
          .where(
              ORIGINAL.TENANT.eq(tenant),
              ORIGINAL.VERSION_ID.in(versions.stream().map(VersionRecord::getVersionId).toList()),
              ORIGINAL.SHA256.isNotNull())
          .forEach(row ->
              keys.put(
                  row.value1(), RecordKeys.original(pepper, key, Hash.wrap(row.value2())).bytes()));
      return keys;
    }

    private DocumentId documentOf(String key) {
      DocumentId found =
          sql.select(DOCUMENT.DOCUMENT_ID)
              .from(DOCUMENT)
              .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(key))
              .fetchOne(DOCUMENT.DOCUMENT_ID);
      if (found == null) {
        throw new CallerFault(
            Code.UNKNOWN_DOCUMENT,
            "there is no document " + key + "; asof documents lists the keys");
      }
      return found;
    }

    private String nameOf(SourceId source) {
      return Objects.requireNonNull(
          sql.select(SOURCE.NAME)
              .from(SOURCE)
              .where(SOURCE.TENANT.eq(tenant), SOURCE.SOURCE_ID.eq(source))
              .fetchSingle(SOURCE.NAME));
    }

    private List<VersionRecord> versionsOf(DocumentId document, String key, Which which) {
      var all =
          sql.selectFrom(VERSION)
              .where(
                  VERSION.TENANT.eq(tenant),
                  VERSION.DOCUMENT_ID.eq(document),
                  VERSION.SALT.isNotNull())
              .orderBy(VERSION.VERSION_ID)
              .fetch();
      List<VersionRecord> wanted =
          switch (which) {
            case Which.All none -> List.copyOf(all);
            case Which.Labelled labelled -> {
              for (String label : labelled.labels()) {
                if (all.stream().noneMatch(version -> label.equals(version.getLabel()))) {
                  throw new CallerFault(
                      Code.UNKNOWN_VERSION,
                      "no version of "
                          + key
                          + " that is not erased is labelled "
                          + label
                          + "; asof history --document "
                          + key
                          + " shows the labels");
                }
              }
              yield all.stream()
                  .filter(version ->
                      version.getLabel() != null && labelled.labels().contains(version.getLabel()))
                  .toList();
            }
            case Which.Ids ids ->
                all.stream()
                    .filter(version -> ids.versions().contains(version.getVersionId()))
                    .toList();
          };
      if (wanted.isEmpty()) {
        throw nothingToErase(document, key);
      }
      return wanted;
    }

    private CallerFault nothingToErase(DocumentId document, String key) {
      ErasureRecord last =
          sql.selectFrom(ERASURE)
              .where(ERASURE.TENANT.eq(tenant), ERASURE.DOCUMENT_ID.eq(document))
              .orderBy(ERASURE.ERASURE_ID.desc())
              .limit(1)
              .fetchOne();
      return new CallerFault(
          Code.NOTHING_MATCHES,
          "the document "
              + key
              + " has no such version that is not erased"
              + (last == null
                  ? ""
                  : "; the last erasure was at "
                      + last.getSystemFrom()
                      + " under "
                      + last.getLegalOrder()));
    }

    /// Texts of the versions that no version holds which stays; the others are counted by document.
    private Set<Long> freeTexts(
        List<VersionRecord> versions, Set<VersionId> going, Map<String, Set<Long>> kept) {
      Set<Long> texts = new TreeSet<>();
      for (VersionRecord version : versions) {
        texts.addAll(Arrays.asList(version.getTexts()));
        TextId whole = version.getBodyText();
        if (whole != null) {
          texts.add(whole.value());
        }
      }
      Field<Long> text = DSL.field("{0}", Long.class, TEXT_HOLDER.TEXT_ID);
      sql.select(text, DOCUMENT.KEY)
          .from(TEXT_HOLDER)
          .join(VERSION)
          .on(
              VERSION.TENANT.eq(TEXT_HOLDER.TENANT),
              VERSION.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
          .join(DOCUMENT)
          .on(DOCUMENT.TENANT.eq(VERSION.TENANT), DOCUMENT.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID))
          .where(
              TEXT_HOLDER.TENANT.eq(tenant),
              any(TEXT_HOLDER.TEXT_ID, texts),
              VERSION.SALT.isNotNull(),
              VERSION.VERSION_ID.notIn(going),
              VERSION
                  .BODY_TEXT
                  .eq(TEXT_HOLDER.TEXT_ID)
                  .or(DSL.condition("{0} = any({1})", TEXT_HOLDER.TEXT_ID, VERSION.TEXTS)))
          .groupBy(TEXT_HOLDER.TEXT_ID, DOCUMENT.KEY)
          .forEach(
              row -> kept.computeIfAbsent(row.value2(), none -> new TreeSet<>()).add(row.value1()));
      kept.values().forEach(texts::removeAll);
      return texts;
    }

    /// Those of the texts that no document holds which is hidden from the eraser either. The others
    /// stay for it, and nothing is said of it.
    private Set<Long> letGo(Set<Long> texts) {
      Field<Long> text = DSL.field(DSL.name("asked", "id"), Long.class);
      return sql.select(text)
          .from(DSL.table("unnest({0})", DSL.val(texts.toArray(Long[]::new))).as("asked", "id"))
          .where(DSL.condition("asof.is_text_free({0})", text))
          .fetchSet(text);
    }

    private static org.jooq.Condition any(Field<?> id, Collection<Long> ids) {
      return DSL.condition("{0} = any({1})", id, DSL.val(ids.toArray(Long[]::new)));
    }

    private Set<Long> freeSections(
        DocumentId document, List<VersionRecord> versions, Set<VersionId> going) {
      Set<Long> sections = new TreeSet<>();
      versions.forEach(version -> sections.addAll(Arrays.asList(version.getSections())));
      sql.select(VERSION.SECTIONS)
          .from(VERSION)
          .where(
              VERSION.TENANT.eq(tenant),
              VERSION.DOCUMENT_ID.eq(document),
              VERSION.SALT.isNotNull(),
              VERSION.VERSION_ID.notIn(going))
          .forEach(row -> Arrays.asList(row.value1()).forEach(sections::remove));
      return sections;
    }

    private void refuseUnderHold(DocumentId document, String key, Set<Long> texts) {
      var holders =
          DSL.select(TEXT_HOLDER.DOCUMENT_ID)
              .from(TEXT_HOLDER)
              .where(TEXT_HOLDER.TENANT.eq(tenant), any(TEXT_HOLDER.TEXT_ID, texts));
      var held =
          sql.select(HOLD.MATTER, DOCUMENT.KEY, HOLD.SYSTEM_FROM)
              .from(HOLD)
              .join(DOCUMENT)
              .on(DOCUMENT.TENANT.eq(HOLD.TENANT), DOCUMENT.DOCUMENT_ID.eq(HOLD.DOCUMENT_ID))
              .where(
                  HOLD.TENANT.eq(tenant),
                  HOLD.SYSTEM_TO.isNull(),
                  HOLD.DOCUMENT_ID.eq(document).or(HOLD.DOCUMENT_ID.in(holders)))
              .orderBy(HOLD.HOLD_ID)
              .fetch();
      if (held.isEmpty()) {
        return;
      }
      String matter = held.getFirst().value1();
      String on = held.getFirst().value2();
      throw new Conflict(
          Code.UNDER_HOLD,
          "nothing of "
              + key
              + " was erased: "
              + (on.equals(key) ? "it" : on + ", which held the same text,")
              + " is on hold for the matter "
              + matter
              + " since "
              + held.getFirst().value3()
              + (held.size() > 1 ? " (and " + (held.size() - 1) + " more)" : "")
              + "; release it first: asof release --document "
              + on
              + " --matter \""
              + matter
              + "\"",
          Map.of("matter", matter, "document", on));
    }

    private void blank(Set<VersionId> versions, Set<Long> texts, Set<Long> sections) {
      batched(
          texts,
          ids ->
              requireAll(
                  "section_text",
                  ids.size(),
                  sql.update(SECTION_TEXT)
                      .setNull(SECTION_TEXT.SHA256)
                      .setNull(SECTION_TEXT.TITLE)
                      .setNull(SECTION_TEXT.BODY)
                      .setNull(SECTION_TEXT.SALT)
                      .where(
                          SECTION_TEXT.TENANT.eq(tenant),
                          SECTION_TEXT.TEXT_ID.in(ids.stream().map(TextId::new).toList()))
                      .execute()));
      batched(
          texts,
          ids ->
              sql.deleteFrom(PASSAGE)
                  .where(
                      PASSAGE.TENANT.eq(tenant),
                      PASSAGE.TEXT_ID.in(ids.stream().map(TextId::new).toList()))
                  .execute());
      batched(
          sections,
          ids ->
              requireAll(
                  "section",
                  ids.size(),
                  sql.update(SECTION)
                      .set(
                          SECTION.KEY,
                          DSL.concat(DSL.inline("erased-"), SECTION.SECTION_ID.cast(String.class)))
                      .setNull(SECTION.SALT)
                      .where(
                          SECTION.TENANT.eq(tenant),
                          SECTION.SECTION_ID.in(ids.stream().map(SectionId::new).toList()))
                      .execute()));
      sql.update(STATEMENT)
          .setNull(STATEMENT.LABEL)
          .setNull(STATEMENT.WRITTEN)
          .setNull(STATEMENT.SALT)
          .where(STATEMENT.TENANT.eq(tenant), STATEMENT.VERSION_ID.in(versions))
          .execute();
      sql.update(OBSERVATION)
          .setNull(OBSERVATION.LABEL)
          .setNull(OBSERVATION.NOTE)
          .setNull(OBSERVATION.SALT)
          .where(OBSERVATION.TENANT.eq(tenant), OBSERVATION.VERSION_ID.in(versions))
          .execute();
      blankOriginals(versions);
      blankWatchedPages(versions);
      requireAll(
          "version",
          versions.size(),
          sql.update(VERSION)
              .setNull(VERSION.LABEL)
              .setNull(VERSION.TITLE)
              .setNull(VERSION.URL)
              .setNull(VERSION.SHA256)
              .setNull(VERSION.NORMALISED_SHA256)
              .setNull(VERSION.PROVENANCE)
              .setNull(VERSION.SALT)
              .where(VERSION.TENANT.eq(tenant), VERSION.VERSION_ID.in(versions))
              .execute());
    }

    /// What its server sent with a text may be a hash of it. The page is watched on.
    private void blankWatchedPages(Set<VersionId> versions) {
      sql.update(WATCHED_PAGE)
          .setNull(WATCHED_PAGE.NOTE)
          .setNull(WATCHED_PAGE.FINAL_URL)
          .setNull(WATCHED_PAGE.ETAG)
          .setNull(WATCHED_PAGE.LAST_MODIFIED)
          .setNull(WATCHED_PAGE.PAYLOAD)
          .setNull(WATCHED_PAGE.VERSION_ID)
          .where(WATCHED_PAGE.TENANT.eq(tenant), WATCHED_PAGE.VERSION_ID.in(versions))
          .execute();
    }

    /// An original belongs to one version, so no other can hold its bytes.
    private void blankOriginals(Set<VersionId> versions) {
      List<Long> originals =
          sql.select(ORIGINAL.ORIGINAL_ID)
              .from(ORIGINAL)
              .where(ORIGINAL.TENANT.eq(tenant), ORIGINAL.VERSION_ID.in(versions))
              .fetch(ORIGINAL.ORIGINAL_ID);
      sql.deleteFrom(ORIGINAL_PIECE)
          .where(ORIGINAL_PIECE.TENANT.eq(tenant), any(ORIGINAL_PIECE.ORIGINAL_ID, originals))
          .execute();
      requireAll(
          "original",
          originals.size(),
          sql.update(ORIGINAL)
              .setNull(ORIGINAL.SHA256)
              .setNull(ORIGINAL.SALT)
              .where(ORIGINAL.TENANT.eq(tenant), any(ORIGINAL.ORIGINAL_ID, originals))
              .execute());
    }

    private static void batched(Set<Long> ids, java.util.function.Consumer<List<Long>> work) {
      List<Long> all = List.copyOf(ids);
      for (int from = 0; from < all.size(); from += BATCH) {
        work.accept(all.subList(from, Math.min(from + BATCH, all.size())));
      }
    }

    private static void requireAll(String table, int wanted, int blanked) {
      if (blanked != wanted) {
        throw new Fault(
            Code.FAULT,
            "of " + wanted + " rows of " + table + " the database let " + blanked + " be erased");
      }
    }
  }
}
