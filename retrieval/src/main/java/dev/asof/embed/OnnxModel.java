package dev.asof.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A sentence model in ONNX with its tokenizer, in this process. One text is read at a time: what a
/// quantised model makes of a text depends on the texts beside it.
final class OnnxModel implements AutoCloseable {

  private static final List<String> OUTPUTS =
      List.of("sentence_embedding", "last_hidden_state", "token_embeddings");

  private final String place;
  private final OrtSession session;
  private final HuggingFaceTokenizer tokenizer;
  private final String output;
  private final Pooling pooling;

  private OnnxModel(
      String place,
      OrtSession session,
      HuggingFaceTokenizer tokenizer,
      String output,
      Pooling pooling) {
    this.place = place;
    this.session = session;
    this.tokenizer = tokenizer;
    this.output = output;
    this.pooling = pooling;
  }

  /// Makes a session with the options that it is handed.
  interface Opening {
    OrtSession open(OrtEnvironment environment, OrtSession.SessionOptions options)
        throws OrtException, IOException;
  }

  /// Throws a [CallerFault] that names the file and what is wrong with it.
  ///
  /// @param place of the model, for messages
  /// @param words the tokenizer's JSON, read to its end
  static OnnxModel open(
      String place,
      Opening model,
      String wordsPlace,
      InputStream words,
      int mostTokens,
      Pooling pooling) {
    HuggingFaceTokenizer tokenizer = tokenizer(wordsPlace, words, mostTokens);
    OrtSession session = null;
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      // Texts are spread over the processors, not each text.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      environment.setTelemetry(false);
      session = model.open(environment, options);
      return new OnnxModel(place, session, tokenizer, output(place, session), pooling);
    } catch (OrtException | IOException e) {
      OnnxInputs.close(session, tokenizer);
      throw new CallerFault(
          Code.CONFIGURATION,
          place + " is not an ONNX model that can be used: " + e.getMessage(),
          e);
    } catch (CallerFault e) {
      OnnxInputs.close(session, tokenizer);
      throw e;
    }
  }

  private static HuggingFaceTokenizer tokenizer(String place, InputStream words, int mostTokens) {
    try (words) {
      return HuggingFaceTokenizer.newInstance(
          words,
          Map.of(
              "truncation", "true",
              "maxLength", Integer.toString(mostTokens),
              "padding", "false"));
    } catch (IOException | RuntimeException e) {
      throw new CallerFault(
          Code.CONFIGURATION, place + " is not a tokenizer that can be used: " + e.getMessage(), e);
    }
  }

  private static String output(String place, OrtSession session) throws OrtException {
    Set<String> inputs = session.getInputNames();
    if (!OnnxInputs.suit(inputs)) {
      throw unusable(
          place
              + " takes "
              + new TreeSet<>(inputs)
              + "; a sentence model takes input_ids and may take attention_mask and"
              + " token_type_ids");
    }
    Map<String, NodeInfo> outputs = session.getOutputInfo();
    for (String name : OUTPUTS) {
      if (outputs.containsKey(name) && isVector(outputs.get(name))) {
        return name;
      }
    }
    if (outputs.size() == 1 && isVector(outputs.values().iterator().next())) {
      return outputs.keySet().iterator().next();
    }
    throw unusable(
        place
            + " gives "
            + new TreeSet<>(outputs.keySet())
            + "; a sentence model gives one vector for each token or text, as one of "
            + String.join(", ", OUTPUTS));
  }

  /// Of the text, or of each token; not the one number of a cross-encoder.
  private static boolean isVector(NodeInfo node) {
    if (!(node.getInfo() instanceof TensorInfo tensor)) {
      return false;
    }
    long[] shape = tensor.getShape();
    return (shape.length == 2 && shape[1] != 1) || shape.length == 3;
  }

  /// Of length 1.
  float[] embed(String text) {
    try (OnnxInputs inputs = OnnxInputs.of(session, List.of(tokenizer.encode(text)))) {
      float[] vector;
      try (OrtSession.Result result = session.run(inputs.tensors(), Set.of(output))) {
        vector =
            switch (result.get(0).getValue()) {
              case float[][] texts -> texts[0];
              case float[][][] tokens -> pooling.of(tokens[0]);
              case Object other ->
                  throw unusable(
                      place + " gives " + other.getClass().getSimpleName() + ", not vectors");
            };
      }
      float[] unit = Unit.of(vector);
      if (unit == null) {
        throw unusable(place + " gives vectors that are no numbers, or are all zero");
      }
      return unit;
    } catch (OrtException e) {
      throw new CallerFault(Code.CONFIGURATION, place + " failed: " + e.getMessage(), e);
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
