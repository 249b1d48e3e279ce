package dev.asof.cli.law;

import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.intake.law.Languages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a text is called as a work, an expression and a manifestation: as the Akoma Ntoso that it
/// came from says, else made of its key by the naming convention.
final class Frbr {
  /// The territory that no code names.
  private static final String NOWHERE = "zz";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JsonNode provenance;
  private final Citation citation;
  private final Answer<Citation> head;

  /// @param provenance what the version keeps of the file that it came from, as JSON
  Frbr(@Nullable String provenance, Citation citation, Answer<Citation> head) {
    JsonNode kept = JSON.readTree(provenance == null ? "{}" : provenance).path("provenance");
    this.provenance =
        kept.path("way_in").asString("").equals("law") ? kept : JSON.createObjectNode();
    this.citation = citation;
    this.head = head;
  }

  /// Act, bill, doc and so on.
  String structure() {
    return switch (provenance.path("structure").asString("")) {
      case "act" -> "act";
      case "bill" -> "bill";
      case "statement" -> "statement";
      case "debateReport" -> "debateReport";
      default -> "doc";
    };
  }

  String name() {
    String name = provenance.path("name").asString("");
    return name.isBlank() ? structure() : name;
  }

  boolean hasBody() {
    return structure().equals("act") || structure().equals("bill");
  }

  private String kept(String level, String field, String otherwise) {
    String value = provenance.path("frbr").path(level).path(field).asString("");
    return value.isBlank() ? otherwise : value;
  }

  String country() {
    return kept("work", "FRBRcountry", NOWHERE);
  }

  @Nullable String number() {
    String number = kept("work", "FRBRnumber", "");
    return number.isEmpty() ? null : number;
  }

  String workUri() {
    return kept(
        "work",
        "uri",
        "/akn/" + NOWHERE + "/doc/" + workDate() + "/" + encoded(citation.document()));
  }

  String workThis() {
    return kept("work", "this", workUri() + "/!main");
  }

  /// The first date that the work has by its own account, else that on which it was recorded.
  String workDate() {
    String date =
        provenance.path("frbr").path("work").path("dates").path(0).path("date").asString("");
    return date.isBlank()
        ? day(Objects.requireNonNullElse(citation.system().from(), head.known()))
        : date;
  }

  String workDateName() {
    JsonNode first = provenance.path("frbr").path("work").path("dates").path(0);
    return first.isMissingNode() ? "recorded" : first.path("name").asString("");
  }

  String language() {
    return kept("expression", "FRBRlanguage", Languages.code(citation.language()));
  }

  String expressionUri() {
    Instant from = citation.valid().from();
    return workUri() + "/" + language() + "@" + (from == null ? "" : day(from));
  }

  private static String day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
  }

  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .toLowerCase(Locale.ROOT);
  }
}
