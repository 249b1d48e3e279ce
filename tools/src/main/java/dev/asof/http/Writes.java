package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Why;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Sources;
import dev.asof.id.StatementId;
import dev.asof.shown.ReceiptValue;
import dev.asof.shown.StatedTimes;
import dev.asof.split.Format;
import dev.asof.time.StatedTime;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes: one request, one transaction, answered with its receipt.
final class Writes {
  private Writes() {}

  static final List<Parameter> PLACE =
      List.of(Parameters.FOR_DOCUMENT, Parameters.BY_SOURCE, Parameters.FOR_SCOPE);
  static final List<Parameter> TEXT =
      List.of(
          Parameters.THE_TEXT,
          Parameters.FORMAT,
          Parameters.NEW_LABEL,
          Parameters.TITLE,
          Parameters.LANGUAGE,
          Parameters.URL,
          Parameters.TECHNICAL);
  static final List<Parameter> RANGE =
      List.of(Parameters.FROM, Parameters.TO, Parameters.ZONE_STATED);
  static final List<Parameter> WRITE =
      List.of(Parameters.REASON, Parameters.EXPECT, Parameters.DRY_RUN, Parameters.IDEMPOTENCY_KEY);

  private static final List<Parameter> ENTRY =
      List.of(
          Parameters.STORED_LABEL,
          Parameters.THE_TEXT,
          Parameters.FORMAT,
          Parameters.NEW_LABEL,
          Parameter.field("nothing", Parameter.Kind.WORD, "repealed", "Nothing applies, and why.")
              .oneOf(Parameters.NOT_IN_FORCE.words()),
          Parameters.FROM.needed(),
          Parameters.TO);

  private static final int LONGEST_KEY = 255;

  /// What is to be changed, once the zone of its times is known.
  private interface Prepared {
    Change in(StatedTimes times);
  }

