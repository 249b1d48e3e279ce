package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.ledger.Sha256;
import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How a request is answered: headers that say what may be kept and what leads on, then the bytes.
final class Reply {

  private static final int TAG_BYTES = 16;
  private static final int BUFFER = 1 << 14;

  private final Context context;
  private final Route route;
  private final String type;
  private boolean lasting;

  /// Throws a [CallerFault] where the client takes none of the media types there are.
  Reply(Context context, Route route) {
    this.context = context;
    this.route = route;
    this.type = Accepted.best(context.header("Accept"), route.answers());
  }

  /// Whether the client wants JSON Lines.
  boolean isLines() {
    return type.equals(Route.LINES);
  }

  /// Of the media types there are, the one that the client wants.
  String mediaType() {
    return type;
  }

  /// The transaction that stands for the answer's point.
  Reply token(long token) {
    context.header("Asof-Token", "@" + token);
    return this;
  }

  /// The answer to this very URL never changes for this caller, but for what is hidden or erased.
  Reply lasting(boolean fixed) {
    lasting = fixed;
    return this;
  }

  /// How to get the next page; null: there is none.
  Reply next(@Nullable String cursor) {
    if (cursor != null) {
      context.header(
          "Link", "<" + Links.withParameter(context, "after", cursor) + ">; rel=\"next\"");
    }
    return this;
  }

  /// One JSON value, the same bytes as the command line prints, or its records as lines.
  void json(Object value, List<?> records) throws IOException {
    if (isLines()) {
      StringBuilder lines = new StringBuilder();
      records.forEach(record -> lines.append(AnswerJson.line(record)).append('\n'));
      bytes(Route.LINES, lines.toString().getBytes(StandardCharsets.UTF_8));
      return;
    }
    json(value);
  }

  void json(Object value) throws IOException {
    bytes(
        Route.JSON,
        (AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n")
            .getBytes(StandardCharsets.UTF_8));
  }

  /// Bytes that are all here.
  void bytes(String mediaType, byte[] bytes) throws IOException {
    String tag = "\"" + HexFormat.of().formatHex(Arrays.copyOf(Sha256.of(bytes), TAG_BYTES)) + "\"";
    context.header("ETag", tag);
    keeping();
    if (isHeld(tag)) {
      context.status(304);
      return;
    }
    context.res().setContentType(mediaType);
    context.res().setContentLengthLong(bytes.length);
    try (OutputStream out = context.res().getOutputStream()) {
      out.write(bytes);
    }
  }

  /// Whether the client holds what has this tag; then nothing need be sent.
  boolean isHeld(String tag) {
    String held = context.header("If-None-Match");
    return held != null
        && route.method() == Route.Method.GET
        && Arrays.stream(held.split(",", -1))
            .map(String::strip)
            .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals("W/" + tag));
  }

  /// Says what may be kept of the answer.
  void keeping() {
    context.header("Cache-Control", lasting ? "private, immutable, max-age=31536000" : "no-store");
    String vary = context.res().getHeader("Vary");
    context.header("Vary", (vary == null ? "" : vary + ", ") + "Authorization, Accept");
  }

  /// A body that comes as it is made; its first byte sends the headers.
  OutputStream stream(String mediaType) {
    keeping();
    context.res().setContentType(mediaType);
    try {
      return new BufferedOutputStream(context.res().getOutputStream(), BUFFER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// One record of JSON Lines.
  static void line(OutputStream out, Object record) {
    try {
      out.write(AnswerJson.line(record).getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Which of the media types there are a client takes.
  private static final class Accepted {
    private Accepted() {}

    static String best(@Nullable String accept, List<String> types) {
      if (accept == null || accept.isBlank()) {
        return types.getFirst();
      }
      String best = null;
      double quality = 0;
      for (String type : types) {
        double of = quality(accept, type);
        if (of > quality) {
          best = type;
          quality = of;
        }
      }
      if (best == null) {
        throw new CallerFault(
            Code.NOT_ACCEPTABLE,
            "Accept takes none of what there is here: " + String.join(", ", types));
      }
      return best;
    }

    /// Of the most specific range that names `type`.
    private static double quality(String accept, String type) {
      double found = 0;
      int specific = -1;
      for (String range : accept.split(",", -1)) {
        String[] parts = range.strip().toLowerCase(Locale.ROOT).split(";", -1);
        String name = parts[0].strip();
        String plain = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
        int how =
            name.equals(plain)
                ? 2
                : name.equals(plain.substring(0, plain.indexOf('/')) + "/*")
                    ? 1
                    : name.equals("*/*") ? 0 : -1;
        if (how > specific) {
          specific = how;
          found = quality(parts);
        }
      }
      return found;
    }

    private static double quality(String... parts) {
      for (int i = 1; i < parts.length; i++) {
        String part = parts[i].strip();
        if (part.startsWith("q=")) {
          try {
            return Double.parseDouble(part.substring(2));
          } catch (NumberFormatException e) {
            throw new CallerFault(Code.BAD_INPUT, "Accept has a quality that is no number", e);
          }
        }
      }
      return 1;
    }
  }
}
