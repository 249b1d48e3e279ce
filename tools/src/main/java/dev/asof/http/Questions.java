package dev.asof.http;

import dev.asof.answer.AskedInWords;
import dev.asof.answer.InWords;
import dev.asof.answer.Wording;
import dev.asof.answer.WordsSettings;
import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Models;
import dev.asof.ask.Permalinks;
import dev.asof.ask.Request;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.eligible.StatePolicy;
import dev.asof.embed.Embedder;
import dev.asof.history.History;
import dev.asof.history.TenantSettings;
import dev.asof.index.PassageIndex;
import dev.asof.rank.RankSettings;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.shown.AskedTimes;
import dev.asof.shown.IndexValue;
import dev.asof.shown.ResolvedValue;
import dev.asof.time.State;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Questions in words, and the times in them.
final class Questions {
  private Questions() {}

  static void ask(Exchange exchange) throws IOException {
    Request request = request(exchange);
    Wording wording =
        exchange.flag(Parameters.WORDS_TOO)
            ? new Wording(exchange.database(), exchange.engine().words())
            : null;
    try (Embedder embedder = exchange.engine().embedder().orElse(null);
        PassageIndex index = exchange.engine().index(exchange.database())) {
      Models models = new Models(RankSettings.DEFAULT, embedder, null, null);
      Asked asked =
          new Ask(exchange.database(), index, models, exchange.engine().answers())
              .ask(exchange.tenant(), request);
      Reply reply = exchange.reply().token(asked.token());
      if (wording == null) {
        reply.json(asked, asked.results());
      } else {
        AskedInWords inWords = new AskedInWords(asked, wording.of(exchange.tenant(), asked));
        List<Object> records = new ArrayList<>(asked.results());
        records.add(new WordsRecord(inWords.words()));
        reply.json(inWords, records);
      }
    }
  }

  /// The last record of an answer that is in words too.
  private record WordsRecord(InWords words) {}

  /// @param model as the endpoint names it; null: none is configured
  /// @param endpoint host, with the port where one is given
  private record WordsValue(boolean configured, @Nullable String model, String endpoint) {}

  static void words(Exchange exchange) throws IOException {
    WordsSettings settings = exchange.engine().words();
    WordsValue value =
        new WordsValue(settings.isConfigured(), settings.model(), settings.endpoint());
    exchange.reply().json(value, List.of(value));
  }

  static Request request(Exchange exchange) {
    AskedTimes times = exchange.times();
    Integer k = exchange.numberOrNull(Parameters.K);
    String ranker = exchange.textOrNull(Parameters.RANKER);
    Set<State> states = EnumSet.noneOf(State.class);
    exchange
        .words(Parameters.STATE)
        .forEach(word -> states.add(State.valueOf(word.toUpperCase(Locale.ROOT))));
    Request request =
        Request.of(exchange.text(Parameters.QUESTION))
            .about(exchange.about(times))
            .known(times.givenKnown())
            .inZone(times.givenZone())
            .seenFrom(now(exchange, times))
            .of(exchange.filter())
            .inStates(states.isEmpty() ? StatePolicy.DEFAULT : new StatePolicy(states))
            .explained(exchange.flag(Parameters.EXPLAIN));
    request = k == null ? request : request.top(k);
    return ranker == null ? request : request.rankedBy(ranker);
  }

  private static @Nullable Instant now(Exchange exchange, AskedTimes times) {
    String now = exchange.textOrNull(Parameters.NOW);
    return now == null ? null : times.about(now).at(times.zone(), times.isZoneAssumed()).instant();
  }

  static void resolve(Exchange exchange) throws IOException {
    AskedTimes times = exchange.times();
    record Settings(TenantSettings set, long token, Instant clock) {}
    Settings found =
        new History(exchange.database())
            .reader()
            .snapshot(
                exchange.tenant(),
                times.knownOrLatest(),
                snapshot ->
                    new Settings(TenantSettings.in(snapshot), snapshot.token(), snapshot.clock()));
    Optional<ZoneId> zone = Optional.ofNullable(times.givenZone()).or(found.set()::questionZone);
    Instant now = now(exchange, times);
    QuestionTime reading =
        new TimeReader(ReadingSettings.of(found.set().values()))
            .read(
                exchange.text(Parameters.QUESTION),
                new Reference(
                    now == null ? found.clock() : now, zone.orElse(times.zone()), zone.isEmpty()));
    ResolvedValue value = ResolvedValue.of(reading);
    exchange.reply().token(found.token()).json(value, List.of(value));
  }

  static void cite(Exchange exchange) throws IOException {
    Permalink link = Permalink.parse(exchange.text(Parameters.PERMALINK));
    Hit hit = new Permalinks(exchange.database()).open(exchange.tenant(), link);
    exchange.reply().token(link.token()).json(hit, List.of(hit));
  }

  static void index(Exchange exchange) throws IOException {
    try (PassageIndex index = exchange.engine().index(exchange.database())) {
      IndexValue value =
          IndexValue.of(index.status(exchange.tenant()), exchange.database().caller());
      exchange.reply().json(value, List.of(value));
    }
  }
}
