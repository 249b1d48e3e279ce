package dev.asof.filed;

import dev.asof.audit.Audit;
import dev.asof.history.AnswerJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An audit as JSON that says the same when it is made again at the same two times: without the
/// scores of passages and the state of the index, which move. All other formats are made from it.
///
/// Its seal shows that it was changed by somebody who did not mean to hide it; what it says of the
/// store is proved by asking again.
public final class FiledRecord {
  static final String FORMAT = "asof-audit";
  static final int VERSION = 3;

  private static final List<String> MOVING =
      List.of("index", "score", "factors", "ranking", "vectors");

  private final ObjectNode json;

  FiledRecord(ObjectNode json) {
    this.json = json;
  }

  /// @param tenant name of the tenant that was asked
  public static FiledRecord of(Audit audit, String tenant) {
    JsonMapper mapper = AnswerJson.mapper();
    ObjectNode record = mapper.createObjectNode();
    record.put("format", FORMAT);
    record.put("format_version", VERSION);
    record.put("tenant", tenant);
    ObjectNode answered = mapper.valueToTree(audit);
    MOVING.forEach(name -> removeAll(answered, name));
    record.setAll(answered);
    // As it is read again: one kind of number for each value.
    ObjectNode read = (ObjectNode) mapper.readTree(mapper.writeValueAsString(record));
    read.put("seal", seal(read));
    return new FiledRecord(read);
  }

  private static void removeAll(JsonNode node, String name) {
    if (node instanceof ObjectNode object) {
      object.remove(name);
    }
    node.forEach(child -> removeAll(child, name));
  }

  /// SHA-256 over the record on one line, without the seal, in lower-case hexadecimal.
  private static String seal(ObjectNode record) {
    ObjectNode unsealed = record.deepCopy();
    unsealed.remove("seal");
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(AnswerJson.line(unsealed).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Whether nothing was changed since it was made.
  boolean isSealed() {
    return seal(json).equals(json.path("seal").asString(""));
  }

  /// The whole record; not to be changed.
  public JsonNode json() {
    return json;
  }

  String tenant() {
    return json.path("tenant").asString("");
  }

  /// For files: indented, ends in a line feed.
  String text() {
    return AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }
}
