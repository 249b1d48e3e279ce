package dev.asof.index;

import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.jspecify.annotations.Nullable;

/// One unchanging view of the index that was found to follow the tenant's ledger; close it when the
/// answer is made.
public final class Lease implements AutoCloseable {
  /// The second sight of a word says little against the first sight of another one: with 1.2, the
  /// default, a passage that repeats one word of a question outranks one that has them all.
  private static final float SATURATION = 0.6f;

  private static final float BY_LENGTH = 0.75f;

  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final TenantId tenant;
  private final long sequence;
  private final @Nullable VectorField vectors;

  /// Takes over one reference to `reader`.
  Lease(DirectoryReader reader, TenantId tenant, long sequence, @Nullable VectorField vectors) {
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new BM25Similarity(SATURATION, BY_LENGTH));
    this.tenant = tenant;
    this.sequence = sequence;
    this.vectors = vectors;
  }

  public IndexSearcher searcher() {
    return searcher;
  }

  public TenantId tenant() {
    return tenant;
  }

  /// The last transaction of the tenant that this view has applied.
  public long sequence() {
    return sequence;
  }

  /// Where the vectors of the tenant's passages are; empty: none is indexed.
  public Optional<VectorField> vectors() {
    return Optional.ofNullable(vectors);
  }

  /// Grows with each commit of the index; scores of one generation can be compared.
  public long generation() {
    try {
      return reader.getIndexCommit().getGeneration();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Which passage a hit is.
  public PassageId passage(int hit) {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit, leaves));
    int inLeaf = hit - leaf.docBase;
    return new PassageId(
        new DocumentId(value(leaf, PassageFields.DOCUMENT_ID, inLeaf)),
        new SectionId(value(leaf, PassageFields.SECTION_ID, inLeaf)),
        new TextId(value(leaf, PassageFields.TEXT_ID, inLeaf)),
        Math.toIntExact(value(leaf, PassageFields.PASSAGE, inLeaf)));
  }

  private static long value(LeafReaderContext leaf, String field, int inLeaf) {
    try {
      NumericDocValues values = DocValues.getNumeric(leaf.reader(), field);
      if (!values.advanceExact(inLeaf)) {
        throw new Fault(
            Code.FAULT, "a passage in the index lacks its " + field + "; run: asof index rebuild");
      }
      return values.longValue();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// The fault of a folder that broke while it was read.
  public static Fault unreadable(IOException e) {
    return new Fault(
        Code.FAULT,
        "the index cannot be read (" + e.getMessage() + "); run: asof index rebuild",
        e);
  }

  @Override
  public void close() {
    try {
      reader.decRef();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
