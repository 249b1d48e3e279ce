package dev.asof.answer;

import dev.asof.embed.ModelEndpoint;
import dev.asof.fault.Code;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.output.FinishReason;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A language model behind a URL with OpenAI's interface for chat completions: LangChain4j writes
/// the request and reads the answer, [ModelEndpoint] carries both and bounds them. Temperature 0;
/// one second try, and only where the endpoint said that it is busy or failed. What it answers with
/// a fault is never quoted.
final class ChatEndpoint implements AutoCloseable {
  /// Of an answer, in bytes: many times what a few sentences take.
  static final int LONGEST_ANSWER = 1 << 18;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  /// Before the second try, where the endpoint does not say, and the longest that it may say.
  private static final Duration PAUSE = Duration.ofMillis(500);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final WordsSettings settings;
  private final ModelEndpoint endpoint;

  /// @param settings of an endpoint
  ChatEndpoint(WordsSettings settings) {
    this.settings = settings;
    this.endpoint =
        new ModelEndpoint(
            ModelEndpoint.under(Objects.requireNonNull(settings.url()), "chat/completions"),
            settings.key(),
            settings.connect(),
            settings.timeout(),
            LONGEST_ANSWER);
  }

  /// What came of asking.
  sealed interface Reply {
    /// @param cut it did not come to its end
    record Said(String words, boolean cut) implements Reply {}

    /// @param why a sentence
    record Failed(Code code, String why) implements Reply {}
  }

  /// Never throws for what an endpoint does wrong.
  Reply ask(String task, String material) {
    Transport transport = new Transport(System.nanoTime() + settings.timeout().toNanos());
    try {
      ChatResponse response =
          OpenAiChatModel.builder()
              .httpClientBuilder(transport)
              .baseUrl(String.valueOf(settings.url()))
              .modelName(settings.model())
              .temperature(0.0)
              .maxRetries(0)
              .build()
              .chat(SystemMessage.from(task), UserMessage.from(material));
      String words = response.aiMessage().text();
      return words == null || words.isBlank()
          ? unusable("answered without words")
          : new Reply.Said(words, response.finishReason() == FinishReason.LENGTH);
    } catch (RuntimeException e) {
      // The library has no one exception for answers that it cannot read.
      return transport.failure != null
          ? transport.failure
          : unusable("did not answer with JSON as OpenAI's interface has it");
    }
  }

  private final class Transport implements HttpClientBuilder, HttpClient {
    private final long end;
    private Reply.@Nullable Failed failure;

    /// @param end of the time for the whole answer, by the clock of [System#nanoTime]
    Transport(long end) {
      this.end = end;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
      HttpResponse<byte[]> answer = post(request.body());
      Duration pause = pause(answer);
      if (pause != null && rest().compareTo(pause) > 0) {
        try {
          TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw failed(unreachable("was not waited for: interrupted"));
        }
        answer = post(request.body());
      }
      int status = answer.statusCode();
      if (status != 200) {
        failure = refused(status);
        throw new HttpException(status, "refused");
      }
      return SuccessfulHttpResponse.builder()
          .statusCode(status)
          .body(new String(answer.body(), StandardCharsets.UTF_8))
          .build();
    }

    private HttpResponse<byte[]> post(String json) {
      try {
        Duration rest = rest();
        return endpoint.post(json, rest.isPositive() ? rest : Duration.ofNanos(1));
      } catch (ModelEndpoint.Unanswered e) {
        throw failed(failure(e.why()));
      }
    }

    private Duration rest() {
      return Duration.ofNanos(end - System.nanoTime());
    }

    /// Null: no second try.
    private static @Nullable Duration pause(HttpResponse<byte[]> answer) {
      if (answer.statusCode() != TOO_MANY_REQUESTS && answer.statusCode() < SERVER_ERROR) {
        return null;
      }
      String wanted = answer.headers().firstValue("Retry-After").orElse("");
      if (!wanted.matches("\\d{1,6}")) {
        return PAUSE;
      }
      Duration asked = Duration.ofSeconds(Long.parseLong(wanted));
      return asked.compareTo(LONGEST_PAUSE) > 0 ? null : asked;
    }

    private HttpException failed(Reply.Failed why) {
      failure = why;
      return new HttpException(0, "unanswered");
    }

    @Override
    public void execute(
        HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
      throw new UnsupportedOperationException("nothing is streamed");
    }

    @Override
    public Duration connectTimeout() {
      return settings.connect();
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return settings.timeout();
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return this;
    }
  }

  private Reply.Failed failure(ModelEndpoint.Unanswered.Why why) {
    return switch (why) {
      case LATE -> unreachable("did not answer within " + settings.timeout().toMillis() + " ms");
      case TOO_LONG -> unusable("gave an answer longer than " + LONGEST_ANSWER + " bytes");
      case UNREACHABLE -> unreachable("cannot be reached");
      case BROKEN -> unreachable("broke the connection");
      case INTERRUPTED -> unreachable("was not waited for: interrupted");
    };
  }

  private Reply.Failed refused(int status) {
    return switch (status) {
      case 401, 403 -> unusable("refused the key (status " + status + "); check ASOF_WORDS_KEY");
      case 404 ->
          unusable(
              "knows nothing at that URL, or not the model (status 404); check words-url and"
                  + " words-model");
      case TOO_MANY_REQUESTS -> unreachable("is asked too much (status 429)");
      default ->
          status >= SERVER_ERROR
              ? unreachable("answered with status " + status)
              : unusable("answered with status " + status + "; check words-url and words-model");
    };
  }

  private Reply.Failed unreachable(String what) {
    return new Reply.Failed(Code.MODEL_UNREACHABLE, place() + " " + what + "; try again later");
  }

  private Reply.Failed unusable(String what) {
    return new Reply.Failed(Code.CONFIGURATION, place() + " " + what);
  }

  private String place() {
    return "the language model " + settings.model() + " at " + settings.endpoint();
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
