package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The query of a URL, read strictly: what servlets mend in silence (bytes that are no UTF-8, half
/// an escape) is refused, for it would ask about something else than what was meant.
final class Query {
  private Query() {}

  /// Names to values, in their order. Throws a [CallerFault] where it cannot be read.
  static Map<String, List<String>> parse(@Nullable String raw) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    if (raw == null || raw.isEmpty()) {
      return found;
    }
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      found.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }
    return found;
  }

  private static String decode(String text) {
    byte[] given = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(given.length);
    for (int at = 0; at < given.length; at++) {
      if (given[at] == '+') {
        bytes.write(' ');
      } else if (given[at] == '%') {
        int high = at + 2 < given.length ? Character.digit(given[at + 1], 16) : -1;
        int low = at + 2 < given.length ? Character.digit(given[at + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw bad("holds a % that is no escape; write it as %25", null);
        }
        bytes.write(high * 16 + low);
        at += 2;
      } else {
        bytes.write(given[at]);
      }
    }
    try {
      String decoded =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      if (decoded.indexOf('\0') >= 0) {
        throw bad("holds a NUL character, which nothing here has; leave it out", null);
      }
      return decoded;
    } catch (CharacterCodingException e) {
      throw bad("is not UTF-8; encode it so", e);
    }
  }

  private static CallerFault bad(String what, @Nullable Throwable cause) {
    return new CallerFault(Code.BAD_INPUT, "the query of the URL " + what, cause);
  }
}
