package dev.asof.embed;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What models that read text take: the tokens of one text a row. Close it after the model ran.
public final class OnnxInputs implements AutoCloseable {
  private static final String IDS = "input_ids";

  /// What a model may ask for, and where it comes from.
  private static final Map<String, Function<Encoding, long[]>> KNOWN =
      Map.of(
          IDS,
          Encoding::getIds,
          "attention_mask",
          Encoding::getAttentionMask,
          "token_type_ids",
          Encoding::getTypeIds);

  private final Map<String, OnnxTensor> tensors = new HashMap<>();

  private OnnxInputs() {}

  /// Whether a model that takes these is one that reads text.
  public static boolean suit(Set<String> inputs) {
    return inputs.contains(IDS) && KNOWN.keySet().containsAll(inputs);
  }

  /// For a model whose inputs suit.
  public static OnnxInputs of(OrtSession session, List<Encoding> texts) throws OrtException {
    OnnxInputs made = new OnnxInputs();
    boolean whole = false;
    try {
      for (String input : session.getInputNames()) {
        Function<Encoding, long[]> tokens = KNOWN.getOrDefault(input, Encoding::getIds);
        made.tensors.put(
            input,
            OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(),
                texts.stream().map(tokens).toArray(long[][]::new)));
      }
      whole = true;
      return made;
    } finally {
      if (!whole) {
        made.close();
      }
    }
  }

  /// By name.
  public Map<String, OnnxTensor> tensors() {
    return tensors;
  }

  @Override
  public void close() {
    tensors.values().forEach(OnnxTensor::close);
  }

  /// Gives back the memory of a model and of its tokenizer.
  ///
  /// @param session null: there was none yet
  public static void close(@Nullable OrtSession session, HuggingFaceTokenizer tokenizer) {
    try {
      if (session != null) {
        session.close();
      }
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    } finally {
      tokenizer.close();
    }
  }
}
