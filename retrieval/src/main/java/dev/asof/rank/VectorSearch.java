package dev.asof.rank;

import dev.asof.embed.Coverage;
import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import dev.asof.index.PassageId;
import dev.asof.index.VectorField;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TopKnnCollector;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;
import org.jspecify.annotations.Nullable;

/// The passages inside a filter whose vectors are nearest to the question's, page after page,
/// nearest first; equal cosines in the order of the passages' ids, so that answers repeat.
///
/// Up to [#EXACT_UP_TO] eligible vectors, every one is compared, and the answer is exact. Above, a
/// graph is searched (HNSW, inside the filter) in each segment of the index that has one, which may
/// miss some; where it comes back with fewer than were wanted, the segment is searched exactly.
/// [#report] says which of the two it was.
public final class VectorSearch {
  /// The most eligible vectors that are all compared. Measured, see `retrieval/BENCHMARKS.md`.
  public static final int EXACT_UP_TO = 50_000;

  /// Neighbours that a graph is searched for at least; more than are wanted, so that fewer are
  /// missed.
  private static final int LEAST_NEIGHBOURS = 200;

  /// How the nearest were found.
  public enum Path {
    /// There is no vector to compare.
    NONE,
    /// Every eligible vector was compared.
    EXACT,
    /// In at least one segment a graph was searched: some of the nearest may be missing.
    APPROXIMATE
  }

  /// @param eligible passages inside the filter
  /// @param withVector those of them that have a vector of the model
  /// @param uncovered those without that are of languages which the model does not cover, as
  ///   stated: they never get one
  public record Report(Path path, long eligible, long withVector, long uncovered) {
    /// Nothing that has a vector can have been missed.
    public boolean isComplete() {
      return path != Path.APPROXIMATE;
    }

    /// Passages that have no vector yet.
    public long pending() {
      return eligible - withVector - uncovered;
    }
  }

  /// A passage in its place.
  ///
  /// @param cosine of its vector and the question's, -1 to 1
  public record Near(PassageId passage, double cosine) {}

  private static final Comparator<Near> NEAREST_FIRST =
      Comparator.comparingDouble(Near::cosine).reversed().thenComparing(Near::passage, Order.BY_ID);

  private final Lease lease;
  private final float[] question;
  private final @Nullable VectorField vectors;
  private final List<Leaf> leaves = new ArrayList<>();
  private final Deque<Near> ready = new ArrayDeque<>();
  private final Set<PassageId> given = new HashSet<>();
  private final Report report;

  /// Every eligible vector, nearest last: the cosine in the upper half, the index document in the
  /// lower; null where graphs are searched.
  private long @Nullable [] compared;

  private int left;
  private int neighbours = LEAST_NEIGHBOURS;
  private boolean exhausted;

  /// @param lease of an index that was opened with the model of the question's vector
  /// @param question of length 1
  /// @param filter what may be ranked
  /// @param coverage of the model
  public VectorSearch(Lease lease, float[] question, Query filter, Coverage coverage) {
    this(lease, question, filter, coverage, EXACT_UP_TO);
  }

