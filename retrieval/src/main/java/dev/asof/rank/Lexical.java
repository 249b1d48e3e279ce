package dev.asof.rank;

import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopFieldDocs;
import org.jspecify.annotations.Nullable;

/// BM25 inside a filter, page after page, best first; equal scores in the order of the passages'
/// ids, so that answers repeat.
public final class Lexical {
  /// More than the words of a question can add up to.
  static final float NAMED = 10_000;

  private static final Sort ORDER =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(PassageFields.DOCUMENT_ID, SortField.Type.LONG),
          new SortField(PassageFields.SECTION_ID, SortField.Type.LONG),
          new SortField(PassageFields.TEXT_ID, SortField.Type.LONG),
          new SortField(PassageFields.PASSAGE, SortField.Type.LONG));

  private final Lease lease;
  private final Query query;
  private @Nullable FieldDoc last;
  private boolean exhausted;

  /// @param filter what may be ranked
  public Lexical(Lease lease, Question question, Query filter) {
    this(lease, question, filter, LexicalWeights.DEFAULT);
  }

  Lexical(Lease lease, Question question, Query filter, LexicalWeights weights) {
    this.lease = lease;
    this.query =
        new LexicalQuery(lease.searcher().getIndexReader(), question, weights)
            .within(filter, NAMED);
    this.exhausted = question.isEmpty();
  }

  /// The next passages, at most `size`; empty where there are no more.
  public List<Ranked> next(int size) {
    if (exhausted) {
      return List.of();
    }
    try {
      TopFieldDocs found =
          last == null
              ? lease.searcher().search(query, size, ORDER, true)
              : lease.searcher().searchAfter(last, query, size, ORDER, true);
      List<Ranked> page = new ArrayList<>();
      for (ScoreDoc hit : found.scoreDocs) {
        last = (FieldDoc) hit;
        page.add(new Ranked(lease.passage(hit.doc), hit.score));
      }
      exhausted = page.size() < size;
      return page;
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }
}