  static void put(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body);
    NewVersion version = newVersion(body);
    write(exchange, "put", place.source(), times -> new Change.Put(place, version));
  }

  static void assertion(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body).in(body.textOrNull(Parameters.ONE_SECTION));
    Change.Wanted wanted = wanted(body);
    String start = body.text(Parameters.FROM);
    write(
        exchange,
        "assert",
        place.source(),
        times -> {
          StatedTime from = times.read("from", start);
          StatedTime to = times.readOrNull("to", body.textOrNull(Parameters.TO));
          StatedTimes.range(from, to);
          return new Change.Assert(
              place, wanted, from, to, body.flag(Parameters.UNTIL_FURTHER_NOTICE));
        });
  }

  static void correct(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body).in(body.textOrNull(Parameters.ONE_SECTION));
    Change.Wanted wanted = wanted(body);
    String start = body.text(Parameters.FROM);
    write(
        exchange,
        "correct",
        place.source(),
        times -> {
          StatedTime from = times.read("from", start);
          StatedTime to = times.readOrNull("to", body.textOrNull(Parameters.TO));
          StatedTimes.range(from, to);
          return new Change.Correct(place, wanted, from, to);
        });
  }

  static void terminate(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body).in(body.textOrNull(Parameters.ONE_SECTION));
    String start = body.text(Parameters.FROM);
    write(
        exchange,
        "terminate",
        place.source(),
        times -> new Change.Terminate(place, times.read("from", start)));
  }

  static void retract(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body).in(body.textOrNull(Parameters.ONE_SECTION));
    String from = body.textOrNull(Parameters.FROM);
    String to = body.textOrNull(Parameters.TO);
    if (from == null && to == null) {
      throw new CallerFault(Code.USAGE, "give the range with from, to or both");
    }
    write(
        exchange,
        "retract",
        place.source(),
        times ->
            new Change.Retract(
                place,
                StatedTimes.range(times.readOrNull("from", from), times.readOrNull("to", to))));
  }

  static void recall(Exchange exchange) throws IOException {
    StatementId statement = new StatementId(exchange.body().id(Parameters.STATEMENT));
    write(exchange, "recall", null, times -> new Change.Recall(statement));
  }

  static void override(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body).in(body.text(Parameters.ONE_SECTION));
    String why = body.wordOrNull(Parameters.NOT_IN_FORCE);
    if (why != null
        && (body.isGiven(Parameters.THE_TEXT) || body.isGiven(Parameters.STORED_LABEL))) {
      throw new CallerFault(Code.USAGE, "give one of text, version_label and not_in_force");
    }
    Change.Content content = why == null ? wanted(body) : nothing(why);
    String start = body.text(Parameters.FROM);
    write(
        exchange,
        "override",
        place.source(),
        times -> {
          StatedTime from = times.read("from", start);
          StatedTime to = times.readOrNull("to", body.textOrNull(Parameters.TO));
          StatedTimes.range(from, to);
          return new Change.OverrideSection(place, content, from, to);
        });
  }

  static void observe(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body);
    long given =
        Stream.of(Parameters.THE_TEXT, Parameters.GONE, Parameters.FAILED)
            .filter(body::isGiven)
            .count();
    if (given != 1) {
      throw new CallerFault(Code.USAGE, "give one of text, gone and failed");
    }
    String gone = body.textOrNull(Parameters.GONE);
    String failed = body.textOrNull(Parameters.FAILED);
    Change.Seen seen =
        gone != null
            ? new Change.Seen.Gone(gone.isEmpty() ? null : gone)
            : failed != null
                ? new Change.Seen.Failed(failed)
                : new Change.Seen.Text(newVersion(body));
    String looked = body.textOrNull(Parameters.LOOKED);
    write(
        exchange,
        "observe",
        place.source(),
        times ->
            new Change.Observe(
                place, looked == null ? null : times.read("looked", looked).instant(), seen));
  }

  static void mark(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Mark mark =
        new Change.Mark(
            body.text(Parameters.FOR_DOCUMENT),
            body.text(Parameters.BY_SOURCE),
            body.text(Parameters.MARKED),
            body.flag(Parameters.IS_TECHNICAL));
    write(exchange, "mark", List.of(mark));
  }

  static void restate(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Change.Place place = place(body);
    record Line(int number, Body entry, Change.Content content) {}
    List<Line> lines = new ArrayList<>();
    List<JsonNode> objects = body.objects(Parameters.TIMELINE);
    for (int i = 0; i < objects.size(); i++) {
      JsonNode node = objects.get(i);
      int number = i + 1;
      lines.add(
          at(
              number,
              () -> {
                Body entry = Body.of(node, ENTRY);
                return new Line(number, entry, content(entry));
              }));
    }
    write(
        exchange,
        "restate",
        place.source(),
        times -> {
          Map<Instant, Integer> starts = new HashMap<>();
          List<Change.Restate.Entry> entries = new ArrayList<>();
          for (Line line : lines) {
            entries.add(
                at(
                    line.number(),
                    () -> entry(times, line.number(), line.entry(), line.content(), starts)));
          }
          return new Change.Restate(place, entries);
        });
  }

  private static Change.Restate.Entry entry(
      StatedTimes times,
      int number,
      Body entry,
      Change.Content content,
      Map<Instant, Integer> starts) {
    StatedTime from = times.readLine(number, "from", entry.text(Parameters.FROM));
    String end = entry.textOrNull(Parameters.TO);
    StatedTime to = end == null ? null : times.readLine(number, "to", end);
    StatedTimes.range(from, to);
    Integer first = starts.putIfAbsent(from.instant(), number);
    if (first != null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it starts when entry "
              + first
              + " does, at "
              + from.text()
              + ", and only one can apply from then on; leave one out");
    }
    return new Change.Restate.Entry(content, from, to);
  }

  private static Change.Content content(Body entry) {
    String nothing =
        entry.wordOrNull(
            ENTRY.stream()
                .filter(field -> field.name().equals("nothing"))
                .findFirst()
                .orElseThrow());
    if (nothing == null) {
      return wanted(entry);
    }
    if (entry.isGiven(Parameters.THE_TEXT) || entry.isGiven(Parameters.STORED_LABEL)) {
      throw new CallerFault(Code.USAGE, "give one of text, version_label and nothing");
    }
    return nothing(nothing);
  }

  private interface Reading<T> {
    T read();
  }

  /// Says in which entry a fault is.
  private static <T> T at(int number, Reading<T> reading) {
    try {
      return reading.read();
    } catch (AsofException e) {
      throw new CallerFault(
          e.code(), "timeline entry " + number + ": " + e.sentence() + " (nothing was written)", e);
    }
  }

  private static Change.Place place(Body body) {
    String scope = body.textOrNull(Parameters.FOR_SCOPE);
    return new Change.Place(
        body.text(Parameters.FOR_DOCUMENT),
        body.text(Parameters.BY_SOURCE),
        scope == null ? "" : scope);
  }

  private static Change.Content.Nothing nothing(String word) {
    return new Change.Content.Nothing(Why.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private static Change.Wanted wanted(Body body) {
    String stored = body.textOrNull(Parameters.STORED_LABEL);
    if (body.isGiven(Parameters.THE_TEXT) == (stored != null)) {
      throw new CallerFault(
          Code.USAGE, "give the new text with text, or a stored version with version_label");
    }
    return stored != null
        ? new Change.Wanted.Labelled(stored)
        : new Change.Wanted.New(newVersion(body));
  }

  private static NewVersion newVersion(Body body) {
    String format = body.wordOrNull(Parameters.FORMAT);
    return new NewVersion(
        body.textOrNull(Parameters.NEW_LABEL),
        body.textOrNull(Parameters.TITLE),
        body.textOrNull(Parameters.LANGUAGE),
        body.textOrNull(Parameters.URL),
        null,
        body.flag(Parameters.TECHNICAL),
        null,
        PreparedText.of(
            Format.of(format == null ? "text" : format), body.text(Parameters.THE_TEXT)));
  }

  private static void write(
      Exchange exchange, String kind, @Nullable String source, Prepared prepared)
      throws IOException {
    String zone =
        exchange.route().has(Parameters.ZONE_STATED)
            ? exchange.body().textOrNull(Parameters.ZONE_STATED)
            : null;
    StatedTimes times = times(exchange, zone, source);
    write(exchange, kind, times, List.of(prepared.in(times)));
  }

  /// Changes that state no time.
  static void write(Exchange exchange, String kind, List<Change> changes) throws IOException {
    write(exchange, kind, StatedTimes.in("UTC"), changes);
  }

  /// One transaction, answered with its receipt.
  static void write(Exchange exchange, String kind, StatedTimes times, List<Change> changes)
      throws IOException {
    Receipt receipt =
        new Store(exchange.database()).write(exchange.tenant(), intent(exchange, kind), changes);
    ReceiptValue value = ReceiptValue.of(receipt, times.read());
    exchange.reply().token(receipt.sequence()).json(value);
  }

  /// Who writes, why, and under which conditions, as the body and the headers say.
  static Intent intent(Exchange exchange, String kind) {
    Body body = exchange.body();
    return Intent.of(kind, exchange.principal().actor())
        .because(body.textOrNull(Parameters.REASON))
        .under(idempotencyKey(exchange))
        .expecting(body.sequenceOrNull(Parameters.EXPECT))
        .dry(body.flag(Parameters.DRY_RUN));
  }

  /// How stated times are read: in `zone`, else in that of the source.
  static StatedTimes times(Exchange exchange, @Nullable String zone, @Nullable String source) {
    if (zone != null || source == null) {
      return StatedTimes.in(zone == null ? "UTC" : zone);
    }
    return new History(exchange.database())
        .reader()
        .snapshot(
            exchange.tenant(),
            Known.latest(),
            snapshot -> StatedTimes.of(source, Sources.in(snapshot)));
  }

  static @Nullable String idempotencyKey(Exchange exchange) {
    String key = exchange.context().header(Parameters.IDEMPOTENCY_KEY.name());
    if (key != null && (key.isBlank() || key.length() > LONGEST_KEY)) {
      throw Problem.bad(
          Parameters.IDEMPOTENCY_KEY, key, "it has 1 to " + LONGEST_KEY + " characters");
    }
    return key;
  }
}
