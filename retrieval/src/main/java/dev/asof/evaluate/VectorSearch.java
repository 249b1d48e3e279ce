package dev.asof.evaluate;

import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Embedding;
import java.util.List;
import org.apache.lucene.search.Query;

/// The vector leg of the systems that have one, with the model behind it.
public interface VectorSearch {
  /// Name of the model, with whatever changes its vectors.
  String model();

  /// A passage and the cosine of its vector and that of the question.
  record Near(PassageId passage, double cosine) {}

  /// The nearest passages of the tenant inside the filter, at most `k`, best first, in an order
  /// that repeats.
  List<Near> nearest(Lease lease, String question, Query filter, int k);

  /// For the systems that embed more than is stored.
  Embedding embedding();
}