  /// @param exactUpTo in place of [#EXACT_UP_TO]
  VectorSearch(Lease lease, float[] question, Query filter, Coverage coverage, int exactUpTo) {
    this.lease = lease;
    this.question = question.clone();
    this.vectors = lease.vectors().orElse(null);
    if (vectors != null && vectors.dimension() != question.length) {
      throw new IllegalArgumentException(
          "a vector of "
              + question.length
              + " components is not of the model "
              + vectors.model()
              + ", whose have "
              + vectors.dimension());
    }
    try {
      IndexSearcher searcher = lease.searcher();
      Weight weight =
          searcher.createWeight(searcher.rewrite(filter), ScoreMode.COMPLETE_NO_SCORES, 1);
      for (LeafReaderContext context : searcher.getIndexReader().leaves()) {
        Leaf leaf = Leaf.of(context, weight, vectors);
        if (leaf != null) {
          leaves.add(leaf);
        }
      }
      long withVector = leaves.stream().mapToLong(Leaf::count).sum();
      if (withVector <= exactUpTo) {
        compared = compareAll(withVector);
        left = compared.length;
      }
      this.report = report(withVector, coverage);
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  /// How the passages of [#next] are found; it does not change.
  public Report report() {
    return report;
  }

  /// The next passages, at most `size`; empty where there are no more.
  public List<Near> next(int size) {
    try {
      List<Near> page = new ArrayList<>();
      while (page.size() < size) {
        if (ready.isEmpty() && !(compared == null ? search(size) : takeEquals(compared))) {
          break;
        }
        Near near = ready.removeFirst();
        given.add(near.passage());
        page.add(near);
      }
      return page;
    } catch (IOException e) {
      throw Lease.unreadable(e);
    }
  }

  private Report report(long withVector, Coverage coverage) throws IOException {
    long eligible = leaves.stream().mapToLong(leaf -> leaf.eligible().cardinality()).sum();
    long uncovered = 0;
    if (withVector < eligible && !coverage.coversAll()) {
      for (Leaf leaf : leaves) {
        uncovered += leaf.uncovered(coverage);
      }
    }
    boolean graphs = compared == null && leaves.stream().anyMatch(leaf -> leaf.count() > 0);
    return new Report(
        withVector == 0 ? Path.NONE : graphs ? Path.APPROXIMATE : Path.EXACT,
        eligible,
        withVector,
        uncovered);
  }

  // Exactly.

  private long[] compareAll(long count) throws IOException {
    long[] all = new long[Math.toIntExact(count)];
    int at = 0;
    for (Leaf leaf : leaves) {
      at = leaf.compare(question, all, at);
    }
    Arrays.sort(all);
    return all;
  }

  /// Makes ready the nearest that are left: several, where they are equally near.
  private boolean takeEquals(long[] all) {
    if (left == 0) {
      return false;
    }
    int cosine = Key.cosine(all[left - 1]);
    List<Near> equals = new ArrayList<>();
    while (left > 0 && Key.cosine(all[left - 1]) == cosine) {
      left--;
      equals.add(
          new Near(lease.passage(Key.document(all[left])), Key.value(Key.cosine(all[left]))));
    }
    equals.sort(NEAREST_FIRST);
    ready.addAll(equals);
    return true;
  }

  /// A cosine and an index document in one number that sorts by the cosine.
  private static final class Key {
    private Key() {}

    static long of(float cosine, int document) {
      int bits = Float.floatToIntBits(cosine);
      int sortable = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
      return ((long) sortable << Integer.SIZE) | document;
    }

    static int cosine(long key) {
      return (int) (key >> Integer.SIZE);
    }

    static int document(long key) {
      return (int) key;
    }

    static double value(int sortable) {
      return Float.intBitsToFloat(sortable ^ ((sortable >> 31) & Integer.MAX_VALUE));
    }
  }

  // By graphs.

  /// Makes ready the nearest that were not given yet. False where there are none.
  private boolean search(int size) throws IOException {
    while (!exhausted) {
      neighbours =
          Math.max(neighbours, Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, size * 2L)));
      List<Near> found = new ArrayList<>();
      boolean all = true;
      for (Leaf leaf : leaves) {
        long[] nearest = leaf.nearest(question, neighbours);
        all &= nearest.length == leaf.count();
        for (long key : nearest) {
          PassageId passage = lease.passage(Key.document(key));
          if (!given.contains(passage)) {
            found.add(new Near(passage, Key.value(Key.cosine(key))));
          }
        }
      }
      found.sort(NEAREST_FIRST);
      exhausted = all;
      // No segment was searched further than this, so what comes after may have nearer ones.
      int sure = all ? found.size() : Math.min(found.size(), neighbours / 2 - given.size());
      neighbours = Math.toIntExact(Math.min(Integer.MAX_VALUE / 2, neighbours * 2L));
      if (sure > 0) {
        ready.addAll(found.subList(0, sure));
        return true;
      }
    }
    return false;
  }

