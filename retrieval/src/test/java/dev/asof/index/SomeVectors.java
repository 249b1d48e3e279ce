package dev.asof.index;

import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.schema.Database;
import dev.asof.write.Embeddings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.lucene.index.DirectoryReader;

/// Vectors that can be told beforehand, stored as those of any model.
public final class SomeVectors {
  public static final String MODEL = "some vectors";

  private SomeVectors() {}

  /// Gives every passage that has none the vector of its place.
  public static int store(Database database, TenantId tenant, int dimension) {
    return store(database, tenant, MODEL, dimension, place -> of(place, dimension));
  }

  public static int store(
      Database database,
      TenantId tenant,
      String model,
      int dimension,
      Function<Embeddings.Place, float[]> vectors) {
    Embeddings embeddings = new Embeddings(database);
    List<Embeddings.Vector> all =
        embeddings
            .waiting(
                tenant,
                model,
                Embeddings.Place.START,
                embeddings.lastText(tenant).orElse(new TextId(0)),
                Integer.MAX_VALUE)
            .stream()
            .map(waiting -> new Embeddings.Vector(waiting.place(), vectors.apply(waiting.place())))
            .toList();
    return all.isEmpty() ? 0 : embeddings.store(tenant, model, dimension, all);
  }

  public static float[] of(Embeddings.Place place, int dimension) {
    return question(dimension, place.text().value() * 31 + place.passage());
  }

  /// Of length 1.
  public static float[] question(int dimension, long seed) {
    Random random = new Random(seed);
    float[] vector = new float[dimension];
    double sum = 0;
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) random.nextGaussian();
      sum += vector[i] * vector[i];
    }
    for (int i = 0; i < dimension; i++) {
      vector[i] /= (float) Math.sqrt(sum);
    }
    return vector;
  }

  /// An index with a graph in every segment that is not tiny.
  public static PassageIndex withGraphs(Path folder, Database database) {
    return PassageIndex.open(folder, database, Duration.ofSeconds(60), MODEL, 10);
  }

  /// A view of an index that was written by hand.
  public static Lease lease(DirectoryReader reader, TenantId tenant, int dimension) {
    return new Lease(reader, tenant, 0, new VectorField(MODEL, dimension));
  }
}
