package dev.asof.rank;

import dev.asof.embed.Coverage;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageFields;
import dev.asof.index.PassageId;
import dev.asof.index.SomeVectors;
import dev.asof.index.VectorField;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.FSDirectory;

/// How long the vector search takes by comparing all and by graphs, and how much the graphs miss,
/// by the share of passages that is eligible. Its figures are in `retrieval/BENCHMARKS.md`, which
/// says how to run it.
public final class VectorBenchmark {
  private static final TenantId TENANT = new TenantId(1);
  private static final int DIMENSION = 384;
  private static final int K = 10;
  private static final int QUESTIONS = 40;
  private static final int CLUSTERS = 2_000;

  private VectorBenchmark() {}

  public static void main(String[] args) throws IOException {
    int passages = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    PrintStream out = System.out;
    Path folder = Files.createTempDirectory("asof-vectors");
    try (FSDirectory directory = FSDirectory.open(folder)) {
      long start = System.nanoTime();
      Random random = new Random(1);
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        String field = new VectorField(SomeVectors.MODEL, DIMENSION).field();
        for (int i = 0; i < passages; i++) {
          Document passage = new Document();
          for (String id :
              List.of(PassageFields.DOCUMENT_ID, PassageFields.SECTION_ID, PassageFields.TEXT_ID)) {
            passage.add(new NumericDocValuesField(id, i));
          }
          passage.add(new NumericDocValuesField(PassageFields.PASSAGE, 0));
          passage.add(new LongPoint("share", random.nextInt(1_000)));
          passage.add(
              new KnnFloatVectorField(
                  field,
                  near(random.nextInt(CLUSTERS), random),
                  VectorSimilarityFunction.DOT_PRODUCT));
          writer.addDocument(passage);
        }
        writer.forceMerge(1);
      }
      out.printf("%d passages, graph built in %d s%n", passages, seconds(start));
      out.printf(
          "%8s %9s %12s %12s %10s%n", "share", "eligible", "exact ms", "graph ms", "recall@10");
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int perMille : List.of(1_000, 500, 200, 100, 50, 10)) {
          measure(reader, LongPoint.newRangeQuery("share", 0, perMille - 1), perMille, out);
        }
      }
    } finally {
      PathUtils.deleteDirectory(folder);
    }
  }

  private static void measure(DirectoryReader reader, Query filter, int perMille, PrintStream out)
      throws IOException {
    long[] exact = new long[QUESTIONS];
    long[] graph = new long[QUESTIONS];
    long found = 0;
    long eligible = 0;
    Coverage all = new Coverage(Set.of());
    for (int round = 0; round < 2; round++) {
      found = 0;
      Random random = new Random(2);
      for (int i = 0; i < QUESTIONS; i++) {
        float[] question = near(random.nextInt(CLUSTERS), random);
        reader.incRef();
        try (Lease lease = SomeVectors.lease(reader, TENANT, DIMENSION)) {
          long start = System.nanoTime();
          VectorSearch compared = new VectorSearch(lease, question, filter, all, Integer.MAX_VALUE);
          Set<PassageId> right = new HashSet<>();
          compared.next(K).forEach(near -> right.add(near.passage()));
          exact[i] = System.nanoTime() - start;
          start = System.nanoTime();
          for (VectorSearch.Near near : new VectorSearch(lease, question, filter, all, 0).next(K)) {
            found += right.contains(near.passage()) ? 1 : 0;
          }
          graph[i] = System.nanoTime() - start;
          eligible = compared.report().eligible();
        }
      }
    }
    out.printf(
        "%7.1f%% %9d %12.2f %12.2f %10.3f%n",
        perMille / 10.0, eligible, median(exact), median(graph), found / (double) (K * QUESTIONS));
  }

  private static double median(long[] nanos) {
    long[] sorted = nanos.clone();
    java.util.Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e6;
  }

  private static long seconds(long start) {
    return (System.nanoTime() - start) / 1_000_000_000L;
  }

  /// A vector beside the middle of a cluster, as passages on one matter lie together.
  private static float[] near(int cluster, Random random) {
    float[] middle = SomeVectors.question(DIMENSION, cluster);
    double sum = 0;
    for (int i = 0; i < DIMENSION; i++) {
      middle[i] += (float) (random.nextGaussian() * 0.05);
      sum += middle[i] * middle[i];
    }
    for (int i = 0; i < DIMENSION; i++) {
      middle[i] /= (float) Math.sqrt(sum);
    }
    return middle;
  }
}
