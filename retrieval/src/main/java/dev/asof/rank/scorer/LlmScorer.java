package dev.asof.rank.scorer;

import dev.asof.embed.ModelEndpoint;
import java.net.http.HttpResponse;
import java.util.List;

/// A language model behind a URL, asked once for all passages under a strict contract
/// ([ScoreContract]); an answer that breaks it in any point is refused whole. No redirects, no
/// second try.
public final class LlmScorer implements Scorer, AutoCloseable {
  /// Of the answer, in bytes.
  private static final int LONGEST_ANSWER = 1 << 20;

  private final LlmSettings settings;
  private final ModelEndpoint endpoint;

  public LlmScorer(LlmSettings settings) {
    this.settings = settings;
    this.endpoint =
        new ModelEndpoint(
            settings.completions(),
            settings.key(),
            settings.connect(),
            settings.answer(),
            LONGEST_ANSWER);
  }

  @Override
  public String model() {
    return settings.model();
  }

  @Override
  public Scores score(String question, List<String> passages) {
    try {
      HttpResponse<byte[]> answer =
          endpoint.post(ScoreContract.request(settings.model(), question, passages));
      return answer.statusCode() == 200
          ? ScoreContract.read(answer.body(), passages.size())
          : new Scores.Refused("the language model answered with status " + answer.statusCode());
    } catch (ModelEndpoint.Unanswered e) {
      return new Scores.Refused(refusal(e.why()));
    }
  }

  private String refusal(ModelEndpoint.Unanswered.Why why) {
    return switch (why) {
      case LATE ->
          "the language model did not answer within " + settings.answer().toMillis() + " ms";
      case TOO_LONG ->
          "the answer of the language model is longer than " + LONGEST_ANSWER + " bytes";
      case UNREACHABLE -> "the language model cannot be reached";
      case BROKEN -> "the connection to the language model broke";
      case INTERRUPTED -> "waiting for the language model was interrupted";
    };
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
