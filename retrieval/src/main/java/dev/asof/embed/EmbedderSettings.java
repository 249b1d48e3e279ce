package dev.asof.embed;

import dev.asof.fault.CallerFault;
import dev.asof.schema.LayeredSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which model embeds, and what it needs.
///
/// @param cache folder in which native libraries are unpacked, in the home
/// @param path of an ONNX model, absolute; null unless the kind is `onnx`
/// @param pooling of an ONNX model that gives a vector for each token
/// @param languages primary subtags, in lower case, of the languages that a model of the user's
///   covers; empty: all
/// @param mostTokens where a model of the user's cuts a text
/// @param url of an endpoint, up to and without `/embeddings`; null unless the kind is `http`
/// @param model as the endpoint names it; null unless the kind is `http`
/// @param key sent as bearer token, over https or to this machine only; null: none; never shown
/// @param connect longest wait for a connection to the endpoint
/// @param answer longest wait for its whole answer
/// @param passagePrefix what a model of the user's wants before a passage: `passage: `
/// @param questionPrefix what it wants before a question: `query: `
/// @param threads texts that are embedded at once in this process
public record EmbedderSettings(
    Kind kind,
    Path cache,
    @Nullable Path path,
    Pooling pooling,
    Set<String> languages,
    int mostTokens,
    @Nullable URI url,
    @Nullable String model,
    @Nullable String key,
    Duration connect,
    Duration answer,
    String passagePrefix,
    String questionPrefix,
    int threads,
    Map<String, String> origins) {

  /// Where the model is.
  public enum Kind {
    /// It comes with the program: all-MiniLM-L6-v2, quantised; English.
    MINILM,
    /// Nowhere: nothing is embedded, and questions are answered by words alone.
    NONE,
    /// A file of the user's.
    ONNX,
    /// An endpoint with OpenAI's interface.
    HTTP;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final int MOST_TOKENS = 512;

  private static final String EMBEDDER = "embedder";
  private static final String PATH = "embedder-path";
  private static final String POOLING = "embedder-pooling";
  private static final String LANGUAGES = "embedder-languages";
  private static final String TOKENS = "embedder-tokens";
  private static final String URL = "embedder-url";
  private static final String MODEL = "embedder-model";
  private static final String KEY = "embedder-key";
  private static final String CONNECT = "embedder-connect-timeout";
  private static final String ANSWER = "embedder-timeout";
  private static final String PASSAGE_PREFIX = "embedder-passage-prefix";
  private static final String QUESTION_PREFIX = "embedder-question-prefix";
  private static final String THREADS = "embedder-threads";

  /// Every key, as in the file; the environment variable is `ASOF_KEY`. Of `embedder-key` there is
  /// only the variable.
  public static final List<String> KEYS =
      List.of(
          EMBEDDER,
          PATH,
          POOLING,
          LANGUAGES,
          TOKENS,
          URL,
          MODEL,
          KEY,
          CONNECT,
          ANSWER,
          PASSAGE_PREFIX,
          QUESTION_PREFIX,
          THREADS);

  /// What each kind takes besides `embedder`.
  private static final Map<Kind, Set<String>> TAKEN =
      Map.of(
          Kind.MINILM, Set.of(THREADS),
          Kind.NONE, Set.of(THREADS),
          Kind.ONNX,
              Set.of(PATH, POOLING, LANGUAGES, TOKENS, PASSAGE_PREFIX, QUESTION_PREFIX, THREADS),
          Kind.HTTP,
              Set.of(
                  URL,
                  MODEL,
                  KEY,
                  CONNECT,
                  ANSWER,
                  LANGUAGES,
                  PASSAGE_PREFIX,
                  QUESTION_PREFIX,
                  THREADS));

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  public EmbedderSettings {
    languages = Set.copyOf(languages);
    origins = Map.copyOf(origins);
  }

  /// One setting as people may see it: its value, of the key only that it is set, and where it came
  /// from.
  public record Shown(String key, String value, String origin) {}

  /// Takes each setting from the flag, else from the environment, else from `asof.properties` in
  /// the home, else its default. Throws one [CallerFault] that lists every complaint.
  ///
  /// @param flags key without dashes to value
  /// @param environment variables of the process; an empty value counts as unset
  /// @param home of the program, where the file lies and libraries are unpacked
  /// @param processors of the machine, the default for `embedder-threads`
  public static EmbedderSettings read(
      Map<String, String> flags, Map<String, String> environment, Path home, int processors) {
    return new Reading(new LayeredSettings(EMBEDDER, KEYS, Set.of(KEY), flags, environment, home))
        .read(home, processors);
  }

  /// Every setting with where it came from, without the key itself, in the order of [#KEYS].
  public List<Shown> shown() {
    return KEYS.stream()
        .map(key -> new Shown(key, shownValue(key), origins.getOrDefault(key, "default")))
        .toList();
  }

  private String shownValue(String key) {
    return switch (key) {
      case EMBEDDER -> kind.word();
      case PATH -> path == null ? "" : path.toString();
      case POOLING -> pooling.word();
      case LANGUAGES ->
          kind == Kind.MINILM ? "en" : languages.isEmpty() ? "all" : String.join(",", languages);
      case TOKENS -> Integer.toString(mostTokens);
      case URL -> url == null ? "" : url.toString();
      case MODEL -> model == null ? "" : model;
      case KEY -> this.key == null ? "" : "(set)";
      case CONNECT -> connect.toString();
      case ANSWER -> answer.toString();
      case PASSAGE_PREFIX -> passagePrefix;
      case QUESTION_PREFIX -> questionPrefix;
      case THREADS -> Integer.toString(threads);
      default -> throw new IllegalArgumentException("no setting is called " + key);
    };
  }

  /// Without the key.
  @Override
  public String toString() {
    return shown().stream()
        .map(setting -> setting.key() + "=" + setting.value())
        .collect(Collectors.joining(", ", "EmbedderSettings[", "]"));
  }

  private record Reading(LayeredSettings settings) {

    EmbedderSettings read(Path home, int processors) {
      Kind kind = kind();
      for (String key : new TreeSet<>(KEYS)) {
        if (!key.equals(EMBEDDER)
            && !TAKEN.getOrDefault(kind, Set.of()).contains(key)
            && settings.value(key) != null) {
          settings.complain(
              settings.where(key)
                  + " has no effect where "
                  + EMBEDDER
                  + " is "
                  + kind.word()
                  + ": leave it out, or change "
                  + EMBEDDER);
        }
      }
      Path path = path(kind, home);
      URI url = url(kind);
      String model = settings.value(MODEL);
      if (kind == Kind.HTTP && model == null) {
        settings.complain(EMBEDDER + " is http, so " + MODEL + " has to name the model");
      }
      EmbedderSettings read =
          new EmbedderSettings(
              kind,
              home.resolve("cache").resolve("embed"),
              path,
              pooling(),
              languages(),
              settings.number(TOKENS, MOST_TOKENS, 8, 1 << 20),
              url,
              model,
              key(url),
              settings.duration(CONNECT, Duration.ofSeconds(5), Duration.ofMinutes(10)),
              settings.duration(ANSWER, Duration.ofSeconds(30), Duration.ofMinutes(10)),
              prefix(PASSAGE_PREFIX),
              prefix(QUESTION_PREFIX),
              settings.number(THREADS, Math.clamp(processors, 1, 16), 1, 256),
              settings.origins());
      settings.throwComplaints();
      return read;
    }

    private Kind kind() {
      String value = settings.value(EMBEDDER);
      for (Kind kind : Kind.values()) {
        if (value == null || kind.word().equals(value)) {
          return kind;
        }
      }
      settings.complain(
          settings.where(EMBEDDER)
              + " is '"
              + value
              + "'; it has to be "
              + Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", ")));
      return Kind.MINILM;
    }

    private @Nullable Path path(Kind kind, Path home) {
      String value = settings.value(PATH);
      if (kind == Kind.ONNX && value == null) {
        settings.complain(
            EMBEDDER + " is onnx, so " + PATH + " has to be the path of a model in ONNX");
      }
      return value == null ? null : home.resolve(value).toAbsolutePath().normalize();
    }

    private Pooling pooling() {
      String value = settings.value(POOLING);
      for (Pooling pooling : Pooling.values()) {
        if (value == null || pooling.word().equals(value)) {
          return pooling;
        }
      }
      settings.complain(settings.where(POOLING) + " is '" + value + "'; it has to be mean or cls");
      return Pooling.MEAN;
    }

    private Set<String> languages() {
      String value = settings.value(LANGUAGES);
      if (value == null || value.strip().equals("all")) {
        return Set.of();
      }
      Set<String> languages = new TreeSet<>();
      for (String one : value.split(",", -1)) {
        String language = Coverage.primary(one);
        if (language.matches("[a-z]{2,8}")) {
          languages.add(language);
        } else {
          settings.complain(
              settings.where(LANGUAGES)
                  + " is '"
                  + value
                  + "'; it has to be languages like en,de or all");
        }
      }
      return languages;
    }

    private @Nullable URI url(Kind kind) {
      String value = settings.value(URL);
      if (value == null) {
        if (kind == Kind.HTTP) {
          settings.complain(
              EMBEDDER
                  + " is http, so "
                  + URL
                  + " has to be its URL, up to and without /embeddings");
        }
        return null;
      }
      try {
        URI url = new URI(value);
        if (url.getHost() == null
            || !("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
          settings.complain(settings.where(URL) + " has to be http or https with a host");
        } else if (url.getUserInfo() != null
            || url.getQuery() != null
            || url.getFragment() != null) {
          settings.complain(
              settings.where(URL)
                  + " takes no user, query or fragment; give the key as ASOF_EMBEDDER_KEY");
        } else {
          return url;
        }
      } catch (URISyntaxException e) {
        settings.complain(settings.where(URL) + " is not a URL");
      }
      return null;
    }

    private @Nullable String key(@Nullable URI url) {
      String key = settings.value(KEY);
      if (key != null && key.chars().anyMatch(c -> c < 0x21 || c > 0x7e)) {
        settings.complain(settings.where(KEY) + " holds a character that no header may hold");
        return null;
      }
      if (key != null
          && url != null
          && "http".equals(url.getScheme())
          && !THIS_MACHINE.contains(url.getHost())) {
        settings.complain(
            settings.where(KEY)
                + " is not sent over plain http to "
                + url.getHost()
                + "; use https");
      }
      return key;
    }

    private String prefix(String name) {
      String value = settings.value(name);
      return value == null ? "" : value;
    }
  }
}
