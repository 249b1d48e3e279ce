package dev.asof.rank.scorer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.PairList;
import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.asof.embed.NativeLibraries;
import dev.asof.embed.OnnxInputs;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A cross-encoder (Nogueira and Cho 2019) from a file: question and passage are read together and
/// give one number, squeezed into 0 to 1 by the logistic function. Passages are cut so that both
/// together have at most 512 tokens. Runs in this process, without network; safe for several
/// threads; close it to give back its memory.
///
/// The tokenizer's native library is unpacked into the folder that the system property
/// `ENGINE_CACHE_DIR` names, else into the user's home.
public final class CrossEncoderScorer implements Scorer, AutoCloseable {
  private static final int MOST_TOKENS = 512;

  /// Passages that are read at once; bounds the memory.
  private static final int BATCH = 16;

  static {
    // The library would tell its makers on which cloud machine it runs, and fetch what it lacks.
    if (System.getProperty("ai.djl.offline") == null) {
      System.setProperty("ai.djl.offline", "true");
    }
  }

  private final String model;
  private final OrtSession session;
  private final HuggingFaceTokenizer tokenizer;

  private CrossEncoderScorer(String model, OrtSession session, HuggingFaceTokenizer tokenizer) {
    this.model = model;
    this.session = session;
    this.tokenizer = tokenizer;
  }

  /// Opens an ONNX model with the `tokenizer.json` that lies beside it, as Hugging Face exports
  /// them. Throws a [CallerFault] that names the file and what is wrong with it.
  ///
  /// @param cache folder in which the native libraries are unpacked
  public static CrossEncoderScorer open(Path model, Path cache) {
    Path tokenizer = model.resolveSibling("tokenizer.json");
    if (!Files.isRegularFile(model)) {
      throw unusable("there is no file " + model + "; give the path of a cross-encoder in ONNX");
    }
    if (!Files.isRegularFile(tokenizer)) {
      throw unusable("there is no file " + tokenizer + "; put the model's tokenizer beside it");
    }
    NativeLibraries.unpackInto(cache);
    HuggingFaceTokenizer words = tokenizer(tokenizer);
    OrtSession session;
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      OrtEnvironment.getEnvironment().setTelemetry(false);
      session = OrtEnvironment.getEnvironment().createSession(model.toString(), options);
    } catch (OrtException e) {
      words.close();
      throw new CallerFault(
          Code.CONFIGURATION,
          "the file " + model + " is not an ONNX model that can be used: " + e.getMessage(),
          e);
    }
    try {
      check(model, session);
    } catch (OrtException e) {
      OnnxInputs.close(session, words);
      throw new CallerFault(Code.CONFIGURATION, model + " cannot be read: " + e.getMessage(), e);
    } catch (CallerFault e) {
      OnnxInputs.close(session, words);
      throw e;
    }
    return new CrossEncoderScorer(name(model), session, words);
  }

  private static HuggingFaceTokenizer tokenizer(Path file) {
    try {
      return HuggingFaceTokenizer.builder()
          .optTokenizerPath(file)
          .optTruncateSecondOnly()
          .optMaxLength(MOST_TOKENS)
          .optPadding(true)
          .build();
    } catch (IOException | RuntimeException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the file " + file + " is not a tokenizer that can be used: " + e.getMessage(),
          e);
    }
  }

  private static void check(Path model, OrtSession session) throws OrtException {
    Set<String> inputs = session.getInputNames();
    if (!OnnxInputs.suit(inputs)) {
      throw unusable(
          model
              + " takes "
              + new TreeSet<>(inputs)
              + "; a cross-encoder takes input_ids and may take attention_mask and token_type_ids");
    }
    List<NodeInfo> outputs = new ArrayList<>(session.getOutputInfo().values());
    if (outputs.size() != 1
        || !(outputs.getFirst().getInfo() instanceof TensorInfo tensor)
        || tensor.getShape().length != 2
        || tensor.getShape()[1] != 1) {
      throw unusable(
          model + " does not give one number for each passage; it is not a cross-encoder");
    }
  }

  /// The folder's name where the file is only called model, as exports are.
  private static String name(Path model) {
    Path folder = model.toAbsolutePath().getParent();
    String file = model.getFileName().toString();
    return folder == null || folder.getFileName() == null
        ? file
        : folder.getFileName() + "/" + file;
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public Scores score(String question, List<String> passages) {
    List<Double> scores = new ArrayList<>(passages.size());
    try {
      for (int from = 0; from < passages.size(); from += BATCH) {
        List<String> batch = passages.subList(from, Math.min(from + BATCH, passages.size()));
        for (float[] logit : logits(question, batch)) {
          if (!Float.isFinite(logit[0])) {
            return new Scores.Refused("the cross-encoder " + model + " gave no number");
          }
          scores.add(1 / (1 + Math.exp(-logit[0])));
        }
      }
    } catch (OrtException | RuntimeException e) {
      return new Scores.Refused("the cross-encoder " + model + " failed: " + e.getMessage());
    }
    return new Scores.Given(scores);
  }

  private float[][] logits(String question, List<String> passages) throws OrtException {
    PairList<String, String> pairs = new PairList<>();
    passages.forEach(passage -> pairs.add(question, passage));
    try (OnnxInputs inputs = OnnxInputs.of(session, List.of(tokenizer.batchEncode(pairs)));
        OrtSession.Result result = session.run(inputs.tensors())) {
      return (float[][]) result.get(0).getValue();
    }
  }

  @Override
  public void close() {
    OnnxInputs.close(session, tokenizer);
  }

  private static CallerFault unusable(String message) {
    return new CallerFault(Code.CONFIGURATION, message);
  }
}
