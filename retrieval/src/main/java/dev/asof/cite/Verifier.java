package dev.asof.cite;

import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.DisplayRights;
import dev.asof.history.DocumentInForce;
import dev.asof.history.Filter;
import dev.asof.history.InForce;
import dev.asof.history.Notice;
import dev.asof.history.Snapshot;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.Span;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.index.PassageId;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides in PostgreSQL, at the point of the question, whether passages are in force, according to
/// whom, and in which version. Documents that were looked up once are kept for the rest of the
/// question.
public final class Verifier implements Verification {

  private record Voice(String source, String scope) {}

  private final Snapshot snapshot;
  private final InForce inForce;
  private final Passages passages;
  private final DisplayRights rights;
  private final Map<String, SourceAt> sources = new LinkedHashMap<>();
  private final Map<SourceId, Instant> times = new HashMap<>();
  private final Map<DocumentId, DocumentInForce> documents = new HashMap<>();
  private final Map<DocumentId, String> keys = new HashMap<>();

  /// @param about null: the present by the database's clock
  public Verifier(Snapshot snapshot, @Nullable TimeInput about) {
    this.snapshot = snapshot;
    // No filter, so that a document is weighed whole and its conflicts are seen.
    this.inForce = InForce.at(snapshot, Filter.all(), about);
    this.passages = new Passages(snapshot.sql(), snapshot.tenant());
    this.rights = DisplayRights.in(snapshot.sql(), snapshot.tenant());
    for (SourceAt source : Sources.about(snapshot, about).all()) {
      sources.put(source.name(), source);
      times.put(
          source.id(),
          about == null
              ? TimeRange.micros(snapshot.clock())
              : about.at(source.zone(), source.zoneAssumed()).instant());
    }
  }

  /// The instant that each source is asked about.
  public Map<SourceId, Instant> times() {
    return times;
  }

  /// What may be shown of texts today.
  public DisplayRights rights() {
    return rights;
  }

  /// How the time was read, and what has to be said of the whole answer.
  public Answer<Citation> head() {
    return inForce.head();
  }

  private String keyOf(DocumentId document) {
    return Objects.requireNonNull(keys.get(document));
  }

  @Override
  public List<Notice> gap(DocumentId document) {
    load(List.of(document));
    return inForce.gap(keyOf(document)).stream().toList();
  }

  @Override
  public List<Notice> noticesOf(DocumentId document) {
    DocumentInForce found = documents.get(document);
    return found == null ? List.of() : found.notices();
  }

  @Override
  public void load(Collection<DocumentId> wanted) {
    Set<DocumentId> missing = new LinkedHashSet<>(wanted);
    missing.removeAll(keys.keySet());
    if (missing.isEmpty()) {
      return;
    }
    keys.putAll(passages.documentKeys(missing));
    Map<String, DocumentId> ids = new HashMap<>();
    missing.forEach(id -> ids.put(keyOf(id), id));
    inForce.of(missing).forEach(found -> documents.put(ids.get(found.document()), found));
  }

  @Override
  public boolean holdsText(DocumentId document) {
    DocumentInForce found = documents.get(document);
    return found != null && found.results().stream().anyMatch(result -> result.version() != null);
  }

  @Override
  public Map<PassageId, List<Verified>> verify(List<PassageId> hits) {
    load(hits.stream().map(PassageId::document).toList());
    Set<DocumentId> ofHits = new HashSet<>();
    Set<SectionId> sections = new HashSet<>();
    hits.forEach(hit -> {
      ofHits.add(hit.document());
      sections.add(hit.section());
    });
    Map<SectionId, String> sectionKeys = passages.sectionKeys(sections);
    List<Passages.SectionBelief> overrides = passages.overrides(ofHits, sections, snapshot.known());
    Set<VersionId> versions = new HashSet<>();
    Set<Long> withdrawals = new HashSet<>();
    for (DocumentId document : ofHits) {
      DocumentInForce found = documents.get(document);
      if (found != null) {
        for (Citation result : found.results()) {
          Long version = result.version();
          if (version == null) {
            withdrawals.add(result.statement());
          } else {
            versions.add(new VersionId(version));
          }
        }
      }
    }
    for (Passages.SectionBelief override : overrides) {
      VersionId version = override.version();
      if (version != null) {
        versions.add(version);
      }
    }
    Set<Passages.Holder> holders =
        passages.holders(versions, hits.stream().map(PassageId::text).toList());
    Map<Long, ValidityState> lanes = withdrawals.isEmpty() ? Map.of() : passages.lanes(withdrawals);
    Map<PassageId, List<Verified>> verified = new LinkedHashMap<>();
    for (PassageId hit : hits) {
      Weighing weighing =
          new Weighing(hit, Objects.requireNonNull(sectionKeys.get(hit.section())), holders, lanes);
      verified.put(
          hit,
          weighing.weigh(
              overrides.stream()
                  .filter(override ->
                      override.document().equals(hit.document())
                          && override.section().equals(hit.section()))
                  .toList()));
    }
    return verified;
  }

