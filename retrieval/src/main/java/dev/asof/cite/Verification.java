package dev.asof.cite;

import dev.asof.history.Notice;
import dev.asof.id.DocumentId;
import dev.asof.index.PassageId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Decides in PostgreSQL, at the time of a question, whether passages are in force, according to
/// whom, and in which version. What was looked up once is kept for the rest of the question.
public sealed interface Verification permits Verifier, RangeVerifier {

  /// Who holds each passage in force, highest authority first, over a range in order of time; empty
  /// where nobody does.
  Map<PassageId, List<Verified>> verify(List<PassageId> hits);

  /// Looks up what is in force of these documents.
  void load(Collection<DocumentId> documents);

  /// Whether any source holds a text of a document that was looked up, be it one of unknown
  /// validity.
  boolean holdsText(DocumentId document);

  /// What has to be said of a document that was looked up.
  List<Notice> noticesOf(DocumentId document);

  /// That nothing of the document applied, why, and its neighbours in time; empty where something
  /// did.
  List<Notice> gap(DocumentId document);
}
