package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The server of the Model Context Protocol in a process of its own, called by the SDK's own
/// client.
@Timeout(300)
class McpCommandTest {

  /// Documents that only fill pages.
  private static final int FILLERS = 30;

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  /// Cannot be asked, holds no label.
  private static McpSyncClient client;

  /// Is asked, and answers as [#person] says.
  private static McpSyncClient asking;

  private static final List<String> ASKED = new ArrayList<>();
  private static Function<ElicitFormRequest, ElicitResult> person = request -> declined();

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    done("tenant", "add", "default");
    done("source", "set", "site", "--zone", "Europe/London");
    done("source", "set", "paper", "--display", "excerpt", "--excerpt-words", "3");
    said("terms", "site", "v1", "2024-01-01", "# Copying\n\nYou may copy freely.\n");
    said("terms", "site", "v2", "2024-06-01", "# Copying\n\nYou may not copy at all.\n");
    done(
        "correct",
        "-d",
        "terms",
        "-s",
        "site",
        "--version-label",
        "v2",
        "--from",
        "2024-05-01",
        "--to",
        "2024-06-01",
        "--reason",
        "wrong date");
    said("review", "paper", "r1", "2024-01-01", "One two three four five gnu words.\n");
    said("secret/pay", "site", "s1", "2024-01-01", "# Pay\n\nYou may copy the zebra wage.\n");
    done("label", "-d", "secret/pay", "--add", "hr", "--labels", "hr");
    for (int i = 0; i < FILLERS; i++) {
      said("filler/" + i, "site", "f" + i, "2024-01-01", "Filler number " + i + ".\n");
    }
    client = McpProcess.client(cli.environment, null);
    asking =
        McpProcess.client(
            cli.environment,
            request -> {
              ASKED.add(request.message());
              return person.apply(request);
            });
  }

  @AfterAll
  static void close() {
    client.closeGracefully();
    asking.closeGracefully();
    database.close();
  }

  private static void done(String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(String.join(" ", args) + ": " + ran.err()).isZero();
  }

  private static void said(String document, String source, String label, String from, String text) {
    cli.reading(text);
    done("assert", "-d", document, "-s", source, "-f", "-", "--new-label", label, "--from", from);
  }

  private static CallToolResult call(McpSyncClient of, String tool, Map<String, Object> arguments) {
    return of.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static CallToolResult call(String tool, Map<String, Object> arguments) {
    return call(client, tool, arguments);
  }

  private static JsonNode values(CallToolResult result) {
    return AnswerJson.mapper().valueToTree(result.structuredContent());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  private static String outcome(CallToolResult result) {
    return values(result).path("outcome").asString();
  }

  private static ElicitResult declined() {
    return ElicitResult.builder(ElicitResult.Action.DECLINE).build();
  }

  /// Takes the choice of that number.
  private static ElicitResult chosen(ElicitFormRequest request, int number) {
    JsonNode form = AnswerJson.mapper().valueToTree(request.requestedSchema());
    String choice = form.at("/properties/reading/enum").get(number).asString();
    return ElicitResult.builder(ElicitResult.Action.ACCEPT)
        .content(Map.of("reading", choice))
        .build();
  }

  @Test
  void everyToolOnlyReadsAndSaysWhatItTakesAndGives() {
    List<Tool> tools = client.listTools().tools();

    assertThat(tools)
        .extracting(Tool::name)
        .containsExactlyInAnyOrder(
            "resolve_time",
            "search",
            "get_version",
            "list_versions",
            "diff",
            "history",
            "what_changed",
            "verify_citation");
    SoftAssertions all = new SoftAssertions();
    for (Tool tool : tools) {
      all.assertThat(tool.annotations().readOnlyHint()).as(tool.name()).isTrue();
      all.assertThat(tool.annotations().idempotentHint()).as(tool.name()).isTrue();
      all.assertThat(tool.annotations().destructiveHint()).as(tool.name()).isFalse();
      all.assertThat(tool.annotations().openWorldHint()).as(tool.name()).isFalse();
      all.assertThat(tool.outputSchema()).as(tool.name()).isNotNull();
      JsonNode input = AnswerJson.mapper().valueToTree(tool.inputSchema());
      all.assertThat(input.path("additionalProperties").asBoolean(true)).isFalse();
      input
          .path("properties")
          .properties()
          .forEach(property ->
              all.assertThat(property.getValue().path("description").asString(""))
                  .as(tool.name() + " " + property.getKey())
                  .isNotBlank());
      all.assertThat(input.path("properties").propertyNames())
          .doesNotContain("tenant", "labels", "caller");
    }
    all.assertAll();
    assertThat(client.getServerInstructions())
        .contains("as_of is valid time", "known_at is system time", "independent");
  }

  /// What the command line prints for the same question.
  private static ObjectNode printed(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-o", "json"));
    return (ObjectNode) AnswerJson.mapper().readTree(cli.run(all.toArray(String[]::new)).out());
  }

  @Test
  void theAnswersAreThoseOfTheCommandLine() {
    String at = "@3";
    Map<String, Object> one = Map.of("document", "terms", "known_at", at);

    assertThat(answer("list_versions", one))
        .isEqualTo(printed("timeline", "-d", "terms", "--known", at));
    assertThat(answer("history", one)).isEqualTo(printed("history", "-d", "terms", "--known", at));
    assertThat(answer("what_changed", Map.of("since", "@4", "known_at", "@5")))
        .isEqualTo(printed("changes", "--since", "@4", "--known", "@5"));
    assertThat(
            answer(
                "diff",
                Map.of(
                    "document",
                    "terms",
                    "before_as_of",
                    "2024-03-01",
                    "as_of",
                    "2024-07-01",
                    "known_at",
                    "@6")))
        .isEqualTo(
            printed(
                "diff",
                "-d",
                "terms",
                "--before-about",
                "2024-03-01",
                "--about",
                "2024-07-01",
                "--known",
                "@6"));
    assertThat(
            answer(
                "get_version",
                Map.of("document", "terms", "as_of", "2024-03-01", "known_at", "@6")))
        .isEqualTo(printed("version", "-d", "terms", "--about", "2024-03-01", "--known", "@6"));
    assertThat(answer("get_version", Map.of("document", "terms", "version_label", "v2")))
        .isEqualTo(printed("version", "-d", "terms", "--version-label", "v2"));
    assertThat(
            answer(
                "resolve_time",
                Map.of("text", "last quarter", "now", "2024-05-15T10:00", "zone", "Europe/London")))
        .isEqualTo(
            printed(
                "resolve",
                "last quarter",
                "--reference",
                "2024-05-15T10:00",
                "--zone",
                "Europe/London",
                "--tenant",
                "default"));
    ObjectNode asked =
        answer("search", Map.of("query", "may I copy", "as_of", "2024-03-01", "known_at", "@6"));
    ObjectNode ask = printed("ask", "may I copy", "--about", "2024-03-01", "--known", "@6");
    // The index may have been committed once more in between.
    assertThat(asked.without("index")).isEqualTo(ask.without("index"));
    String permalink = asked.at("/parts/0/results/0/permalink").asString();
    assertThat(answer("verify_citation", Map.of("permalink", permalink)))
        .isEqualTo(printed("cite", permalink));
  }

  private static ObjectNode answer(String tool, Map<String, Object> arguments) {
    CallToolResult result = call(tool, arguments);
    assertThat(outcome(result)).as(text(result)).isEqualTo("answered");
    return (ObjectNode) values(result).path("answer");
  }

  @Test
  void aCorrectionHasTwoAnswersAndEachSaysHowItsTimesWereRead() {
    CallToolResult before =
        call("search", Map.of("query", "may I copy", "as_of", "2024-05-15", "known_at", "@4"));
    CallToolResult after = call("search", Map.of("query", "may I copy", "as_of", "2024-05-15"));

    assertThat(text(before)).contains("You may copy freely.", "known since @4");
    assertThat(text(after)).contains("You may not copy at all.");
    assertThat(values(before).at("/reading/token").asString()).isEqualTo("@4");
    assertThat(values(after).at("/reading/sentences").toString()).contains("Europe/London");
  }

  @Test
  void severalDocumentsAndSourcesAreSearchedTogether() {
    CallToolResult result =
        call(
            "search",
            Map.of(
                "query",
                "filler number copy",
                "as_of",
                "2024-03-01",
                "documents",
                List.of("filler/3", "terms"),
                "sources",
                List.of("site"),
                "k",
                50));

    assertThat(values(result).at("/answer/parts/0/results").valueStream())
        .extracting(hit -> hit.path("document").asString())
        .containsExactlyInAnyOrder("filler/3", "terms");
    assertThat(values(result).at("/page/exact").asBoolean()).isTrue();
    CallToolResult none =
        call("search", Map.of("query", "copy", "documents", List.of("terms", "term")));
    assertThat(outcome(none)).isEqualTo("not-found");
    assertThat(values(none).at("/not_found/near").toString()).contains("terms");
  }

  @Test
  void whatDoesNotExistIsNotFoundWithWhatIsNear() {
    CallToolResult document = call("get_version", Map.of("document", "tems"));
    CallToolResult early = call("get_version", Map.of("document", "terms", "as_of", "2020-01-01"));
    CallToolResult words = call("search", Map.of("query", "platypus"));
    CallToolResult cited =
        call(
            "verify_citation",
            Map.of(
                "permalink",
                "asof:terms?about=2020-03-01T00:00:00Z&known=@6&source=site&section=copying"
                    + "&passage=0"));

    for (CallToolResult result : List.of(document, early, words, cited)) {
      assertThat(outcome(result)).as(text(result)).isEqualTo("not-found");
      assertThat(result.isError()).isFalse();
    }
    assertThat(values(document).at("/not_found/code").asString()).isEqualTo("unknown-document");
    assertThat(values(document).at("/not_found/near").toString()).contains("terms");
    assertThat(values(early).at("/not_found/code").asString()).isEqualTo("nothing-in-force");
    assertThat(values(early).at("/not_found/near").toString()).contains("v1");
    assertThat(values(cited).path("verified").asBoolean(true)).isFalse();
  }

  @Test
  void aMalformedArgumentFailsWithItsCodeAndTheMend() {
    Map<String, Map<String, Object>> wrong = new HashMap<>();
    wrong.put("as_of", Map.of("query", "copy", "as_of", "2024-13-01"));
    wrong.put("known_at", Map.of("query", "copy", "known_at", "@99999999"));
    wrong.put("k is 0", Map.of("query", "copy", "k", 0));
    wrong.put("k is 2.5", Map.of("query", "copy", "k", 2.5));
    wrong.put("k is \"many\"", Map.of("query", "copy", "k", "many"));
    wrong.put("query is missing", Map.of());
    wrong.put("query is \" \"", Map.of("query", " "));
    wrong.put("query has 10001 characters", Map.of("query", "x".repeat(10_001)));
    wrong.put("documents is \"terms\"", Map.of("query", "copy", "documents", "terms"));
    wrong.put("sources is 7", Map.of("query", "copy", "sources", List.of(7)));
    wrong.put("\"tenant\"", Map.of("query", "copy", "tenant", "other"));
    wrong.put("\"labels\"", Map.of("query", "copy", "labels", "hr"));
    wrong.put("zone", Map.of("query", "copy", "zone", "Mars/Base"));
    SoftAssertions all = new SoftAssertions();
    wrong.forEach((says, arguments) -> {
      CallToolResult result = call("search", arguments);
      all.assertThat(result.isError()).as(says).isTrue();
      all.assertThat(outcome(result)).as(says).isEqualTo("failed");
      all.assertThat(values(result).at("/error/code").asString()).as(says).isNotBlank();
      if (says.contains(" ") || says.contains("\"")) {
        all.assertThat(text(result)).contains(says);
      }
    });
    for (Map<String, Object> arguments :
        List.<Map<String, Object>>of(
            Map.of("document", "terms", "limit", 201),
            Map.of("document", "terms", "cursor", "x"),
            Map.of("document", "terms", "cursor", "20.30.damaged"))) {
      CallToolResult result = call("list_versions", arguments);
      all.assertThat(result.isError()).as(arguments.toString()).isTrue();
    }
    CallToolResult link = call("verify_citation", Map.of("permalink", "https://example.org"));
    all.assertThat(link.isError()).isTrue();
    all.assertThat(text(link)).contains("permalink");
    all.assertThat(call("diff", Map.of("as_of", "2024-01-01")).isError()).isTrue();
    all.assertAll();
  }

  @Test
  void aHiddenDocumentIsNoneToWhoeverHoldsNoLabel() {
    SoftAssertions all = new SoftAssertions();
    for (Map.Entry<String, Map<String, Object>> asked :
        Map.<String, Map<String, Object>>of(
                "search", Map.of("query", "zebra wage", "as_of", "2024-03-01"),
                "get_version", Map.of("document", "secret/pay"),
                "list_versions", Map.of("document", "secret/pay"),
                "history", Map.of("document", "secret/pay"),
                "diff", Map.of("before_as_of", "2020-01-01", "as_of", "2024-03-01", "limit", 200),
                "what_changed", Map.of("since", "@0", "limit", 200))
            .entrySet()) {
      String said = text(call(asked.getKey(), asked.getValue()));
      all.assertThat(said.replace("no document \"secret/pay\"", ""))
          .as(asked.getKey())
          .doesNotContain("secret", "zebra", "s1");
    }
    all.assertAll();
    CallToolResult hidden = call("get_version", Map.of("document", "secret/pay"));
    CallToolResult none = call("get_version", Map.of("document", "secrex/pay"));
    assertThat(text(hidden)).isEqualTo(text(none).replace("secrex", "secret"));
    CallToolResult near = call("get_version", Map.of("document", "secret/pa"));
    assertThat(values(near).at("/not_found/near").toString()).doesNotContain("secret");

    cli.environment.put("ASOF_LABELS", "hr");
    McpSyncClient holding = McpProcess.client(cli.environment, null);
    cli.environment.remove("ASOF_LABELS");
    try {
      assertThat(text(call(holding, "get_version", Map.of("document", "secret/pay"))))
          .contains("zebra wage");
    } finally {
      holding.closeGracefully();
    }
  }

  @Test
  void ofATextNoMoreIsShownThanItsSourceAllows() {
    CallToolResult version = call("get_version", Map.of("document", "review"));
    CallToolResult labelled =
        call("get_version", Map.of("document", "review", "version_label", "r1"));
    CallToolResult found = call("search", Map.of("query", "gnu words", "as_of", "2024-03-01"));

    for (CallToolResult result : List.of(version, labelled, found)) {
      assertThat(outcome(result)).isEqualTo("answered");
      assertThat(text(result)).contains("One two three", "excerpt").doesNotContain("gnu", "four");
      assertThat(values(result).toString().replace("gnu words", "")).doesNotContain("gnu", "four");
    }
  }

  private static String resource(String permalink) {
    return "asof://citation/"
        + URLEncoder.encode(permalink, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String permalink(String document, String source) {
    return "asof:"
        + document
        + "?about=2024-03-01T00:00:00Z&known=@20&source="
        + source
        + "&section=~document&passage=0";
  }

  private static TextResourceContents read(String uri) {
    return (TextResourceContents)
        client.readResource(ReadResourceRequest.builder(uri).build()).contents().getFirst();
  }

  @Test
  void theTextBehindACitationIsAResource() {
    assertThat(client.listResourceTemplates().resourceTemplates())
        .singleElement()
        .satisfies(template ->
            assertThat(template.uriTemplate()).isEqualTo("asof://citation/{permalink}"));
    String link =
        values(call("search", Map.of("query", "copy freely", "as_of", "2024-03-01")))
            .at("/answer/parts/0/results/0/permalink")
            .asString();
    TextResourceContents whole = read(resource(link));
    assertThat(whole.text()).isEqualTo("# Copying\n\nYou may copy freely.\n");
    assertThat(whole.mimeType()).startsWith("text/");
    assertThat(whole.meta())
        .containsEntry("asof/document", "terms")
        .doesNotContainKey("asof/remark");

    TextResourceContents excerpt = read(resource(permalink("review", "paper")));
    assertThat(excerpt.text()).contains("One two three").doesNotContain("gnu", "four");
    assertThat(String.valueOf(excerpt.meta().get("asof/remark"))).contains("excerpt");
  }

  @Test
  void aResourceThatIsNoneIsRefusedWithItsCode() {
    Map<String, Integer> refused =
        Map.of(
            resource(permalink("secret/pay", "site")),
            ErrorCodes.RESOURCE_NOT_FOUND,
            resource(permalink("secrex/pay", "site")),
            ErrorCodes.RESOURCE_NOT_FOUND,
            resource("asof:terms"),
            ErrorCodes.INVALID_PARAMS,
            "asof://citation/%zz",
            ErrorCodes.INVALID_PARAMS);
    refused.forEach((uri, code) ->
        assertThatThrownBy(() -> read(uri))
            .as(uri)
            .isInstanceOfSatisfying(
                McpError.class,
                e -> {
                  assertThat(e.getJsonRpcError().code()).as(e.getMessage()).isEqualTo(code);
                  assertThat(e.getMessage()).doesNotContain("zebra");
                }));
  }

  @Test
  void whoeverCannotBeAskedIsToldWhatToAsk() {
    for (CallToolResult result :
        List.of(
            call("resolve_time", Map.of("text", "03/04/2024")),
            call("search", Map.of("query", "may I copy on 03/04/2024")))) {
      assertThat(outcome(result)).isEqualTo("asked-back");
      assertThat(result.isError()).isFalse();
      assertThat(values(result).at("/ask_back/0/text").asString()).isEqualTo("03/04/2024");
      assertThat(values(result).at("/ask_back/0/choices").valueStream())
          .extracting(choice -> choice.path("write").asString())
          .containsExactlyInAnyOrder("2024-04-03", "2024-03-04");
      assertThat(text(result)).contains("2024-04-03", "2024-03-04");
    }
    CallToolResult twice =
        call(
            "search",
            Map.of("query", "copy", "as_of", "2024-10-27T01:30", "zone", "Europe/London"));
    assertThat(outcome(twice)).isEqualTo("asked-back");
    assertThat(values(twice).at("/ask_back/0/choices").size()).isEqualTo(2);
  }

  @Test
  void whatIsAskedBackIsAskedOfThePersonAndTheChoiceIsTaken() {
    person = request -> chosen(request, 0);
    ASKED.clear();
    CallToolResult read = call(asking, "resolve_time", Map.of("text", "03/04/2024"));
    String taken = values(read).at("/elicited/0/chosen").asString();

    assertThat(outcome(read)).isEqualTo("answered");
    assertThat(ASKED).hasSize(1);
    assertThat(ASKED.getFirst()).contains("03/04/2024");
    assertThat(values(read).path("text").asString()).isEqualTo(taken);
    assertThat(values(read).at("/answer/about/0/range/from").asString())
        .isEqualTo(taken + "T00:00:00Z");

    CallToolResult found = call(asking, "search", Map.of("query", "may I copy on 03/04/2024"));
    assertThat(outcome(found)).isEqualTo("answered");
    assertThat(values(found).at("/answer/question").asString()).isEqualTo("may I copy on " + taken);

    CallToolResult local =
        call(
            asking,
            "get_version",
            Map.of("document", "terms", "as_of", "2024-10-27T01:30", "zone", "Europe/London"));
    assertThat(outcome(local)).isEqualTo("answered");
    assertThat(values(local).at("/reading/as_of").asString()).isEqualTo("2024-10-27T00:30:00Z");
  }

  @Test
  void aPersonWhoDeclinesOrAnswersOtherwiseLeavesItAskedBack() {
    person = request -> declined();
    CallToolResult declined = call(asking, "resolve_time", Map.of("text", "03/04/2024"));
    person =
        request ->
            ElicitResult.builder(ElicitResult.Action.ACCEPT)
                .content(Map.of("reading", "something else"))
                .build();
    CallToolResult other = call(asking, "search", Map.of("query", "copy on 03/04/2024"));

    for (CallToolResult result : List.of(declined, other)) {
      assertThat(outcome(result)).isEqualTo("asked-back");
      assertThat(values(result).at("/elicited/0/chosen").isNull()).isTrue();
      assertThat(values(result).at("/ask_back/0/choices").size()).isEqualTo(2);
    }
  }

  @Test
  void aLongAnswerComesInPagesThatCountAll() {
    List<String> seen = new ArrayList<>();
    List<Integer> totals = new ArrayList<>();
    Map<String, Object> asked = new HashMap<>(Map.of("since", "@0", "limit", 12));
    String next;
    do {
      CallToolResult result = call("what_changed", asked);
      assertThat(outcome(result)).isEqualTo("answered");
      JsonNode values = values(result);
      values
          .at("/answer/results")
          .forEach(change ->
              seen.add(change.path("document").asString() + change.path("valid").toString()));
      totals.add(values.at("/page/total").asInt());
      assertThat(values.at("/page/exact").asBoolean()).isTrue();
      next = values.at("/page/next").isNull() ? null : values.at("/page/next").asString();
      if (next != null) {
        asked.put("cursor", next);
        // What is written between two pages is in neither.
        said("later/" + seen.size(), "site", "l", "2024-01-01", "Later " + seen.size() + "\n");
      }
    } while (next != null);

    assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThan(FILLERS);
    assertThat(seen).noneMatch(change -> change.startsWith("later"));
    assertThat(totals).hasSizeGreaterThan(2).containsOnly(seen.size());
  }

  @Test
  void aLongTextComesInPages() {
    StringBuilder whole = new StringBuilder();
    Integer offset = 0;
    while (offset != null) {
      JsonNode text =
          values(
                  call(
                      "get_version",
                      Map.of(
                          "document",
                          "terms",
                          "version_label",
                          "v1",
                          "offset",
                          offset,
                          "length",
                          7)))
              .path("text");
      whole.append(text.path("content").asString());
      offset = text.path("next_offset").isNull() ? null : text.path("next_offset").asInt();
    }
    assertThat(whole).hasToString("# Copying\n\nYou may copy freely.\n");
  }

  @Test
  void whereTheZoneIsFixedTheModelCannotChooseOne() {
    McpSyncClient fixed = McpProcess.client(cli.environment, null, "--zone", "Asia/Tokyo");
    try {
      assertThat(fixed.listTools().tools())
          .allSatisfy(tool -> assertThat(tool.inputSchema().toString()).doesNotContain("zone={"));
      CallToolResult read = call(fixed, "resolve_time", Map.of("text", "on 1 March 2024"));
      assertThat(values(read).at("/answer/about/0/range/from").asString())
          .isEqualTo("2024-02-29T15:00:00Z");
      CallToolResult other =
          call(fixed, "resolve_time", Map.of("text", "on 1 March 2024", "zone", "UTC"));
      assertThat(other.isError()).isTrue();
    } finally {
      fixed.closeGracefully();
    }
  }
}
