package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.History;
import dev.asof.history.Span;
import dev.asof.shown.AskedTimes;
import dev.asof.time.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Memento (RFC 7089) over the valid axis: a document is the original resource, and each belief
/// about it a memento, whose datetime is the start of its validity. System time is fixed by
/// `known`, in the URL of every memento. A datetime before the first memento leads to the first,
/// one behind the end of a memento to the last that began before it, as the RFC has it; the links
/// say from when until when each holds, and `in-force` says what held between them.
final class Mementos {

  static final String TEXT = "text/plain; charset=utf-8";
  static final String LINK_FORMAT = "application/link-format";

  /// The first instant that a date of HTTP can say.
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Mementos() {}

  /// @param from start of its validity; the first instant there is, where it has no start
  private record Memento(Citation citation, Instant from, @Nullable Instant to) {
    static Memento of(Citation citation) {
      Span valid = citation.valid();
      Instant from = valid.from();
      return new Memento(citation, from == null || from.isBefore(FIRST) ? FIRST : from, valid.to());
    }

    /// An instant at which it holds that a date of HTTP can say where there is one: to the second.
    Instant datetime() {
      return from.truncatedTo(ChronoUnit.SECONDS);
    }
  }

  private static List<Memento> mementos(Answer<Citation> timeline) {
    return timeline.results().stream()
        .filter(one ->
            one.version() != null
                && one.erased() == null
                && one.section() == null
                && one.state() != State.UNKNOWN)
        .map(Memento::of)
        .sorted(Comparator.comparing(Memento::from))
        .toList();
  }

  private static Answer<Citation> timeline(Exchange exchange) {
    exchange.wordOrNull(Parameters.AXIS);
    AskedTimes times = exchange.times();
    return new History(exchange.database())
        .timeline(exchange.tenant(), exchange.filter(), times.knownOrLatest());
  }

  /// Leads to the memento that held at `Accept-Datetime`.
  static void timeGate(Exchange exchange) throws IOException {
    Instant wanted = wanted(exchange);
    Answer<Citation> timeline = timeline(exchange);
    List<Memento> mementos = mementos(timeline);
    if (mementos.isEmpty()) {
      throw new CallerFault(
          Code.UNKNOWN_VERSION,
          "nothing is known to have applied of "
              + exchange.text(Parameters.DOCUMENT)
              + " at any time; history shows what is kept");
    }
    // Of several sources at once the one that comes first in the order of authority.
    Memento found =
        mementos.stream()
            .filter(one -> !one.from().isAfter(wanted))
            .reduce((one, other) -> other.from().isAfter(one.from()) ? other : one)
            .orElse(mementos.getFirst());
    var context = exchange.context();
    context.header("Vary", "accept-datetime");
    context.header("Location", uri(exchange, found, timeline.token()));
    context.header("Link", String.join(", ", own(exchange, timeline.token())));
    context.status(302);
    exchange.reply().token(timeline.token()).keeping();
    context.res().setContentLength(0);
  }

  /// Throws a [CallerFault] where the header is no date: a guess would lead to another text than
  /// was meant.
  private static Instant wanted(Exchange exchange) {
    String given = exchange.context().header(Parameters.ACCEPT_DATETIME.name());
    if (given == null) {
      return exchange.engine().clock().instant();
    }
    try {
      Instant read = HTTP_DATE.parse(given.strip(), Instant::from);
      if (!HTTP_DATE.format(read).equals(given.strip())) {
        throw new DateTimeException("there is no such day");
      }
      return read;
    } catch (DateTimeException e) {
      throw new CallerFault(
          Code.BAD_TIME,
          "Accept-Datetime is '"
              + Problem.shortened(given)
              + "'; it has to be a date of HTTP such as Fri, 01 Mar 2024 00:00:00 GMT",
          e);
    }
  }

  /// All mementos, as links.
  static void timeMap(Exchange exchange) throws IOException {
    Answer<Citation> timeline = timeline(exchange);
    List<Memento> mementos = mementos(timeline);
    List<String> lines = new ArrayList<>(own(exchange, timeline.token()));
    for (int i = 0; i < mementos.size(); i++) {
      Memento one = mementos.get(i);
      String rel = (i == 0 ? "first " : "") + (i == mementos.size() - 1 ? "last " : "") + "memento";
      lines.add(
          "<"
              + uri(exchange, one, timeline.token())
              + ">; rel=\""
              + rel
              + "\"; datetime=\""
              + HTTP_DATE.format(one.datetime())
              + "\"; "
              + holds(one));
    }
    exchange
        .reply()
        .token(timeline.token())
        .lasting(Reads.isLasting(exchange, timeline.reading().known()))
        .bytes(LINK_FORMAT, (String.join(",\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String holds(Memento one) {
    return "axis=\"valid\"; source=\""
        + quoted(one.citation().source())
        + "\"; valid-from=\""
        + one.from()
        + "\""
        + (one.to() == null ? "" : "; valid-until=\"" + one.to() + "\"");
  }

  private static String quoted(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?").replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /// The headers of a memento, for a text that is in force somewhere.
  static void describe(Exchange exchange, Versions.Named named) {
    Optional.ofNullable(named.citation())
        .ifPresent(citation -> {
          Memento one = Memento.of(citation);
          if (citation.state() != State.UNKNOWN) {
            exchange.context().header("Memento-Datetime", HTTP_DATE.format(one.datetime()));
          }
          exchange.context().header("Link", String.join(", ", own(exchange, named.token())));
        });
  }

  /// Links to what belongs to every memento of the document.
  private static List<String> own(Exchange exchange, long token) {
    Map<String, List<String>> query = ofDocument(exchange);
    Map<String, List<String>> fixed = new LinkedHashMap<>(query);
    fixed.put(Parameters.AS_KNOWN.name(), List.of("@" + token));
    String base = base(exchange);
    return List.of(
        "<" + Links.to(base + "/text", query) + ">; rel=\"original\"",
        "<"
            + Links.to(base + "/timegate", fixed)
            + ">; rel=\"timegate\"; axis=\"valid\"; known=\"@"
            + token
            + "\"",
        "<"
            + Links.to(base + "/timemap", fixed)
            + ">; rel=\"timemap\"; type=\""
            + LINK_FORMAT
            + "\"; axis=\"valid\"; known=\"@"
            + token
            + "\"");
  }

  private static String uri(Exchange exchange, Memento memento, long token) {
    Map<String, List<String>> query = ofDocument(exchange);
    query.put(Parameters.SOURCE.name(), List.of(memento.citation().source()));
    query.put(Parameters.SCOPE.name(), List.of(memento.citation().scope()));
    query.put(Parameters.ABOUT.name(), List.of(memento.from().toString()));
    query.put(Parameters.AS_KNOWN.name(), List.of("@" + token));
    return Links.to(base(exchange) + "/text", query);
  }

  private static Map<String, List<String>> ofDocument(Exchange exchange) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put(Parameters.DOCUMENT.name(), List.of(exchange.text(Parameters.DOCUMENT)));
    for (Parameter parameter : List.of(Parameters.SOURCE, Parameters.SCOPE)) {
      String value = exchange.textOrNull(parameter);
      if (value != null) {
        query.put(parameter.name(), List.of(value));
      }
    }
    return query;
  }

  private static String base(Exchange exchange) {
    String path = exchange.context().path();
    return path.substring(0, path.lastIndexOf('/'));
  }
}
