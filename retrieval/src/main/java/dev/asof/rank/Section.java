package dev.asof.rank;

import dev.asof.id.SectionId;
import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import dev.asof.index.PassageId;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;

/// Every passage of one section inside a filter, whatever its words: all texts that it ever had
/// there.
public final class Section {
  private Section() {}

  /// Adds the section to `filter`, which has to be of one document.
  public static Query within(Query filter, SectionId section) {
    return new BooleanQuery.Builder()
        .add(filter, BooleanClause.Occur.FILTER)
        .add(PassageFields.ofSection(section), BooleanClause.Occur.FILTER)
        .build();
  }

  /// In the order of their ids.
  public static List<PassageId> passages(Lease lease, Query within) {
    try {
      int all = lease.searcher().count(within);
      return all == 0
          ? List.of()
          : Arrays.stream(lease.searcher().search(within, all).scoreDocs)
              .map(hit -> lease.passage(hit.doc))
              .sorted(Order.BY_ID)
              .toList();
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }
}
