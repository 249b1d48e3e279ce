package dev.asof.audit;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Citation;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.LedgerEntry;
import dev.asof.history.Seen;
import dev.asof.history.Snapshot;
import dev.asof.history.TenantSettings;
import dev.asof.id.TenantId;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes the record of an answer. What it says of the past is final; what was learned later grows,
/// and is dated.
public final class Auditor {
  /// No multiple of a day, a month or a year.
  private static final Duration ELSEWHEN = Duration.ofDays(1_234).plusHours(7).plusMinutes(13);

  private final Ask ask;
  private final History history;

  public Auditor(Database database, Ask ask) {
    this.ask = ask;
    this.history = new History(database);
  }

  /// Answers as [Ask#ask] does, and throws as it does, and adds what an auditor asks next, learned
  /// up to the last transaction.
  public Audit audit(TenantId tenant, Request request) {
    return audit(tenant, request, Known.latest());
  }

  /// As [#audit(TenantId, Request)], learned up to a time that was chosen: with both times given,
  /// everything but the choice and the order of passages repeats exactly.
  ///
  /// Throws a [CallerFault] where the answer is known later than `learned`.
  public Audit audit(TenantId tenant, Request request, Known learned) {
    Instant now = request.now();
    Request asked =
        request.seenFrom(
            now == null ? history.reader().snapshot(tenant, Known.latest(), Snapshot::clock) : now);
    return of(tenant, asked, ask.ask(tenant, asked), learned, now);
  }

  /// The record of an answer that was given already.
  ///
  /// @param request what was answered
  /// @param learned up to when later beliefs are told
  public Audit of(TenantId tenant, Request request, Asked answer, Known learned) {
    return of(tenant, request, answer, learned, request.now());
  }

  private Audit of(
      TenantId tenant, Request request, Asked answer, Known learned, @Nullable Instant now) {
    Map<String, Integer> byState = new LinkedHashMap<>();
    answer.results().forEach(hit -> byState.merge(hit.citation().state().word(), 1, Integer::sum));
    Snapshot upTo = upTo(tenant, answer, learned);
    Around around = new Around(history, tenant, Known.at(upTo.known()));
    around.of(answer);
    List<Correction> corrections =
        around.corrections(
            history
                .reader()
                .snapshot(
                    tenant,
                    Known.at(upTo.known()),
                    snapshot -> new Ledgers(snapshot).entries(around.transactions()))
                .stream()
                .collect(Collectors.toMap(LedgerEntry::sequence, proof -> proof)));
    boolean moves =
        now == null
            && request.now() != null
            && !answer.times().isEmpty()
            && isSeenFromNow(tenant, request);
    Terms terms = Terms.of(request, moves ? request.now() : now, ask.embedder());
    return history
        .reader()
        .snapshot(
            tenant,
            Known.at(answer.known()),
            snapshot -> {
              Ledgers ledgers = new Ledgers(snapshot);
              Set<Sights> sights = new LinkedHashSet<>();
              Set<Long> transactions = new LinkedHashSet<>();
              for (Citation belief : cited(answer)) {
                transactions.add(belief.transaction());
                Seen seen = belief.seen();
                if (seen != null) {
                  sights.add(ledgers.sights(belief, seen));
                }
              }
              return new Audit(
                  request.question(),
                  terms,
                  answer,
                  byState,
                  List.copyOf(sights),
                  around.beliefs(),
                  upTo.known(),
                  upTo.token(),
                  corrections,
                  ledgers.entries(transactions),
                  ledgers.last(answer.token()));
            });
  }

  private static List<Citation> cited(Asked answer) {
    return answer.results().stream()
        .flatMap(hit -> Stream.concat(Stream.of(hit.citation()), hit.also().stream()))
        .toList();
  }

  private Snapshot upTo(TenantId tenant, Asked answer, Known learned) {
    Snapshot upTo = history.reader().snapshot(tenant, learned, snapshot -> snapshot);
    if (upTo.token() < answer.token()) {
      throw new CallerFault(
          Code.BAD_TIME,
          "the answer is as known at @"
              + answer.token()
              + ", later than @"
              + upTo.token()
              + ", up to which later beliefs are asked for; give a later time for these");
    }
    return upTo;
  }

  /// Whether the words name a time that moves with the present: "last year", but not "2023".
  private boolean isSeenFromNow(TenantId tenant, Request request) {
    TenantSettings settings = history.reader().snapshot(tenant, Known.latest(), TenantSettings::in);
    TimeReader words = new TimeReader(ReadingSettings.of(settings.values()));
    ZoneId zone =
        Optional.ofNullable(request.zone()).or(settings::questionZone).orElse(ZoneOffset.UTC);
    Instant now = Objects.requireNonNull(request.now());
    return Stream.of(ELSEWHEN, ELSEWHEN.multipliedBy(3))
        .map(now::minus)
        .anyMatch(other ->
            !words
                .read(request.question(), new Reference(now, zone, false))
                .equals(words.read(request.question(), new Reference(other, zone, false))));
  }
}
