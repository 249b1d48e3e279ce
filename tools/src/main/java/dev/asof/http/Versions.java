package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.HeldOriginal;
import dev.asof.history.HeldVersion;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.VersionId;
import dev.asof.shown.AskedTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is kept of one version: its description, its exact text, its original.
final class Versions {
  private Versions() {}

  /// A version that was asked for.
  ///
  /// @param citation how it is in force there; null where it was named by its label
  record Named(HeldVersion version, @Nullable Citation citation, long token, boolean lasting) {}

  /// The version with the label that is given, else the one that is in force at the point.
  static Named named(Exchange exchange) {
    History history = new History(exchange.database());
    AskedTimes times = exchange.times();
    Known known = times.knownOrLatest();
    String label = exchange.textOrNull(Parameters.VERSION_LABEL);
    if (label != null) {
      HeldVersion held =
          history.version(
              exchange.tenant(),
              exchange.text(Parameters.DOCUMENT),
              exchange.textOrNull(Parameters.SOURCE),
              label,
              known);
      return new Named(held, null, 0, false);
    }
    Answer<Citation> answer =
        history.inForce(exchange.tenant(), exchange.filter(), exchange.about(times), known);
    Citation held = answer.results().isEmpty() ? null : answer.results().getFirst();
    Long version = held == null ? null : held.version();
    if (version == null) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "no version of "
              + exchange.text(Parameters.DOCUMENT)
              + " is in force there; name one with version-label, history shows them");
    }
    return new Named(
        history.version(exchange.tenant(), new VersionId(version), Known.at(answer.known())),
        held,
        answer.token(),
        Reads.isLasting(exchange, answer.reading().known()));
  }

  private static Reply reply(Exchange exchange, Named named) {
    if (named.citation() != null) {
      exchange.reply().token(named.token()).lasting(named.lasting());
    }
    return exchange.reply();
  }

  static void version(Exchange exchange) throws IOException {
    Named named = named(exchange);
    reply(exchange, named).json(named.version(), List.of(named.version()));
  }

  static void text(Exchange exchange) throws IOException {
    Named named = named(exchange);
    String text =
        new History(exchange.database())
            .wholeText(
                exchange.tenant(),
                new VersionId(named.version().version()),
                exchange.times().knownOrLatest());
    Mementos.describe(exchange, named);
    reply(exchange, named).bytes(Mementos.TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  /// The bytes of somebody else: a browser saves them and runs nothing of them.
  static void original(Exchange exchange) throws IOException {
    Named named = named(exchange);
    HeldOriginal original = named.version().original();
    VersionId id = new VersionId(named.version().version());
    History history = new History(exchange.database());
    Known known = exchange.times().knownOrLatest();
    if (original == null) {
      // Says why there is none.
      history.original(exchange.tenant(), id, known, OutputStream.nullOutputStream());
      return;
    }
    // As for a text, before a header says that there is one.
    history.wholeText(exchange.tenant(), id, known);
    String tag = "\"" + original.sha256() + "\"";
    var context = exchange.context();
    context.header("ETag", tag);
    context.header("Content-Disposition", "attachment");
    context.header("Content-Security-Policy", "sandbox; default-src 'none'");
    if (exchange.reply().isHeld(tag)) {
      reply(exchange, named).keeping();
      context.status(304);
      return;
    }
    context.res().setContentLengthLong(original.bytes());
    try (OutputStream out = reply(exchange, named).stream(original.mediaType())) {
      history.original(exchange.tenant(), id, known, out);
    }
  }
}
