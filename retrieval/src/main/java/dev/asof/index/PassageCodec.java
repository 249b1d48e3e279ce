package dev.asof.index;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/// Lucene's own format, which any reader of that Lucene reads, written with two differences:
/// vectors may be longer than its default allows, and a segment with few of them gets no graph. A
/// graph is made again with each merge, which costs more than it saves where all vectors are
/// compared in milliseconds anyway.
final class PassageCodec {
  private static final int MOST_DIMENSIONS = 4096;

  /// Lucene leaves the graph out where a search for so many neighbours is expected to visit every
  /// node: in a segment of up to about 40,000 vectors.
  static final int NO_GRAPH_FOR = 4_000;

  private PassageCodec() {}

  /// @param noGraphFor as [#NO_GRAPH_FOR]
  static Codec codec(int noGraphFor) {
    KnnVectorsFormat vectors = new Vectors(noGraphFor);
    return new Lucene104Codec() {
      @Override
      public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return vectors;
      }
    };
  }

  private static final class Vectors extends KnnVectorsFormat {
    private final KnnVectorsFormat hnsw;

    Vectors(int noGraphFor) {
      super(new Lucene99HnswVectorsFormat().getName());
      hnsw =
          new Lucene99HnswVectorsFormat(
              Lucene99HnswVectorsFormat.DEFAULT_MAX_CONN,
              Lucene99HnswVectorsFormat.DEFAULT_BEAM_WIDTH,
              1,
              null,
              noGraphFor);
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
      return hnsw.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
      return hnsw.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
      return MOST_DIMENSIONS;
    }
  }
}
