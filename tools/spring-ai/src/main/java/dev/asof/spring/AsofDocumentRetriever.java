package dev.asof.spring;

import dev.asof.ask.Retrieved;
import dev.asof.ask.Retriever;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;

/// The passages in force as the documents of a prompt. Tenant, labels and times come in the context
/// of the query, under the names that [Retriever] has (`asof.about`, `asof.known`, ...), so that no
/// model can choose them; a chat client passes the parameters of its advisors there. Each document
/// carries its citation and both ranges as metadata, under the names of [Retrieved#metadata], and
/// its permalink as its id.
public final class AsofDocumentRetriever implements DocumentRetriever {
  private final Retriever retriever;

  public AsofDocumentRetriever(Retriever retriever) {
    this.retriever = retriever;
  }

  /// Best first. Throws [dev.asof.ask.AskedBackException] where a time in the words is not certain:
  /// ask the user, with its choices.
  @Override
  public List<Document> retrieve(Query query) {
    return retriever.retrieve(query.text(), query.context()).stream()
        .map(AsofDocumentRetriever::document)
        .toList();
  }

  private static Document document(Retrieved passage) {
    return Document.builder()
        .id(String.valueOf(passage.metadata().get("permalink")))
        .text(passage.text())
        .metadata(passage.metadata())
        .score(passage.score())
        .build();
  }
}
