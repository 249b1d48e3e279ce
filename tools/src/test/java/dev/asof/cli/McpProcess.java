package dev.asof.cli;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// `asof mcp` in a process of its own, of the classes under test, and a client of the SDK.
final class McpProcess {

  private McpProcess() {}

  static List<String> command(String... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.timezone=Asia/Kathmandu",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.asof.cli.Main",
                "mcp"));
    command.addAll(List.of(args));
    return command;
  }

  /// @param asked answers what the server asks back; null: the client cannot be asked
  static McpSyncClient client(
      Map<String, String> environment,
      @Nullable Function<ElicitFormRequest, ElicitResult> asked,
      String... args) {
    List<String> command = command(args);
    McpClient.SyncSpec client =
        McpClient.sync(
                new StdioClientTransport(
                    ServerParameters.builder(command.getFirst())
                        .args(command.subList(1, command.size()))
                        .env(environment)
                        .build(),
                    new JacksonMcpJsonMapper(JsonMapper.builder().build())))
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .requestTimeout(Duration.ofMinutes(2))
            .initializationTimeout(Duration.ofMinutes(2));
    if (asked != null) {
      client.capabilities(ClientCapabilities.builder().elicitation().build()).elicitation(asked);
    }
    McpSyncClient built = client.build();
    built.initialize();
    return built;
  }
}
