package dev.asof.embed;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A sentence model in this process, without network: the one that comes with the program, or a
/// file. Loaded when it is first used.
final class OnnxEmbedder implements Embedder {
  /// all-MiniLM-L6-v2, quantised to 8 bits; its weights are in the jar of this name.
  static final String BUNDLED = "all-minilm-l6-v2-q";

  private static final int HASH_DIGITS = 12;

  private final Path cache;
  private final Supplier<OnnxModel> opening;
  private final Supplier<String> naming;
  private final Set<String> languages;
  private final int mostTokens;
  private final String passagePrefix;
  private final String questionPrefix;
  private final int threads;
  private @Nullable String model;
  private @Nullable OnnxModel opened;
  private @Nullable ExecutorService workers;
  private int dimension;

  private OnnxEmbedder(
      EmbedderSettings settings,
      Supplier<OnnxModel> opening,
      Supplier<String> naming,
      Set<String> languages,
      int mostTokens) {
    this.cache = settings.cache();
    this.opening = opening;
    this.naming = naming;
    this.languages = languages;
    this.mostTokens = mostTokens;
    this.passagePrefix = settings.passagePrefix();
    this.questionPrefix = settings.questionPrefix();
    this.threads = settings.threads();
  }

  static OnnxEmbedder bundled(EmbedderSettings settings) {
    return new OnnxEmbedder(
        settings,
        () ->
            OnnxModel.open(
                "the model " + BUNDLED,
                (environment, options) -> {
                  try (InputStream weights = resource(BUNDLED + ".onnx")) {
                    return environment.createSession(weights.readAllBytes(), options);
                  }
                },
                "its tokenizer",
                resource(BUNDLED + "-tokenizer.json"),
                EmbedderSettings.MOST_TOKENS,
                Pooling.MEAN),
        () -> BUNDLED,
        Set.of("en"),
        EmbedderSettings.MOST_TOKENS);
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(OnnxEmbedder.class.getResourceAsStream("/" + name), name);
  }

  /// Throws a [CallerFault] where a file is missing; what else is wrong with it shows when it is
  /// used.
  static OnnxEmbedder file(EmbedderSettings settings, Path model) {
    Path tokenizer = model.resolveSibling("tokenizer.json");
    if (!Files.isRegularFile(model)) {
      throw unusable(
          "there is no file "
              + model
              + "; give the path of a sentence model in ONNX (embedder-path)");
    }
    if (!Files.isRegularFile(tokenizer)) {
      throw unusable("there is no file " + tokenizer + "; put the model's tokenizer beside it");
    }
    return new OnnxEmbedder(
        settings,
        () -> {
          try {
            return OnnxModel.open(
                "the file " + model,
                (environment, options) -> environment.createSession(model.toString(), options),
                "the file " + tokenizer,
                Files.newInputStream(tokenizer),
                settings.mostTokens(),
                settings.pooling());
          } catch (IOException e) {
            throw unreadable(tokenizer, e);
          }
        },
        () -> nameOf(model, tokenizer, settings),
        settings.languages(),
        settings.mostTokens());
  }

  /// The folder's name where the file is only called model, as exports are, and a hash of all that
  /// the vectors depend on.
  private static String nameOf(Path model, Path tokenizer, EmbedderSettings settings) {
    Path folder = model.toAbsolutePath().normalize().getParent();
    String file = model.getFileName().toString();
    String name =
        folder == null || folder.getFileName() == null ? file : folder.getFileName() + "/" + file;
    String all =
        sha256(model)
            + sha256(tokenizer)
            + " "
            + settings.pooling().word()
            + " "
            + settings.mostTokens()
            + " "
            + settings.passagePrefix();
    return name
        + "@"
        + HexFormat.of()
            .formatHex(Sha256.of(all.getBytes(StandardCharsets.UTF_8)))
            .substring(0, HASH_DIGITS);
  }

  private static String sha256(Path file) {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized String model() {
    if (model == null) {
      model = naming.get();
    }
    return model;
  }

  @Override
  public Set<String> languages() {
    return languages;
  }

  @Override
  public int mostTokens() {
    return mostTokens;
  }

  @Override
  public int dimension() {
    if (dimension == 0) {
      dimension = opened().embed(questionPrefix + "1").length;
    }
    return dimension;
  }

  private synchronized OnnxModel opened() {
    if (opened == null) {
      NativeLibraries.unpackInto(cache);
      opened = opening.get();
    }
    return opened;
  }

  private synchronized ExecutorService workers() {
    if (workers == null) {
      workers =
          Executors.newFixedThreadPool(
              threads, Thread.ofPlatform().daemon().name("asof-embed-", 0).factory());
    }
    return workers;
  }

  @Override
  public float[] question(String text) {
    return opened().embed(questionPrefix + text);
  }

  @Override
  public List<float[]> passages(List<String> texts) {
    OnnxModel loaded = opened();
    List<Future<float[]>> futures = new ArrayList<>(texts.size());
    for (String text : texts) {
      futures.add(workers().submit(() -> loaded.embed(passagePrefix + text)));
    }
    List<float[]> vectors = new ArrayList<>(texts.size());
    try {
      for (Future<float[]> future : futures) {
        vectors.add(future.get());
      }
      return vectors;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException ours) {
        throw ours;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(
          Code.RETRY, "interrupted while embedding; run it again, it goes on where it was", e);
    } finally {
      futures.forEach(future -> future.cancel(false));
    }
  }

  @Override
  public synchronized void close() {
    if (workers != null) {
      // Not one that is at it: the model must not be taken from under it.
      workers.close();
      workers = null;
    }
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }

  private static CallerFault unreadable(Path file, IOException e) {
    return new CallerFault(
        Code.CONFIGURATION,
        "the file " + file + " cannot be read (" + e.getMessage() + "); name one that can",
        e);
  }

  private static CallerFault unusable(String message) {
    return new CallerFault(Code.CONFIGURATION, message);
  }
}
