package dev.asof.audit;

import dev.asof.cite.Ask;
import dev.asof.cite.Asked;
import dev.asof.cite.Hit;
import dev.asof.eligible.StatePolicy;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Learned;
import dev.asof.history.Reading;
import dev.asof.history.Seen;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the record of an answer. What it says of the past is final; what was learned later grows,
/// and is dated.
public final class Auditor {
  private final Ask ask;
  private final History history;

  public Auditor(Database database, PassageIndex index) {
    this.ask = new Ask(database, index);
    this.history = new History(database);
  }

  /// Answers as [Ask#ask] does, and throws as it does, and adds what an auditor asks next.
  public Audit audit(
      TenantId tenant,
      String question,
      @Nullable TimeInput about,
      Known known,
      int k,
      Filter filter,
      StatePolicy states) {
    Asked answer = ask.ask(tenant, question, about, known, k, filter, states);
    TimeInput same = about == null ? theSame(answer) : about;
    Known then = Known.at(answer.known());
    Set<String> documents = new LinkedHashSet<>();
    List<Citation> cited = new ArrayList<>();
    Map<String, Integer> byState = new LinkedHashMap<>();
    for (Hit hit : answer.results()) {
      documents.add(hit.citation().document());
      cited.add(hit.citation());
      cited.addAll(hit.also());
      byState.merge(hit.citation().state().word(), 1, Integer::sum);
    }
    List<Belief> beliefs = new ArrayList<>();
    Instant learnedUpTo = answer.known();
    for (String document : documents) {
      Answer<Learned> learned =
          history.learned(tenant, Filter.document(document), same, Known.latest());
      learnedUpTo = learned.known().isAfter(learnedUpTo) ? learned.known() : learnedUpTo;
      beliefs.add(
          around(
              document,
              learned.results(),
              answer.known(),
              history.timeline(tenant, Filter.document(document), then).results()));
    }
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
                  question,
                  answer,
                  byState,
                  List.copyOf(sights),
                  beliefs,
                  upTo,
                  ledgers.entries(transactions),
                  ledgers.last(answer.token()));
            });
  }

  /// The present that the answer took, as a time that can be asked about again.
  private static @Nullable TimeInput theSame(Asked answer) {
    Reading.About read = answer.reading().about();
    if (read == null) {
      return null;
    }
    Instant present = read.zones().getFirst().instant();
    return new TimeInput.Moment(
        new StatedTime(
            present.toString(), ZoneOffset.UTC, false, Precision.INSTANT, present, null));
  }

  private static Belief around(
      String document, List<Learned> learned, Instant known, List<Citation> timeline) {
    int at = -1;
    for (int i = 0; i < learned.size(); i++) {
      Instant from = learned.get(i).known().from();
      if (from == null || !from.isAfter(known)) {
        at = i;
      }
    }
    return new Belief(
        document,
        at > 0 ? learned.get(at - 1) : null,
        at >= 0 ? learned.get(at) : null,
        at + 1 < learned.size() ? learned.get(at + 1) : null,
        Math.max(at, 0),
        learned.size() - at - 1,
        timeline);
  }
}
