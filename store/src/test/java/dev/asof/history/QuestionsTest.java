package dev.asof.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.ledger.Sha256;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The questions of the real sets at one point: what is in force is the expected version, or the
/// difference is one of those that our rules mean, each named here with its reason.
class QuestionsTest {

  private static final Path SHARED = Path.of("../../shared/data");
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Map<String, String> TEXTS = new HashMap<>();

  private static TestDatabase database;

  /// Where asof answers otherwise than the reading rule of the sets, and why that is right for a
  /// user.
  private static final Map<String, String> DIFFERENT =
      Map.of(
          "bundesgesetze-02",
          "de/burlg: the newest text has no effective date; the text observed in 2012 is presumed"
              + " and the newer one is named in a notice, so nobody takes it for law from a day"
              + " that no source states",
          "dccode-03",
          "dc-code/28-3814 at 2022-09-08: the emergency text was asserted until 2022-09-26 and"
              + " decides; the reversion seen that day is reported as a contradiction, and was"
              + " indeed wrong",
          "ota-07",
          "github/privacy-policy: without a zone of the source its dates are read in UTC, and the"
              + " answer says so; with the zone set to America/Los_Angeles the expected version is"
              + " given",
          "githubpolicy-13",
          "github/acceptable-use-policies: a date given as known is the end of that day, and by"
              + " then, at 22:14 UTC, the next text was recorded; it is unknown too",
          "ota-10",
          "github/privacy-policy: the other side of the conflict is in another set and under"
              + " another key");

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({
    "githubpolicy, recorded_at",
    "ota, recorded_at",
    "dccode, recorded_at",
    "codecivil, recorded_at",
    "bopa, published_at",
    "bundesgesetze, recorded_at"
  })
  void whatIsInForceIsWhatTheQuestionExpects(String set, String carriedBy) throws Exception {
    TenantId tenant = imported(set, set, ImportOptions.CARRIED.carriedBy(carriedBy));
    List<String> wrong = new ArrayList<>();
    Set<String> asExpected = new HashSet<>();
    for (JsonNode question : questions(set)) {
      if (question.get("as_of_valid").isArray()) {
        continue;
      }
      String id = question.get("id").stringValue();
      if (isAsExpected(tenant, question, wrong)) {
        asExpected.add(id);
      }
    }
    wrong.removeIf(line -> DIFFERENT.containsKey(line.substring(0, line.indexOf(':'))));
    assertThat(wrong).isEmpty();
    assertThat(DIFFERENT.keySet().stream().filter(asExpected::contains))
        .as("differences that are none any more")
        .isEmpty();
  }

  @Test
  void withTheZoneOfTheSourceSetTheDayIsTheSourcesOwn() throws Exception {
    TenantId tenant =
        imported(
            "ota",
            "ota-zoned",
            ImportOptions.CARRIED.inZones(
                Map.of("contrib-versions", ZoneId.of("America/Los_Angeles"))));
    JsonNode question =
        questions("ota").stream()
            .filter(node -> node.get("id").stringValue().equals("ota-07"))
            .findFirst()
            .orElseThrow();

    assertThat(isExpected(question, ask(tenant, question))).isTrue();
  }

  private static boolean isAsExpected(TenantId tenant, JsonNode question, List<String> wrong) {
    try {
      Answer<Citation> answer = ask(tenant, question);
      if (isExpected(question, answer)) {
        return true;
      }
      wrong.add(question.get("id").stringValue() + ": " + question + " but " + shown(answer));
      return false;
    } catch (CallerFault nothingKnown) {
      // Nothing was recorded yet at that time, neither document nor source.
      if (!question.get("expected_outcome").stringValue().equals("none")) {
        throw nothingKnown;
      }
      return true;
    }
  }

