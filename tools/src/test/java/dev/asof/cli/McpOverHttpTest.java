package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The same server under `asof serve` in a process of its own: first without tokens, then with.
@Timeout(300)
class McpOverHttpTest {

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;
  private static Process process;
  private static String url = "";

  @BeforeAll
  static void serve() throws IOException {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    for (String tenant : List.of("default", "other")) {
      done("tenant", "add", tenant);
      cli.reading("Refunds are paid by " + tenant + " within 14 days.\n");
      done(
          "assert",
          "-d",
          "refunds",
          "-s",
          "legal",
          "-f",
          "-",
          "--from",
          "2024-01-01",
          "--tenant",
          tenant);
      cli.reading("Salaries of " + tenant + " are paid late.\n");
      done(
          "assert",
          "-d",
          "salaries",
          "-s",
          "legal",
          "-f",
          "-",
          "--from",
          "2024-01-01",
          "--tenant",
          tenant);
      done("label", "-d", "salaries", "--add", "hr", "--labels", "hr", "--tenant", tenant);
    }
    List<String> command = new ArrayList<>(McpProcess.command());
    command.removeLast();
    command.addAll(List.of("serve", "--port", "0", "--access-log", "off", "-o", "jsonl"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(cli.environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    process = builder.start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    url = AnswerJson.mapper().readTree(out.readLine()).path("url").asString();
  }

  @AfterAll
  static void close() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    database.close();
  }

  private static Cli.Ran done(String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(String.join(" ", args) + ": " + ran.err()).isZero();
    return ran;
  }

  private static McpSyncClient client(
      String path,
      @Nullable String token,
      @Nullable Function<ElicitFormRequest, ElicitResult> asked) {
    HttpRequest.Builder headers = HttpRequest.newBuilder();
    if (token != null) {
      headers.header("Authorization", "Bearer " + token);
    }
    McpClient.SyncSpec client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(url)
                    .endpoint(path)
                    .jsonMapper(new JacksonMcpJsonMapper(JsonMapper.builder().build()))
                    .requestBuilder(headers)
                    .build())
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .requestTimeout(Duration.ofMinutes(1))
            .initializationTimeout(Duration.ofMinutes(1));
    if (asked != null) {
      client.capabilities(ClientCapabilities.builder().elicitation().build()).elicitation(asked);
    }
    McpSyncClient built = client.build();
    built.initialize();
    return built;
  }

  private static JsonNode call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return AnswerJson.mapper().valueToTree(result.structuredContent());
  }

  private static final Map<String, Object> REFUNDS =
      Map.of("query", "refunds", "as_of", "2024-03-01", "known_at", "@3");

  /// One test, because the first token that is made changes what everybody may.
  @Test
  void theLocalUserIsAnsweredUntilThereAreTokensAndThenEachTokenForItsOwn() throws Exception {
    McpSyncClient local = client("/mcp", null, null);
    assertThat(local.listTools().tools()).hasSize(8);
    assertThat(local.getServerInstructions()).contains("two time axes");
    JsonNode found = call(local, "search", REFUNDS);
    assertThat(found.toString()).contains("by default").doesNotContain("by other");
    JsonNode printed =
        AnswerJson.mapper()
            .readTree(
                cli.run("ask", "refunds", "--about", "2024-03-01", "--known", "@3", "-o", "json")
                    .out());
    // The index may have been committed once more in between.
    assertThat(found.at("/answer/parts")).isEqualTo(printed.path("parts"));
    assertThat(
            call(local, "get_version", Map.of("document", "salaries")).path("outcome").asString())
        .isEqualTo("not-found");
    String link = found.at("/answer/parts/0/results/0/permalink").asString();
    assertThat(
            local
                .readResource(
                    ReadResourceRequest.builder(
                            "asof://citation/" + URLEncoder.encode(link, StandardCharsets.UTF_8))
                        .build())
                .contents()
                .toString())
        .contains("by default");
    local.closeGracefully();

    McpSyncClient other = client("/mcp?tenant=other", null, null);
    assertThat(call(other, "search", REFUNDS).toString()).contains("by other");
    other.closeGracefully();

    asksThePerson();
    tokensDecide();
  }

  private static void asksThePerson() {
    McpSyncClient asking =
        client(
            "/mcp",
            null,
            request ->
                ElicitResult.builder(ElicitResult.Action.ACCEPT)
                    .content(Map.of("reading", "2024-04-03"))
                    .build());
    JsonNode read = call(asking, "resolve_time", Map.of("text", "03/04/2024"));
    assertThat(read.path("outcome").asString()).isEqualTo("answered");
    assertThat(read.at("/elicited/0/chosen").asString()).isEqualTo("2024-04-03");
    asking.closeGracefully();
  }

  private static void tokensDecide() throws Exception {
    String reader = token("plain", "other");
    String holding = token("hr", "other", "--labels-of-token", "hr");

    HttpResponse<String> without = post(null);
    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(without.body()).contains("no-token");
    assertThat(post("asof_wrong").statusCode()).isEqualTo(401);
    assertThatThrownBy(() -> client("/mcp", null, null)).isInstanceOf(RuntimeException.class);

    McpSyncClient plain = client("/mcp", reader, null);
    assertThat(call(plain, "search", REFUNDS).toString()).contains("by other");
    assertThat(
            call(plain, "get_version", Map.of("document", "salaries")).path("outcome").asString())
        .isEqualTo("not-found");
    plain.closeGracefully();

    McpSyncClient labelled = client("/mcp", holding, null);
    assertThat(call(labelled, "get_version", Map.of("document", "salaries")).toString())
        .contains("Salaries of other");
    labelled.closeGracefully();

    assertThatThrownBy(() -> client("/mcp?tenant=default", reader, null))
        .isInstanceOf(RuntimeException.class);
  }

  private static String token(String name, String tenant, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("token", "add", name, "--role", "reader", "--tenant", tenant, "-o", "json"));
    args.addAll(List.of(more));
    JsonNode made = AnswerJson.mapper().readTree(done(args.toArray(String[]::new)).out());
    return made.path("secret").asString();
  }

  private static HttpResponse<String> post(@Nullable String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
