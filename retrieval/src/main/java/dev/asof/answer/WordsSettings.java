package dev.asof.answer;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.LayeredSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which language model writes answers in words, and what it may be sent.
///
/// @param url of an endpoint with OpenAI's interface, up to and without `/chat/completions`; null:
///   there are no answers in words
/// @param model as the endpoint names it; null only where there is no URL
/// @param key sent as bearer token; null: none; never shown
/// @param timeout longest wait for the whole answer, a second try included
/// @param connect longest wait for a connection
/// @param plainHttp whether passages and key may go over plain http to another machine
/// @param passages most that are sent
/// @param characters most that are sent of their texts, in UTF-16 code units
public record WordsSettings(
    @Nullable URI url,
    @Nullable String model,
    @Nullable String key,
    Duration timeout,
    Duration connect,
    boolean plainHttp,
    int passages,
    int characters,
    Map<String, String> origins) {

  private static final String CONCERN = "words";
  private static final String URL = "words-url";
  private static final String MODEL = "words-model";
  private static final String KEY = "words-key";
  private static final String TIMEOUT = "words-timeout";
  private static final String CONNECT = "words-connect-timeout";
  private static final String PLAIN_HTTP = "words-plain-http";
  private static final String PASSAGES = "words-passages";
  private static final String CHARACTERS = "words-characters";

  /// Every key, as in the file; the environment variable is `ASOF_KEY`. Of `words-key` there is
  /// only the variable.
  public static final List<String> KEYS =
      List.of(URL, MODEL, KEY, TIMEOUT, CONNECT, PLAIN_HTTP, PASSAGES, CHARACTERS);

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /// @param key as in the file
  /// @param value with a secret hidden
  /// @param origin `default`, or which flag, variable or file
  public record Shown(String key, String value, String origin) {}

  /// Throws one [CallerFault] with every complaint, where there is any.
  public static WordsSettings read(
      Map<String, String> flags, Map<String, String> environment, Path home) {
    LayeredSettings settings =
        new LayeredSettings(CONCERN, KEYS, Set.of(KEY), flags, environment, home);
    boolean plainHttp = isTrue(settings, PLAIN_HTTP);
    URI url = url(settings, plainHttp);
    String model = settings.value(MODEL);
    if (url != null && (model == null || model.isBlank())) {
      settings.complain(URL + " is set, so " + MODEL + " has to name the model there");
    }
    WordsSettings read =
        new WordsSettings(
            url,
            model,
            key(settings),
            settings.duration(TIMEOUT, Duration.ofSeconds(45), LONGEST),
            settings.duration(CONNECT, Duration.ofSeconds(5), LONGEST),
            plainHttp,
            settings.number(PASSAGES, 12, 1, 100),
            settings.number(CHARACTERS, 24_000, 200, 1_000_000),
            settings.origins());
    settings.throwComplaints();
    return read;
  }

  private static boolean isTrue(LayeredSettings settings, String name) {
    String value = settings.value(name);
    if (value != null && !value.equals("true") && !value.equals("false")) {
      settings.complain(settings.where(name) + " is '" + value + "'; it has to be true or false");
    }
    return "true".equals(value);
  }

  private static @Nullable URI url(LayeredSettings settings, boolean plainHttp) {
    String value = settings.value(URL);
    if (value == null) {
      return null;
    }
    try {
      URI url = new URI(value);
      if (url.getHost() == null
          || !("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
        settings.complain(settings.where(URL) + " has to be http or https with a host");
      } else if (url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
        settings.complain(
            settings.where(URL)
                + " takes no user, query or fragment; give the key as ASOF_WORDS_KEY");
      } else if ("http".equals(url.getScheme())
          && !THIS_MACHINE.contains(url.getHost())
          && !plainHttp) {
        settings.complain(
            settings.where(URL)
                + " would send passages over plain http to "
                + url.getHost()
                + "; use https, or set "
                + PLAIN_HTTP
                + " to true where everybody on the way may read them");
      } else {
        return url;
      }
    } catch (URISyntaxException e) {
      settings.complain(settings.where(URL) + " is not a URL");
    }
    return null;
  }

  private static @Nullable String key(LayeredSettings settings) {
    String key = settings.value(KEY);
    if (key != null && key.chars().anyMatch(c -> c < 0x21 || c > 0x7e)) {
      settings.complain(settings.where(KEY) + " holds a character that no header may hold");
      return null;
    }
    return key;
  }

  /// Whether there is a model to ask.
  public boolean isConfigured() {
    return url != null && model != null;
  }

  /// Throws a [CallerFault] that names the settings where there is no model to ask.
  public void require() {
    if (!isConfigured()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "no model is configured that writes answers in words; set words-url and words-model"
              + " (ASOF_WORDS_URL and ASOF_WORDS_MODEL, or lines of asof.properties), and"
              + " ASOF_WORDS_KEY where the endpoint wants a key");
    }
  }

  /// Host of the endpoint, with the port where one is given; empty where there is none.
  public String endpoint() {
    return url == null ? "" : url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  /// Every setting with where it came from, without the key itself, in the order of [#KEYS].
  public List<Shown> shown() {
    return KEYS.stream()
        .map(name -> new Shown(name, shownValue(name), origins.getOrDefault(name, "default")))
        .toList();
  }

  private String shownValue(String name) {
    return switch (name) {
      case URL -> url == null ? "" : url.toString();
      case MODEL -> model == null ? "" : model;
      case KEY -> key == null ? "" : "(set)";
      case TIMEOUT -> timeout.toString();
      case CONNECT -> connect.toString();
      case PLAIN_HTTP -> Boolean.toString(plainHttp);
      case PASSAGES -> Integer.toString(passages);
      case CHARACTERS -> Integer.toString(characters);
      default -> throw new IllegalArgumentException("no setting is called " + name);
    };
  }

  /// Without the key.
  @Override
  public String toString() {
    return shown().stream()
        .map(setting -> setting.key() + "=" + setting.value())
        .collect(Collectors.joining(", ", "WordsSettings[", "]"));
  }
}