  /// One passage, weighed in the voice of each source.
  private final class Weighing {
    private final PassageId hit;
    private final String section;
    private final Set<Passages.Holder> holders;
    private final Map<Long, ValidityState> lanes;

    Weighing(
        PassageId hit,
        String section,
        Set<Passages.Holder> holders,
        Map<Long, ValidityState> lanes) {
      this.hit = hit;
      this.section = section;
      this.holders = holders;
      this.lanes = lanes;
    }

    List<Verified> weigh(List<Passages.SectionBelief> overrides) {
      Map<Voice, List<Citation>> base = new LinkedHashMap<>();
      DocumentInForce found = documents.get(hit.document());
      if (found != null) {
        // Single sections that outlast their document's versions are among the overrides.
        found.results().stream()
            .filter(result -> result.section() == null)
            .forEach(result ->
                base.computeIfAbsent(
                        new Voice(result.source(), result.scope()), none -> new ArrayList<>())
                    .add(result));
      }
      for (Passages.SectionBelief override : overrides) {
        base.computeIfAbsent(
            new Voice(nameOf(override.source()), override.scope()), none -> new ArrayList<>());
      }
      List<Verified> held = new ArrayList<>();
      // In order of authority, which is that of the sources.
      for (SourceAt source : sources.values()) {
        base.forEach((voice, said) -> {
          if (voice.source().equals(source.name())) {
            weigh(source, voice, said, overrides).ifPresent(held::add);
          }
        });
      }
      return held;
    }

    /// The strongest lane that says anything about the section decides; in it an override does
    /// before the document's belief, and a stated override before an implied one.
    private Optional<Verified> weigh(
        SourceAt source, Voice voice, List<Citation> said, List<Passages.SectionBelief> overrides) {
      Instant about = Objects.requireNonNull(times.get(source.id()));
      for (ValidityState lane :
          List.of(ValidityState.ASSERTED, ValidityState.OBSERVED, ValidityState.UNKNOWN)) {
        Passages.SectionBelief override = null;
        for (Passages.SectionBelief candidate : overrides) {
          if (candidate.lane() == lane
              && candidate.source().equals(source.id())
              && candidate.scope().equals(voice.scope())
              && candidate.valid().contains(about)
              && (override == null || override.implied())) {
            override = candidate;
          }
        }
        if (override != null) {
          VersionId version = override.version();
          return version != null && holds(version)
              ? Optional.of(
                  Beside.cut(
                      new Verified(source, cite(source, override, version), false, List.of()),
                      about,
                      Beside.before(override, overrides)))
              : Optional.empty();
        }
        for (Citation belief : said) {
          if (laneOf(belief) == lane) {
            Long version = belief.version();
            return version != null && holds(new VersionId(version))
                ? Optional.of(
                    Beside.cut(
                        new Verified(
                            source,
                            belief.in(section, hit.passage()),
                            said.getFirst().version() == null,
                            List.of()),
                        about,
                        Beside.before(lane, source.id(), voice.scope(), overrides)))
                : Optional.empty();
          }
        }
      }
      return Optional.empty();
    }

    private boolean holds(VersionId version) {
      return holders.contains(new Passages.Holder(version, hit.section(), hit.text()));
    }

    private ValidityState laneOf(Citation belief) {
      return switch (belief.state()) {
        case ASSERTED -> ValidityState.ASSERTED;
        case OBSERVED, PRESUMED -> ValidityState.OBSERVED;
        case UNKNOWN -> ValidityState.UNKNOWN;
        case WITHDRAWN -> Objects.requireNonNull(lanes.get(belief.statement()));
      };
    }

    private Citation cite(SourceAt source, Passages.SectionBelief override, VersionId version) {
      return new Citation(
          keyOf(hit.document()),
          version.value(),
          section,
          hit.passage(),
          source.name(),
          override.scope(),
          switch (override.lane()) {
            case ASSERTED -> State.ASSERTED;
            case OBSERVED -> State.OBSERVED;
            case UNKNOWN -> State.UNKNOWN;
          },
          null,
          new Span(override.valid().fromOrNull(), override.valid().toOrNull()),
          override.system(),
          override.sha256() == null ? null : override.sha256().hex(),
          override.label(),
          override.title(),
          override.url(),
          override.language(),
          override.transaction(),
          override.statement(),
          null,
          null,
          null,
          null,
          rights.of(source.id(), Objects.requireNonNull(times.get(source.id()))).orNullIfFull());
    }
  }

  private String nameOf(SourceId source) {
    return sources.values().stream()
        .filter(known -> known.id().equals(source))
        .findFirst()
        .orElseThrow()
        .name();
  }
}
