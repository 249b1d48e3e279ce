package dev.asof.mcp;

import dev.asof.shown.Build;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The server of the Model Context Protocol, whatever it speaks through.
public final class McpDoor {

  /// How long a person may think about what is asked back.
  private static final Duration THINKING = Duration.ofMinutes(5);

  private static final List<Tool> TOOLS =
      List.of(
          new ResolveTime(),
          new Search(),
          new GetVersion(),
          new ListVersions(),
          new Diff(),
          new HistoryOf(),
          new WhatChanged(),
          new VerifyCitation());

  private static final String INSTRUCTIONS =
      """
      asof keeps every version of every document on two time axes and answers: as known at T, what \
      did the documents say about time V?
      - as_of is valid time: what applied in the world then. "The rule in March 2023": as_of \
      2023-03-15.
      - known_at is system time: what this store believed then. "What did we think in April": \
      known_at 2023-04-30. Corrections reach back on valid time, so the same as_of can have \
      another answer at another known_at. Leave it out for what is known now.
      - They are independent. A question with one date nearly always means as_of; "as we knew it", \
      "at the time of the decision", "before the correction" mean known_at. Both may be given.
      - Every answer says how it read the times and carries a token such as @12; give it as \
      known_at in the next call, so that all answers come from one state of knowledge.
      - Ranges are [from, to): the end does not belong to them. Quote passages with source, dates \
      and permalink. A conflict between sources, a gap and an unknown date are answers: tell them.
      - outcome is answered, not-found (nothing of the kind exists there: do not retry), asked-back \
      (ask the person, with the choices) or failed (see error: it says how to mend the call). A page \
      says how many results there are; go on with page.next as cursor.
      """;

  private McpDoor() {}

  /// Answers one client until its input ends, and until the calls under way are answered.
  ///
  /// @param asker for whom every call is answered
  /// @param zone in which all local times are read; null: the model may name one
  public static void serve(
      Means means, Asker asker, @Nullable String zone, InputStream in, OutputStream out) {
    McpJsonMapper mapper = mapper();
    StdioTransport transport = new StdioTransport(mapper, in, out);
    McpSyncServer server =
        built(McpServer.sync(transport), new Calls(means, exchange -> asker, zone), mapper);
    try {
      transport.run();
    } finally {
      server.close();
    }
  }

  static McpJsonMapper mapper() {
    return new JacksonMcpJsonMapper(JsonMapper.builder().build());
  }

  static McpSyncServer built(SyncSpecification<?> server, Calls calls, McpJsonMapper mapper) {
    return server
        .serverInfo(
            Implementation.builder("asof", Build.version().orElse("not packaged"))
                .title("asof")
                .build())
        .instructions(INSTRUCTIONS)
        .capabilities(ServerCapabilities.builder().tools(false).resources(false, false).build())
        .requestTimeout(THINKING)
        .jsonMapper(mapper)
        .jsonSchemaValidator(new DefaultJsonSchemaValidator())
        // Arguments are checked by us, so that an error has a code and the mend.
        .validateToolInputs(false)
        .tools(TOOLS.stream().map(tool -> tool(tool, calls)).toList())
        .resourceTemplates(new SyncResourceTemplateSpecification(CitedText.template(), calls::read))
        .build();
  }

  private static SyncToolSpecification tool(Tool tool, Calls calls) {
    return SyncToolSpecification.builder()
        .tool(
            io.modelcontextprotocol.spec.McpSchema.Tool.builder(
                    tool.name(), Schemas.input(calls.parameters(tool)))
                .title(tool.title())
                .description(tool.description())
                .outputSchema(Schemas.output(tool))
                .annotations(
                    ToolAnnotations.builder()
                        .title(tool.title())
                        .readOnlyHint(true)
                        .destructiveHint(false)
                        .idempotentHint(true)
                        .openWorldHint(false)
                        .build())
                .build())
        .callHandler((exchange, request) -> calls.call(tool, exchange, request))
        .build();
  }
}
