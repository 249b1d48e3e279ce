package dev.asof.http;

import dev.asof.answer.WordsSettings;
import dev.asof.ask.AnswerCache;
import dev.asof.ask.Ask;
import dev.asof.embed.Embedder;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.Eventually;
import dev.asof.schema.Migrations;
import dev.asof.schema.TestDatabase;
import dev.asof.write.Store;
import dev.asof.write.token.ApiTokens;
import dev.asof.write.token.TokenRole;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server over a test database, and a client for it.
public final class Served implements AutoCloseable {

  static final JsonMapper JSON = JsonMapper.builder().build();

  private final TestDatabase test;
  private final Database database;
  private final PassageIndex index;
  final List<String> log = Collections.synchronizedList(new ArrayList<>());
  final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
  final HttpServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> words;
  private @Nullable String token;

  private Served(
      TestDatabase test,
      DatabaseSettings base,
      Caller caller,
      Limits limits,
      Map<String, String> words,
      List<Route> more) {
    this.words = words;
    this.test = test;
    DatabaseSettings settings =
        new DatabaseSettings(
            base.jdbcUrl(),
            base.user(),
            base.password(),
            base.home(),
            base.poolSize(),
            base.connectTimeout(),
            base.role(),
            caller,
            base.origins());
    database = test.open(settings);
    index = PassageIndex.keptOf(database, null);
    server =
        HttpServer.start(
            engine(), new HttpServer.Address("127.0.0.1", 0, "tester"), limits, log::add, more);
  }

  /// For the local user, who holds these labels.
  public static Served on(TestDatabase test, Caller caller) {
    return new Served(test, test.settings(), caller, Limits.DEFAULT, Map.of(), List.of());
  }

  /// With a model that writes answers in words.
  ///
  /// @param words its settings
  public static Served on(TestDatabase test, Caller caller, Map<String, String> words) {
    return new Served(test, test.settings(), caller, Limits.DEFAULT, words, List.of());
  }

  /// With a login that may act as the owner of the database.
  static Served asOwner(TestDatabase test) {
    DatabaseSettings owner = test.ownerSettings();
    Migrations.admit(
        test.jdbcUrl(), test.superuser(), test.superuserPassword(), String.valueOf(owner.user()));
    return new Served(test, owner, Caller.everything(), Limits.DEFAULT, Map.of(), List.of());
  }

  public static Served on(TestDatabase test) {
    return on(test, Caller.withoutLabels());
  }

  static Served on(TestDatabase test, Limits limits, Route... more) {
    return new Served(
        test, test.settings(), Caller.withoutLabels(), limits, Map.of(), List.of(more));
  }

  Engine engine() {
    AnswerCache answers = new AnswerCache(Ask.KEPT);
    return new Engine() {
      @Override
      public Database open() {
        return database.lent(() -> {});
      }

      @Override
      public Database openAs(DatabaseRole role) {
        return test.open(database.settings().as(role));
      }

      @Override
      public void forget() {
        answers.clear();
      }

      @Override
      public PassageIndex index(Database opened) {
        return index;
      }

      @Override
      public Optional<Embedder> embedder() {
        return Optional.empty();
      }

      @Override
      public WordsSettings words() {
        return WordsSettings.read(words, Map.of(), database.settings().home());
      }

      @Override
      public AnswerCache answers() {
        return answers;
      }

      @Override
      public Clock clock() {
        return Clock.systemUTC();
      }

      @Override
      public String keep(Throwable fault) {
        faults.add(fault);
        return "kept";
      }
    };
  }

  Database database() {
    return database;
  }

  public String url() {
    return "http://127.0.0.1:" + server.port();
  }

  /// The secret of a new token.
  String token(String tenant, String name, TokenRole role, String labels) {
    return new ApiTokens(database)
        .issue(
            new Store(database).tenant(tenant),
            new ApiTokens.Wanted(name, role, Caller.parse(labels), null))
        .secret()
        .reveal();
  }

  /// What is asked from now on is asked with this token.
  Served with(@Nullable String secret) {
    token = secret;
    return this;
  }

  /// An answer.
  public record Got(int status, String body, Map<String, List<String>> headers) {
    public JsonNode json() {
      return JSON.readTree(body);
    }

    @Nullable String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> String.join(", ", header.getValue()))
          .findFirst()
          .orElse(null);
    }

    String code() {
      return status < 400 ? "" : json().path("code").asString();
    }
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofMinutes(2));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request;
  }

  public Got get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  /// Of the tenant `default`.
  public Got read(String rest, String... headers) {
    return get("/v1/tenants/default/" + rest, headers);
  }

  public Got post(String tenant, String operation, String json, String... headers) {
    return send(
        request("/v1/tenants/" + tenant + "/" + operation, headers)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build());
  }

  Got importing(String tenant, String query, byte[] lines) {
    return send(
        request("/v1/tenants/" + tenant + "/import" + query)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofByteArray(lines))
            .build());
  }

  Got send(HttpRequest request) {
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      return new Got(
          response.statusCode(),
          new String(response.body(), StandardCharsets.UTF_8),
          response.headers().map());
    } catch (IOException e) {
      throw new IllegalStateException(request.uri() + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// The number of the last transaction of a tenant.
  long head(String tenant) {
    return new dev.asof.history.History(database)
        .reader()
        .snapshot(
            new Store(database).tenant(tenant),
            dev.asof.history.Known.latest(),
            dev.asof.history.Snapshot::token);
  }

  /// Waits for a line of the access log.
  void untilLogged(Predicate<String> line) throws InterruptedException {
    Eventually.holds("the access log has the line", () -> List.copyOf(log).stream().anyMatch(line));
  }

  @Override
  public void close() {
    server.close();
    index.end();
    client.close();
  }
}