  private static TenantId imported(String set, String name, ImportOptions options) {
    Path file = SHARED.resolve(set).resolve("versions.jsonl.gz");
    Assumptions.assumeTrue(Files.exists(file), "the set " + set + " is not beside this checkout");
    readTexts(file);
    TenantId tenant = new Store(database.database()).createTenant(name);
    new Importer(database.database())
        .run(
            tenant,
            List.of(Importer.Input.file(set, () -> Files.newInputStream(file))),
            options,
            Intent.of("import", "test"),
            Importer.Progress.NONE);
    return tenant;
  }

  private static void readTexts(Path file) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode record = JSON.readTree(line);
        TEXTS.put(
            record.get("source").stringValue()
                + " "
                + record.get("document_key").stringValue()
                + " "
                + record.get("version_label").stringValue(),
            textOf(record.get("body").stringValue(), record.get("version_label").stringValue()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> questions(String set) throws Exception {
    try (Stream<String> lines = Files.lines(SHARED.resolve(set).resolve("questions.jsonl"))) {
      return lines.filter(line -> !line.isBlank()).map(JSON::readTree).toList();
    }
  }

  private static Answer<Citation> ask(TenantId tenant, JsonNode question) {
    TimeInput about = LocalTimes.parseAbout(question.get("as_of_valid").stringValue(), UTC, false);
    JsonNode known = question.get("as_of_known");
    boolean conflict = question.get("expected_outcome").stringValue().equals("conflict");
    Filter filter = Filter.document(question.get("document_key").stringValue());
    return new History(database.database())
        .inForce(
            tenant,
            conflict ? filter : filter.from(question.get("source").stringValue()),
            about,
            known.isNull()
                ? Known.latest()
                : Known.stated(LocalTimes.parseKnown(known.stringValue(), UTC, false)));
  }

  private static boolean isExpected(JsonNode question, Answer<Citation> answer) {
    List<Citation> results = answer.results();
    Set<String> labels = new HashSet<>();
    if (!question.get("version_label").isNull()) {
      labels.add(question.get("version_label").stringValue());
    }
    question.path("accept_versions").forEach(label -> labels.add(label.stringValue()));
    return switch (question.get("expected_outcome").stringValue()) {
      case "version" -> !results.isEmpty() && labels.contains(results.getFirst().label());
      case "none" -> results.isEmpty() || results.getFirst().state() == State.WITHDRAWN;
      case "unknown" ->
          Stream.concat(
                  results.stream(),
                  answer.notices().stream().flatMap(notice -> notice.beliefs().stream()))
              .anyMatch(held -> held.state() == State.UNKNOWN && labels.contains(held.label()));
      case "conflict" -> {
        // A later record of the same text is as right as the one that the question names.
        Set<String> wanted = new HashSet<>();
        labels.forEach(label -> wanted.add(textOf(question, label)));
        question
            .path("also")
            .forEach(other -> wanted.add(textOf(other, other.get("version_label").stringValue())));
        Set<String> told = new HashSet<>();
        Stream.concat(
                results.stream(),
                answer.notices().stream().flatMap(notice -> notice.beliefs().stream()))
            .forEach(held ->
                told.add(held.sha256() == null ? String.valueOf(held.label()) : held.sha256()));
        yield told.containsAll(wanted);
      }
      default -> throw new IllegalStateException("an outcome that is not known: " + question);
    };
  }

  private static String textOf(String body, String label) {
    return body.isEmpty()
        ? label
        : HexFormat.of().formatHex(Sha256.of(body.getBytes(StandardCharsets.UTF_8)));
  }

  /// SHA-256 of the text that a question names by source, document and label; the label where
  /// nothing applies.
  private static String textOf(JsonNode named, String label) {
    return TEXTS.getOrDefault(
        named.get("source").stringValue()
            + " "
            + named.get("document_key").stringValue()
            + " "
            + label,
        "a text of another set");
  }

  private static String shown(Answer<Citation> answer) {
    return answer.results().stream()
            .map(held -> held.state() + " " + held.label() + " " + held.valid())
            .toList()
        + " "
        + answer.notices().stream().map(Notice::sentence).toList();
  }
}
