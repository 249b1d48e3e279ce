package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Where a page ended, and as of when it was answered, so that the next is answered at the same
/// point whatever is written between, and goes on behind the last result whatever its place is.
///
/// As text it is opaque: JSON and the first bytes of its hash, in the base 64 of URLs. It is no
/// secret and gives no right: it says nothing that its question could not ask for.
///
/// @param question which one it belongs to; `tenant` too
/// @param asked what was asked, each part by name, as a short hash of what was written
/// @param known T of each point; UTC, microseconds
/// @param present what a missing `about` was read as; UTC, microseconds
/// @param document key of the last result's document
/// @param number place of the last result among those of its document, from 0
record Cursor(
    String question,
    int tenant,
    Map<String, String> asked,
    List<Instant> known,
    Instant present,
    String document,
    long number) {

  private static final int CHECKED = 8;
  private static final int HASHED = 6;

  Cursor {
    asked = Map.copyOf(asked);
    known = List.copyOf(known);
  }

  /// A question with everything that decides what it answers, but for the page.
  ///
  /// @param parts as they are called where they are asked; null: not given
  record Question(String name, TenantId tenant, Map<String, @Nullable Object> parts) {

    static Question of(String name, TenantId tenant, Filter filter) {
      return new Question(name, tenant, new LinkedHashMap<>())
          .with("document", filter.document())
          .with("source", filter.source())
          .with("scope", filter.scope());
    }

    Question with(String part, @Nullable Object value) {
      Map<String, @Nullable Object> more = new LinkedHashMap<>(parts);
      more.put(part, value);
      return new Question(name, tenant, more);
    }

    private Map<String, String> hashed() {
      Map<String, String> hashed = new LinkedHashMap<>();
      parts.forEach((part, value) -> {
        if (value != null) {
          byte[] hash = Sha256.of(value.toString().getBytes(StandardCharsets.UTF_8));
          hashed.put(part, base64().encodeToString(Arrays.copyOf(hash, HASHED)));
        }
      });
      return hashed;
    }

    Cursor at(List<Snapshot> snapshots, String document, long number) {
      return new Cursor(
          name,
          tenant.value(),
          hashed(),
          snapshots.stream().map(Snapshot::known).toList(),
          snapshots.getFirst().clock(),
          document,
          number);
    }
  }

  /// Reads what [#text] wrote. Throws a [CallerFault] where it is damaged, or belongs to another
  /// question.
  static Cursor of(String text, Question question) {
    Cursor cursor = read(text);
    if (!cursor.question.equals(question.name())) {
      throw wrong(
          "the cursor belongs to a page of " + cursor.question + ", not of " + question.name());
    }
    if (cursor.tenant != question.tenant().value()) {
      throw wrong("the cursor belongs to another tenant");
    }
    Map<String, String> wanted = question.hashed();
    for (String part : question.parts().keySet()) {
      if (!Objects.equals(wanted.get(part), cursor.asked.get(part))) {
        throw wrong("the cursor belongs to a question with another " + part);
      }
    }
    return cursor;
  }

  private static Cursor read(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (bytes.length > CHECKED) {
        byte[] json = Arrays.copyOf(bytes, bytes.length - CHECKED);
        byte[] check = Arrays.copyOfRange(bytes, bytes.length - CHECKED, bytes.length);
        if (Arrays.equals(check, Arrays.copyOf(Sha256.of(json), CHECKED))) {
          return AnswerJson.mapper()
              .readValue(new String(json, StandardCharsets.UTF_8), Cursor.class);
        }
      }
    } catch (IllegalArgumentException | JacksonException e) {
      throw new CallerFault(Code.BAD_INPUT, DAMAGED, e);
    }
    throw new CallerFault(Code.BAD_INPUT, DAMAGED);
  }

  private static final String DAMAGED =
      "the cursor is damaged, or was made by another version; copy the whole of \"next\", or start"
          + " again without it";

  private static CallerFault wrong(String what) {
    return new CallerFault(
        Code.BAD_INPUT, what + "; ask as for the page before, or start again without the cursor");
  }

  String text() {
    byte[] json = AnswerJson.line(this).getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(json, json.length + CHECKED);
    System.arraycopy(Sha256.of(json), 0, all, json.length, CHECKED);
    return base64().encodeToString(all);
  }

  private static Base64.Encoder base64() {
    return Base64.getUrlEncoder().withoutPadding();
  }
}
