package dev.asof.langchain4j;

import dev.asof.ask.Retrieved;
import dev.asof.ask.Retriever;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The passages in force as the content of a prompt. Tenant, labels and times come with the
/// invocation, under the names that [Retriever] has (`asof.about`, `asof.known`, ...), so that no
/// model can choose them; each content carries its citation and both ranges as metadata, under the
/// names of [Retrieved#metadata].
public final class AsofContentRetriever implements ContentRetriever {
  private final Retriever retriever;

  public AsofContentRetriever(Retriever retriever) {
    this.retriever = retriever;
  }

  /// Best first. Throws [dev.asof.ask.AskedBackException] where a time in the words is not certain:
  /// ask the user, with its choices.
  @Override
  public List<Content> retrieve(Query query) {
    return retriever.retrieve(query.text(), parameters(query)).stream()
        .map(AsofContentRetriever::content)
        .toList();
  }

  private static Map<String, Object> parameters(Query query) {
    dev.langchain4j.rag.query.@Nullable Metadata metadata = query.metadata();
    if (metadata == null || metadata.invocationContext() == null) {
      return Map.of();
    }
    @Nullable InvocationParameters parameters = metadata.invocationParameters();
    return parameters == null ? Map.of() : parameters.asMap();
  }

  private static Content content(Retrieved passage) {
    return Content.from(
        TextSegment.from(passage.text(), Metadata.from(passage.metadata())),
        Map.of(ContentMetadata.SCORE, passage.score()));
  }
}
