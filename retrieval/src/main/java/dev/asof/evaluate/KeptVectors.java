package dev.asof.evaluate;

import dev.asof.embed.Embedder;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A model whose vectors of passages are kept in a file: a text that stands in several loads, or
/// that is embedded with its dates before it in every run, is embedded once. Vectors of questions
/// are not kept, so that a search takes the time that it takes.
///
/// The file holds the dimension and then, for each text, 16 bytes of its SHA-256 and its vector.
/// Several processes may add to it; what one of them was killed in writing is cut off.
final class KeptVectors implements Embedder {
  /// Texts that are embedded before they are written.
  private static final int BATCH = 256;

  private static final int KEY_BYTES = 16;
  private static final int NAME_DIGITS = 12;

  private final Embedder model;
  private final Path file;
  private final FileChannel channel;

  /// Where a vector starts.
  private final Map<Key, Long> kept = new HashMap<>();

  private int dimension;

  private record Key(long high, long low) {
    static Key of(String text) {
      return of(ByteBuffer.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8))));
    }

    static Key of(ByteBuffer bytes) {
      return new Key(bytes.getLong(), bytes.getLong());
    }
  }

  private KeptVectors(Embedder model, Path file, FileChannel channel) {
    this.model = model;
    this.file = file;
    this.channel = channel;
  }

  /// Opens the file of the model in a folder, which is made where it is missing.
  static KeptVectors in(Path folder, Embedder model) {
    String name = model.model().replaceAll("[^\\p{L}\\p{N}.-]+", "-");
    Path file =
        folder.resolve(
            name + "-" + Dataset.hash(model.model()).substring(0, NAME_DIGITS) + ".vectors");
    try {
      Files.createDirectories(folder);
      KeptVectors vectors =
          new KeptVectors(
              model,
              file,
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE));
      FileLock lock = vectors.channel.lock();
      try {
        vectors.read();
      } finally {
        lock.release();
      }
      return vectors;
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }

  /// The keys of what another process or run has written.
  private void read() throws IOException {
    if (channel.size() < Integer.BYTES) {
      channel.truncate(0);
      return;
    }
    dimension = bytes(0, Integer.BYTES).getInt();
    long records = (channel.size() - Integer.BYTES) / recordBytes();
    channel.truncate(Integer.BYTES + records * recordBytes());
    for (long from = 0; from < records; from += BATCH) {
      int size = (int) Math.min(BATCH, records - from);
      long start = Integer.BYTES + from * recordBytes();
      ByteBuffer batch = bytes(start, size * recordBytes());
      for (int i = 0; i < size; i++) {
        batch.position(i * recordBytes());
        kept.put(Key.of(batch), start + i * (long) recordBytes() + KEY_BYTES);
      }
    }
  }

  private int recordBytes() {
    return KEY_BYTES + dimension * Float.BYTES;
  }

  private ByteBuffer bytes(long start, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.BIG_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, start + bytes.position()) < 0) {
        throw new IOException("it ends at " + channel.size());
      }
    }
    return bytes.flip();
  }

  @Override
  public synchronized List<float[]> passages(List<String> texts) {
    Map<Key, String> missing = new LinkedHashMap<>();
    List<Key> keys = texts.stream().map(Key::of).toList();
    for (int i = 0; i < texts.size(); i++) {
      if (!kept.containsKey(keys.get(i))) {
        missing.putIfAbsent(keys.get(i), texts.get(i));
      }
    }
    try {
      List<Key> open = List.copyOf(missing.keySet());
      for (int from = 0; from < open.size(); from += BATCH) {
        List<Key> batch = open.subList(from, Math.min(open.size(), from + BATCH));
        add(batch, model.passages(batch.stream().map(missing::get).toList()));
      }
      List<float[]> vectors = new ArrayList<>();
      for (Key key : keys) {
        vectors.add(vector(Objects.requireNonNull(kept.get(key))));
      }
      return vectors;
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }

  private void add(List<Key> keys, List<float[]> vectors) throws IOException {
    int components = vectors.getFirst().length;
    FileLock lock = channel.lock();
    try {
      if (channel.size() == 0) {
        write(ByteBuffer.allocate(Integer.BYTES).putInt(components).flip(), 0);
      }
      dimension = components;
      long start = channel.size();
      ByteBuffer records = ByteBuffer.allocate(keys.size() * recordBytes());
      for (int i = 0; i < keys.size(); i++) {
        records.putLong(keys.get(i).high()).putLong(keys.get(i).low());
        for (float component : vectors.get(i)) {
          records.putFloat(component);
        }
      }
      write(records.flip(), start);
      for (int i = 0; i < keys.size(); i++) {
        kept.put(keys.get(i), start + i * (long) recordBytes() + KEY_BYTES);
      }
    } finally {
      lock.release();
    }
  }

  private void write(ByteBuffer bytes, long start) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes, start + bytes.position());
    }
  }

  private float[] vector(long start) throws IOException {
    float[] vector = new float[dimension];
    bytes(start, dimension * Float.BYTES).asFloatBuffer().get(vector);
    return vector;
  }

  @Override
  public String model() {
    return model.model();
  }

  @Override
  public Set<String> languages() {
    return model.languages();
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  @Override
  public int mostTokens() {
    return model.mostTokens();
  }

  @Override
  public float[] question(String text) {
    return model.question(text);
  }

  /// The model stays open: it belongs to whoever opened it.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }
}
