package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.asof.history.AnswerJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.io.IOUtils;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The description of the interface says what the routes are, in the form that it claims.
class OpenApiTest {

  private static final Path DOCUMENT = Path.of("HTTP.md");

  private static List<Route> described() {
    return Routes.all(new Metrics()).stream()
        .filter(route ->
            !route.path().contains("<")
                && !route.path().equals("/")
                && !route.path().equals("/v1/openapi.json"))
        .toList();
  }

  private static JsonNode document() {
    return Served.JSON.readTree(AnswerJson.mapper().writeValueAsString(OpenApi.of(described())));
  }

  @Test
  void itDescribesEveryRouteAndNoOther() {
    Set<String> routes =
        described().stream()
            .map(route -> route.method() + " " + route.path() + " " + route.operation())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> said = new TreeSet<>();
    document()
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method ->
                    said.add(
                        method.getKey().toUpperCase(Locale.ROOT)
                            + " "
                            + path.getKey()
                            + " "
                            + method.getValue().path("operationId").asString())));
    assertThat(said).isEqualTo(routes).isNotEmpty();
  }

  @Test
  void itIsOfTheFormOfOpenApi() throws IOException {
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    Schema form =
        registry.getSchema(
            IOUtils.resourceToString("/dev/asof/http/openapi-form.json", StandardCharsets.UTF_8),
            InputFormat.JSON);
    assertThat(form.validate(document())).isEmpty();
    // It has to be able to fail.
    assertThat(form.validate(Served.JSON.readTree("{\"openapi\":\"3.0.0\",\"paths\":{}}")))
        .isNotEmpty();
  }

  @Test
  void everySchemaInItIsOne() {
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    Schema schemas =
        registry.getSchema(
            com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    List<JsonNode> found = new ArrayList<>();
    collect(document(), found);
    assertThat(found).hasSizeGreaterThan(100);
    found.forEach(schema -> assertThat(schemas.validate(schema)).as(schema.toString()).isEmpty());
    assertThat(schemas.validate(Served.JSON.readTree("{\"type\":7}"))).isNotEmpty();
  }

  private static void collect(JsonNode node, List<JsonNode> schemas) {
    node.properties()
        .forEach(member -> {
          if (member.getKey().equals("schema")) {
            schemas.add(member.getValue());
          }
          collect(member.getValue(), schemas);
        });
    if (node.isArray()) {
      node.forEach(element -> collect(element, schemas));
    }
  }

  @Test
  void itsNamesAreUniqueAndItsPathsSayTheirParameters() {
    Set<String> operations = new HashSet<>();
    for (Route route : described()) {
      assertThat(operations.add(route.operation())).as(route.operation()).isTrue();
      Set<String> inPath = new TreeSet<>();
      Matcher names = Pattern.compile("\\{(\\w+)}").matcher(route.path());
      while (names.find()) {
        inPath.add(names.group(1));
      }
      Set<String> said =
          route.in(Parameter.In.PATH).stream().map(Parameter::name).collect(Collectors.toSet());
      assertThat(said).as(route.path()).isEqualTo(inPath);
      for (Parameter parameter : route.parameters()) {
        assertThat(parameter.description()).as(parameter.name()).endsWith(".");
      }
    }
  }

  @Test
  void theCommittedDocumentIsWhatTheRoutesSay() throws IOException {
    String made = markdown();
    if (Boolean.getBoolean("asof.regenerate")) {
      Files.writeString(DOCUMENT, made, StandardCharsets.UTF_8);
    }
    assertThat(Files.readString(DOCUMENT, StandardCharsets.UTF_8))
        .as("run: mvn -q -pl tools -am test -Dtest=OpenApiTest -Dasof.regenerate=true")
        .isEqualTo(made);
  }

  private static String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            # The HTTP interface

            What `asof serve` answers, made from the routes themselves by `OpenApiTest`; `/v1/openapi.json` says the same to programs.

            Answers are the JSON of the command line's `-o json`; with `Accept: application/x-ndjson` the lines of `-o jsonl`, as they come. Each has the header
            `Asof-Token`, the transaction that stands for its point: `known=@TOKEN` repeats it. What is asked with a fixed `known` (a token, or an instant) and an
            explicit `about` may be kept by its caller (`Cache-Control: private, immutable`), though what is hidden or erased later is gone only from new answers.
            Everything else is `no-store`; all answers have an `ETag`. Ranges are `[from, to)`.

            What is wrong is told as `application/problem+json` (RFC 9457): `code` is stable, `detail` names the value and the mend.

            **Memento.** `timegate` leads to the text that applied at `Accept-Datetime`, `timemap` lists them all (RFC 7089). The axis of the datetimes is valid time; system
            time is fixed by `known`, in the URL of each memento. As the RFC has it, a datetime before the first text leads to the first, and one at which nothing applied to the
            last text that began before it: the links say from when until when each applies, and `in-force` says what held between them.

            """);
    for (Route route : described()) {
      text.append("## ")
          .append(route.method())
          .append(' ')
          .append(route.path())
          .append("\n\n")
          .append(route.summary())
          .append(
              route.right() == null
                  ? ""
                  : switch (route.right()) {
                    case READ -> "";
                    case WRITE -> " For writers.";
                    case AUDIT -> " For auditors.";
                    case ADMINISTER -> " For admins.";
                  })
          .append("\n\n");
      List<Parameter> parameters =
          route.parameters().stream()
              .filter(parameter -> parameter.in() != Parameter.In.PATH)
              .toList();
      if (!parameters.isEmpty()) {
        text.append("| name | in | |\n| --- | --- | --- |\n");
        for (Parameter parameter : parameters) {
          text.append("| `")
              .append(parameter.name())
              .append('`')
              .append(parameter.required() ? ", required" : "")
              .append(" | ")
              .append(parameter.in().name().toLowerCase(Locale.ROOT))
              .append(" | ")
              .append(parameter.description().replace("|", "\\|"))
              .append(
                  parameter.words().isEmpty()
                      ? ""
                      : " One of: " + String.join(", ", parameter.words()) + ".")
              .append(" |\n");
        }
        text.append('\n');
      }
    }
    return text.toString().stripTrailing() + "\n";
  }
}
