package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT_LABEL;

import java.util.List;

/// The access labels that documents carry now, whatever time is asked about.
public final class DocumentLabels {

  /// @param labels in order
  public record Carried(String document, List<String> labels) {}

  private DocumentLabels() {}

  /// The labels of one document. Throws a [dev.asof.fault.CallerFault] where no document was known
  /// by that key.
  public static Carried of(Snapshot snapshot, String key) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, key);
    return new Carried(
        document.key(),
        snapshot
            .sql()
            .select(DOCUMENT_LABEL.LABEL)
            .from(DOCUMENT_LABEL)
            .where(
                DOCUMENT_LABEL.TENANT.eq(snapshot.tenant()),
                DOCUMENT_LABEL.DOCUMENT_ID.eq(document.id()),
                DOCUMENT_LABEL.SYSTEM_TO.isNull())
            .orderBy(DOCUMENT_LABEL.LABEL.collate("C"))
            .fetch(DOCUMENT_LABEL.LABEL));
  }
}
