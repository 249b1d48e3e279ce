package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What went wrong, as problem details (RFC 9457). `type` is a stable URN of ours, `detail` the
/// sentence that the command line prints, and the values it is about are members beside them.
record Problem(Code code, String detail, Map<String, String> context) {

  static final String MEDIA_TYPE = "application/problem+json";

  private static final Set<String> MEMBERS = Set.of("type", "title", "status", "detail", "code");

  Problem {
    context = Map.copyOf(context);
  }

  static Problem of(AsofException thrown) {
    return new Problem(thrown.code(), thrown.sentence(), thrown.context());
  }

  static Problem of(Code code, String detail) {
    return new Problem(code, detail, Map.of());
  }

  int status() {
    return code.http();
  }

  byte[] json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", "urn:asof:" + code.word());
    members.put("title", title());
    members.put("status", code.http());
    members.put("detail", detail);
    members.put("code", code.word());
    context.forEach((name, value) -> {
      if (!MEMBERS.contains(name)) {
        members.put(name, value);
      }
    });
    return (AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(members) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private String title() {
    String words = code.word().replace('-', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /// A parameter that cannot be read.
  static CallerFault bad(Parameter parameter, String given, String mend) {
    return new CallerFault(
        Code.BAD_INPUT,
        parameter.name() + " is '" + shortened(given) + "'; " + mend,
        Map.of("parameter", parameter.name()));
  }

  static String shortened(String given) {
    String plain = given.replaceAll("\\p{Cntrl}", "\uFFFD");
    return plain.length() <= 80 ? plain : plain.substring(0, 80) + "...";
  }
}
