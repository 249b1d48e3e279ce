package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_LABEL;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Caller;
import dev.asof.schema.generated.tables.records.DocumentLabelRecord;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// Changes of the access labels of documents. A label that is carried already, or that is not
/// carried anyway, writes nothing.
final class Labels {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;

  /// The rows that are open, by label, as this transaction leaves them.
  private final Map<DocumentId, Map<String, Long>> carried = new HashMap<>();

  Labels(DSLContext sql, TenantId tenant, Buffer buffer, Catalog catalog) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = catalog;
  }

  /// Throws a [CallerFault] where the writer sees no such document, or does not hold a label that
  /// is to be added or removed: it could hide the document from itself, or show it to others.
  void apply(Change.Label change) {
    Set<String> add = labels(change.add());
    Set<String> remove = labels(change.remove());
    add.stream()
        .filter(remove::contains)
        .findFirst()
        .ifPresent(both -> {
          throw new CallerFault(
              Code.BAD_INPUT, "the label " + both + " cannot be both added and removed");
        });
    requireHeld(add, remove);
    DocumentId document =
        catalog
            .document(change.document())
            .orElseThrow(() -> Catalog.unknownDocument(change.document()));
    Map<String, Long> rows = carried.computeIfAbsent(document, this::load);
    for (String label : remove) {
      Long row = rows.remove(label);
      if (row != null) {
        buffer.close(Ledgered.of(DOCUMENT_LABEL), row);
      }
    }
    for (String label : add) {
      if (!rows.containsKey(label)) {
        DocumentLabelRecord row = new DocumentLabelRecord();
        row.setDocumentLabelId(buffer.nextId());
        row.setDocumentId(document);
        row.setLabel(label);
        rows.put(label, buffer.open(row).getDocumentLabelId());
      }
    }
  }

  private static Set<String> labels(List<String> given) {
    given.forEach(Caller::label);
    return new LinkedHashSet<>(given);
  }

  private void requireHeld(Set<String> add, Set<String> remove) {
    Set<String> wanted = new LinkedHashSet<>(add);
    wanted.addAll(remove);
    List<String> held =
        List.of(
            Objects.requireNonNull(
                sql.select(DSL.field("asof.current_labels()", SQLDataType.CLOB.array()))
                    .fetchSingle()
                    .value1()));
    if (held.contains("*")) {
      return;
    }
    for (String label : wanted) {
      if (!held.contains(label)) {
        throw new CallerFault(
            Code.NOT_ALLOWED,
            "you may not add or remove the label "
                + label
                + ", which you do not hold; you hold "
                + (held.isEmpty() ? "none" : String.join(", ", held))
                + ", and --labels says which",
            Map.of("label", label));
      }
    }
  }

  private Map<String, Long> load(DocumentId document) {
    return new TreeMap<>(
        sql.select(DOCUMENT_LABEL.LABEL, DOCUMENT_LABEL.DOCUMENT_LABEL_ID)
            .from(DOCUMENT_LABEL)
            .where(
                DOCUMENT_LABEL.TENANT.eq(tenant),
                DOCUMENT_LABEL.DOCUMENT_ID.eq(document),
                DOCUMENT_LABEL.SYSTEM_TO.isNull())
            .fetchMap(DOCUMENT_LABEL.LABEL, DOCUMENT_LABEL.DOCUMENT_LABEL_ID));
  }

  /// Fails where a document changed here carries labels that were added after transaction
  /// `expected`, or lost some since.
  void requireUnmoved(long expected) {
    for (DocumentId document : carried.keySet()) {
      long newest = newestOf(document);
      if (newest > expected) {
        throw new Conflict(
            Code.MOVED_ON,
            "the labels of "
                + catalog.keyOf(document)
                + " changed in transaction "
                + newest
                + ", after the expected "
                + expected
                + "; read them again and repeat with --expect "
                + newest);
      }
    }
  }

  private long newestOf(DocumentId document) {
    List<Long> moved =
        sql.select(
                DOCUMENT_LABEL.DOCUMENT_LABEL_ID,
                DSL.field(
                    "asof.entry_at({0}, {1})",
                    SQLDataType.BIGINT, DSL.val(tenant.value()), DOCUMENT_LABEL.SYSTEM_TO))
            .from(DOCUMENT_LABEL)
            .where(DOCUMENT_LABEL.TENANT.eq(tenant), DOCUMENT_LABEL.DOCUMENT_ID.eq(document))
            .fetch(row -> {
              Long closed = row.value2();
              long opened = RowIds.sequenceOf(row.value1());
              return closed == null ? opened : Math.max(opened, closed);
            });
    return moved.isEmpty() ? 0 : Collections.max(moved);
  }
}
