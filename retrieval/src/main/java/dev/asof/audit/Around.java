package dev.asof.audit;

import dev.asof.ask.Asked;
import dev.asof.ask.Part;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.history.Citation;
import dev.asof.history.Exposure;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Learned;
import dev.asof.history.LedgerEntry;
import dev.asof.history.Reading;
import dev.asof.id.TenantId;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How the documents of an answer were believed before it and after it.
final class Around {
  private final History history;
  private final TenantId tenant;

  /// Up to when.
  private final Known learned;

  private final List<Belief> beliefs = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();

  /// @param transaction after which the document is believed differently
  /// @param about an instant asked about
  private record Change(
      @Nullable String period, String document, long transaction, Instant about) {}

  Around(History history, TenantId tenant, Known learned) {
    this.history = history;
    this.tenant = tenant;
    this.learned = learned;
  }

  /// Once for each cited document of each part.
  void of(Asked answer) {
    for (Part part : answer.parts()) {
      Set<String> documents = new LinkedHashSet<>();
      for (Hit hit : part.results()) {
        if (documents.add(hit.citation().document())) {
          of(part, hit);
        }
      }
    }
  }

  List<Belief> beliefs() {
    return beliefs;
  }

  private void of(Part part, Hit hit) {
    String document = hit.citation().document();
    Filter filter = Filter.document(document);
    List<Learned> spans = history.learned(tenant, filter, about(part, hit), learned).results();
    List<Citation> timeline = history.timeline(tenant, filter, Known.at(part.known())).results();
    int at = -1;
    for (int i = 0; i < spans.size(); i++) {
      Instant from = spans.get(i).known().from();
      if (from == null || !from.isAfter(part.known())) {
        at = i;
      } else {
        changes.add(
            new Change(
                part.label(),
                document,
                spans.get(i).recorded().transaction(),
                Permalink.parse(hit.permalink()).about()));
      }
    }
    beliefs.add(
        new Belief(
            part.label(),
            document,
            at > 0 ? spans.get(at - 1) : null,
            at >= 0 ? spans.get(at) : null,
            at + 1 < spans.size() ? spans.get(at + 1) : null,
            Math.max(at, 0),
            spans.size() - at - 1,
            timeline));
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

  /// What made these beliefs differ after T, with what it gave up of them.
  ///
  /// @param entries of the ledger, by transaction
  List<Correction> corrections(Map<Long, LedgerEntry> entries) {
    List<Correction> corrections = new ArrayList<>();
    for (Change change : changes) {
      LedgerEntry recorded = entries.get(change.transaction());
      if (recorded != null) {
        corrections.add(
            new Correction(change.period(), change.document(), recorded, given(change)));
      }
    }
    return corrections;
  }

  /// The transactions of these changes.
  Set<Long> transactions() {
    return changes.stream().map(Change::transaction).collect(Collectors.toSet());
  }

  private List<Exposure> given(Change change) {
    return history.exposure(tenant, change.transaction(), learned).results().stream()
        .filter(exposure -> exposure.belief().document().equals(change.document()))
        .filter(exposure -> contains(exposure.belief(), change.about()))
        .toList();
  }

  private static boolean contains(Citation belief, Instant about) {
    Instant from = belief.valid().from();
    Instant to = belief.valid().to();
    return (from == null || !about.isBefore(from)) && (to == null || about.isBefore(to));
  }
}
