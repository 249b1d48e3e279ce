package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.BeliefChange;
import dev.asof.history.Compared;
import dev.asof.history.DocumentDiff;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.KnownReading;
import dev.asof.history.Page;
import dev.asof.history.Snapshot;
import dev.asof.id.StatementId;
import dev.asof.shown.AskedTimes;
import dev.asof.shown.TenantValue;
import dev.asof.time.TimeInput;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What was in force, believed and learned: the questions of [History].
final class Reads {
  private Reads() {}

  static void tenants(Exchange exchange) throws IOException {
    Store store = new Store(exchange.database());
    var only = exchange.principal().tenant();
    List<TenantValue> tenants =
        store.tenants().stream()
            .filter(name -> only == null || store.tenant(name).equals(only))
            .map(TenantValue::new)
            .toList();
    exchange.reply().json(tenants, tenants);
  }

  static void inForce(Exchange exchange) throws IOException {
    History history = new History(exchange.database());
    Filter filter = exchange.filter();
    AskedTimes times = exchange.times();
    TimeInput about = exchange.about(times);
    Known known = times.knownOrLatest();
    if (exchange.isWholeInLines() && filter.document() == null) {
      Lines lines = new Lines(exchange);
      history.inForce(
          exchange.tenant(),
          filter,
          about,
          known,
          head -> lines.begin(head.token(), head.reading().known()),
          document -> document.results().forEach(lines::record));
      lines.end();
      return;
    }
    answer(exchange, history.inForce(exchange.tenant(), filter, about, known, exchange.page()));
  }

  static void history(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    answer(
        exchange,
        new History(exchange.database())
            .history(
                exchange.tenant(),
                exchange.filter(),
                times.knownOrLatest(),
                exchange.flag(Parameters.RAW),
                exchange.page()));
  }

  static void timeline(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    answer(
        exchange,
        new History(exchange.database())
            .timeline(
                exchange.tenant(), exchange.filter(), times.knownOrLatest(), exchange.page()));
  }

  static void learned(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    answer(
        exchange,
        new History(exchange.database())
            .learned(
                exchange.tenant(),
                exchange.filter(),
                exchange.about(times),
                times.knownOrLatest(),
                exchange.page()));
  }

  static void documents(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    answer(
        exchange,
        new History(exchange.database())
            .documents(
                exchange.tenant(),
                exchange.textOrNull(Parameters.LIKE),
                times.knownOrLatest(),
                exchange.page()));
  }

  static void changes(Exchange exchange) throws IOException {
    History history = new History(exchange.database());
    AskedTimes times = exchange.times();
    Known earlier = times.known(exchange.text(Parameters.SINCE));
    Known later = times.knownOrLatest();
    Filter filter = exchange.filter();
    if (exchange.isWholeInLines()) {
      Lines lines = new Lines(exchange);
      history.changes(
          exchange.tenant(),
          filter,
          earlier,
          later,
          head -> lines.begin(head.token(), head.reading().known()),
          lines::record);
      lines.end();
      return;
    }
    Compared<BeliefChange> found =
        history.changes(exchange.tenant(), filter, earlier, later, exchange.page());
    compared(exchange, found);
  }

  static void diff(Exchange exchange) throws IOException {
    if (!exchange.isGiven(Parameters.BEFORE_ABOUT) && !exchange.isGiven(Parameters.BEFORE_KNOWN)) {
      throw new CallerFault(
          Code.USAGE, "give the first point with before-about, before-known or both");
    }
    History history = new History(exchange.database());
    AskedTimes times = exchange.times();
    TimeInput after = exchange.about(times);
    Known known = times.knownOrLatest();
    String beforeAbout = exchange.textOrNull(Parameters.BEFORE_ABOUT);
    String beforeKnown = exchange.textOrNull(Parameters.BEFORE_KNOWN);
    History.Asked one =
        new History.Asked(
            beforeAbout == null ? after : times.about(beforeAbout),
            beforeKnown == null ? known : times.known(beforeKnown));
    History.Asked other = new History.Asked(after, known);
    String word = exchange.wordOrNull(Parameters.ONLY);
    DocumentDiff.Nature only =
        word == null ? null : DocumentDiff.Nature.valueOf(word.toUpperCase(Locale.ROOT));
    if (exchange.isWholeInLines()) {
      Lines lines = new Lines(exchange);
      history.diff(
          exchange.tenant(),
          exchange.filter(),
          one,
          other,
          only,
          Page.ALL,
          head -> lines.begin(head.token(), head.reading().known()),
          lines::record);
      lines.end();
      return;
    }
    compared(
        exchange,
        history.diff(exchange.tenant(), exchange.filter(), one, other, only, exchange.page()));
  }

  static void exposure(Exchange exchange) throws IOException {
    Long transaction = exchange.sequenceOrNull(Parameters.TRANSACTION);
    Long statement = exchange.idOrNull(Parameters.STATEMENT_ASKED);
    History history = new History(exchange.database());
    Known known = exchange.times().knownOrLatest();
    if (transaction != null && statement == null) {
      answer(exchange, history.exposure(exchange.tenant(), transaction, known, exchange.page()));
    } else if (statement != null && transaction == null) {
      answer(
          exchange,
          history.exposure(exchange.tenant(), new StatementId(statement), known, exchange.page()));
    } else {
      throw new CallerFault(Code.USAGE, "give a transaction, such as @12, or a statement");
    }
  }

  /// A value that is read of one snapshot, with its token.
  private record Dated<T>(List<T> values, long token, KnownReading reading) {
    static <T> Dated<T> of(Snapshot snapshot, List<T> values) {
      return new Dated<>(values, snapshot.token(), snapshot.reading());
    }
  }

  interface Listing<T> {
    List<T> in(Snapshot snapshot);
  }

  /// A list as it was at a time of knowing.
  static <T> void dated(Exchange exchange, Listing<T> listing) throws IOException {
    Dated<T> found =
        new History(exchange.database())
            .reader()
            .snapshot(
                exchange.tenant(),
                exchange.times().knownOrLatest(),
                snapshot -> Dated.of(snapshot, listing.in(snapshot)));
    exchange
        .reply()
        .token(found.token())
        .lasting(isLasting(exchange, found.reading()))
        .json(found.values(), found.values());
  }

  static boolean isLasting(Exchange exchange, KnownReading known) {
    return exchange.isPointFixed() && !known.pinned();
  }

  static void answer(Exchange exchange, Answer<?> answer) throws IOException {
    exchange
        .reply()
        .token(answer.token())
        .lasting(isLasting(exchange, answer.reading().known()))
        .next(answer.next())
        .json(answer, answer.results());
  }

  private static void compared(Exchange exchange, Compared<?> answer) throws IOException {
    exchange
        .reply()
        .token(answer.token())
        .lasting(
            isLasting(exchange, answer.reading().known())
                && !answer.before().reading().known().pinned())
        .next(answer.next())
        .json(answer, answer.results());
  }

  /// An answer of any length, record by record as they come; memory does not grow with it. How
  /// times were read is not in it, as on standard output: ask for JSON, or for the token.
  private static final class Lines {
    private final Exchange exchange;
    private @Nullable OutputStream out;

    Lines(Exchange exchange) {
      this.exchange = exchange;
    }

    void begin(long token, KnownReading known) {
      out = exchange.reply().token(token).lasting(isLasting(exchange, known)).stream(Route.LINES);
    }

    void record(Object record) {
      if (out != null) {
        Reply.line(out, record);
      }
    }

    void end() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }
}
