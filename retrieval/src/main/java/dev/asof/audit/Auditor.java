package dev.asof.audit;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.ask.Request;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Learned;
import dev.asof.history.Reading;
import dev.asof.history.Seen;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes the record of an answer. What it says of the past is final; what was learned later grows,
/// and is dated.
public final class Auditor {
  private final Ask ask;
  private final History history;

  public Auditor(Database database, Ask ask) {
    this.ask = ask;
    this.history = new History(database);
  }

  /// Answers as [Ask#ask] does, and throws as it does, and adds what an auditor asks next.
  public Audit audit(TenantId tenant, Request request) {
    Asked answer = ask.ask(tenant, request);
    List<Citation> cited = new ArrayList<>();
    Map<String, Integer> byState = new LinkedHashMap<>();
    for (Hit hit : answer.results()) {
      cited.add(hit.citation());
      cited.addAll(hit.also());
      byState.merge(hit.citation().state().word(), 1, Integer::sum);
    }
    List<Belief> beliefs = new ArrayList<>();
    Instant learnedUpTo = answer.known();
    for (Part part : answer.parts()) {
      Set<String> documents = new LinkedHashSet<>();
      for (Hit hit : part.results()) {
        String document = hit.citation().document();
        if (documents.add(document)) {
          Answer<Learned> learned =
              history.learned(tenant, Filter.document(document), about(part, hit), Known.latest());
          learnedUpTo = learned.known().isAfter(learnedUpTo) ? learned.known() : learnedUpTo;
          beliefs.add(
              around(
                  part,
                  document,
                  learned.results(),
                  history
                      .timeline(tenant, Filter.document(document), Known.at(part.known()))
                      .results()));
        }
      }
    }
    Known then = Known.at(answer.known());
    Instant upTo = learnedUpTo;
    return history
        .reader()
        .snapshot(
            tenant,
            then,
            snapshot -> {
              Ledgers ledgers = new Ledgers(snapshot);
              Set<Sights> sights = new LinkedHashSet<>();
              Set<Long> transactions = new LinkedHashSet<>();
              for (Citation belief : cited) {
                transactions.add(belief.transaction());
                Seen seen = belief.seen();
                if (seen != null) {
                  sights.add(ledgers.sights(belief, seen));
                }
              }
              return new Audit(
                  request.question(),
                  answer,
                  byState,
                  List.copyOf(sights),
                  beliefs,
                  upTo,
                  ledgers.entries(transactions),
                  ledgers.last(answer.token()));
            });
  }

  /// The point that the part is about, as it can be asked about again; of a range an instant at
  /// which the hit applies.
  private static TimeInput about(Part part, Hit hit) {
    Reading.About read = part.reading().about();
    if (read == null) {
      return moment(Permalink.parse(hit.permalink()).about());
    }
    Set<Instant> instants =
        read.zones().stream().map(Reading.InZone::instant).collect(Collectors.toSet());
    // Only a date is another instant in another zone.
    return instants.size() == 1
        ? moment(instants.iterator().next())
        : new TimeInput.Day(LocalDate.parse(Objects.requireNonNull(read.text())));
  }

  private static TimeInput moment(Instant instant) {
    return new TimeInput.Moment(StatedTime.of(instant));
  }

  private static Belief around(
      Part part, String document, List<Learned> learned, List<Citation> timeline) {
    int at = -1;
    for (int i = 0; i < learned.size(); i++) {
      Instant from = learned.get(i).known().from();
      if (from == null || !from.isAfter(part.known())) {
        at = i;
      }
    }
    return new Belief(
        part.label(),
        document,
        at > 0 ? learned.get(at - 1) : null,
        at >= 0 ? learned.get(at) : null,
        at + 1 < learned.size() ? learned.get(at + 1) : null,
        Math.max(at, 0),
        learned.size() - at - 1,
        timeline);
  }
}