  /// A segment of the index.
  ///
  /// @param eligible documents inside the filter
  /// @param field of the vectors; null: none of the eligible has one
  /// @param count eligible documents with a vector
  private record Leaf(
      LeafReader reader, int base, FixedBitSet eligible, @Nullable String field, int count) {

    static @Nullable Leaf of(
        LeafReaderContext context, Weight weight, @Nullable VectorField vectors)
        throws IOException {
      Scorer scorer = weight.scorer(context);
      if (scorer == null) {
        return null;
      }
      LeafReader reader = context.reader();
      FixedBitSet eligible = new FixedBitSet(reader.maxDoc());
      eligible.or(scorer.iterator());
      Bits live = reader.getLiveDocs();
      if (live != null) {
        live.applyMask(eligible, 0);
      }
      FloatVectorValues values =
          vectors == null ? null : reader.getFloatVectorValues(vectors.field());
      int count = 0;
      if (values != null) {
        KnnVectorValues.DocIndexIterator each = values.iterator();
        for (int doc = each.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = each.nextDoc()) {
          if (eligible.get(doc)) {
            count++;
          }
        }
      }
      return new Leaf(
          reader,
          context.docBase,
          eligible,
          count == 0 || vectors == null ? null : vectors.field(),
          count);
    }

    private @Nullable FloatVectorValues values() throws IOException {
      return field == null ? null : reader.getFloatVectorValues(field);
    }

    /// Compares every eligible vector; returns where the next key goes.
    int compare(float[] question, long[] keys, int from) throws IOException {
      FloatVectorValues values = values();
      int at = from;
      if (values != null) {
        KnnVectorValues.DocIndexIterator each = values.iterator();
        for (int doc = each.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = each.nextDoc()) {
          if (eligible.get(doc)) {
            keys[at++] = key(question, values, each.index(), doc);
          }
        }
      }
      return at;
    }

    private long key(float[] question, FloatVectorValues values, int index, int doc)
        throws IOException {
      float cosine = VectorUtil.dotProduct(question, values.vectorValue(index));
      return Key.of(Math.clamp(cosine, -1f, 1f), base + doc);
    }

    /// At most `most` of the nearest, in no order.
    long[] nearest(float[] question, int most) throws IOException {
      FloatVectorValues values = values();
      if (field == null || values == null) {
        return new long[0];
      }
      if (count > most) {
        TopKnnCollector collector = new TopKnnCollector(most, count);
        reader.searchNearestVectors(field, question, collector, new Eligible(eligible));
        ScoreDoc[] found = collector.topDocs().scoreDocs;
        if (!collector.earlyTerminated() && found.length == most) {
          return keys(question, values, found);
        }
      }
      long[] all = new long[count];
      compare(question, all, 0);
      if (count <= most) {
        return all;
      }
      Arrays.sort(all);
      return Arrays.copyOfRange(all, count - most, count);
    }

    private long[] keys(float[] question, FloatVectorValues values, ScoreDoc[] found)
        throws IOException {
      int[] docs = Arrays.stream(found).mapToInt(hit -> hit.doc).sorted().toArray();
      long[] keys = new long[docs.length];
      KnnVectorValues.DocIndexIterator each = values.iterator();
      for (int i = 0; i < docs.length; i++) {
        each.advance(docs[i]);
        keys[i] = key(question, values, each.index(), docs[i]);
      }
      return keys;
    }

    /// Eligible documents without a vector, all of whose stated languages the model does not cover.
    long uncovered(Coverage coverage) throws IOException {
      Terms languages = reader.terms(PassageFields.LANGUAGE);
      if (languages == null) {
        return 0;
      }
      FixedBitSet foreign = new FixedBitSet(reader.maxDoc());
      FixedBitSet covered = new FixedBitSet(reader.maxDoc());
      TermsEnum each = languages.iterator();
      while (each.next() != null) {
        boolean speaks = coverage.covers(each.term().utf8ToString());
        (speaks ? covered : foreign).or(each.postings(null, PostingsEnum.NONE));
      }
      foreign.andNot(covered);
      foreign.and(eligible);
      FloatVectorValues values = values();
      if (values != null) {
        foreign.andNot(values.iterator());
      }
      return foreign.cardinality();
    }
  }

  /// The eligible documents of a segment, as a search of its graph asks for them.
  private static final class Eligible extends AcceptDocs {
    private final FixedBitSet documents;

    Eligible(FixedBitSet documents) {
      this.documents = documents;
    }

    @Override
    public Bits bits() {
      return documents;
    }

    @Override
    public DocIdSetIterator iterator() {
      return new BitSetIterator(documents, cost());
    }

    @Override
    public int cost() {
      return documents.cardinality();
    }
  }
}
