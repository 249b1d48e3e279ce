package dev.asof.evaluate;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.OBSERVATION;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.cite.Passages;
import dev.asof.history.Citation;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.index.PassageId;
import dev.asof.index.PassageTimes;
import dev.asof.rank.MentionedTimes;
import dev.asof.time.TimeRange;
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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// What the database holds of the documents of one tenant that came up, read once and kept for the
/// rest of an evaluation. A corpus that is written to meanwhile has to be opened again.
final class Corpus {
  /// Documents and texts that are kept; beyond it the eldest is read again when it is needed.
  private static final int MOST_KEPT = 20_000;

  private static final int MOST_BODIES = 256;

  private final TenantId tenant;
  private final Map<DocumentId, Facts> documents = kept(MOST_KEPT);
  private final Map<PassageId, Passages.Words> words = kept(MOST_KEPT);
  private final Map<PassageId, List<TimeRange>> mentions = kept(MOST_KEPT);
  private final Map<VersionId, String> bodies = kept(MOST_BODIES);

  Corpus(TenantId tenant) {
    this.tenant = tenant;
  }

  /// Whether all beliefs are of one range and were recorded at once, so that nothing but words in
  /// the texts tells the time of one from that of another.
  static boolean isTimeless(Snapshot snapshot) {
    boolean document =
        snapshot
                .sql()
                .selectDistinct(DOCUMENT_VALIDITY.VALID_DURING, DOCUMENT_VALIDITY.SYSTEM_FROM)
                .from(DOCUMENT_VALIDITY)
                .where(DOCUMENT_VALIDITY.TENANT.eq(snapshot.tenant()))
                .limit(2)
                .fetch()
                .size()
            < 2;
    return document
        && !snapshot
            .sql()
            .fetchExists(SECTION_VALIDITY, SECTION_VALIDITY.TENANT.eq(snapshot.tenant()));
  }

  private static <K, V> Map<K, V> kept(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }

  /// A version of a document.
  ///
  /// @param label null where it was erased
  record Version(VersionId id, @Nullable String label, Instant recorded) {}

  /// A sight of a version at its source.
  record Look(VersionId version, Instant looked, Instant recorded) {}

  /// @param holders the versions that hold a text in a section, first recorded first
  /// @param times where each text is in force
  /// @param looks sights of a text, whatever the source
  record Facts(
      String key,
      Map<SectionId, String> sections,
      List<Version> versions,
      Map<PassageTimes.Place, List<Version>> holders,
      Map<PassageTimes.Place, List<PassageTimes.Held>> times,
      List<Look> looks) {

    List<Version> holders(PassageId passage) {
      return holders.getOrDefault(PassageTimes.Place.of(passage), List.of());
    }

    List<PassageTimes.Held> times(PassageId passage) {
      return times.getOrDefault(PassageTimes.Place.of(passage), List.of());
    }

    String section(PassageId passage) {
      return sections.getOrDefault(passage.section(), "");
    }
  }

  Facts of(DSLContext sql, DocumentId document) {
    Facts found = documents.get(document);
    if (found == null) {
      found = read(sql, document);
      documents.put(document, found);
    }
    return found;
  }

  /// The passage that a citation names.
  PassageId passage(DSLContext sql, Instant known, Citation cited) {
    DocumentId document = new Passages(sql, tenant).document(cited.document(), known).orElseThrow();
    Facts facts = of(sql, document);
    return facts.holders().entrySet().stream()
        .filter(place ->
            place.getValue().stream()
                .anyMatch(version -> Objects.equals(version.id().value(), cited.version())))
        .map(Map.Entry::getKey)
        .filter(place -> Objects.equals(facts.sections().get(place.section()), cited.section()))
        .map(place ->
            new PassageId(
                document,
                place.section(),
                place.text(),
                Objects.requireNonNullElse(cited.passage(), 0)))
        .findFirst()
        .orElseThrow();
  }

  private Facts read(DSLContext sql, DocumentId document) {
    Passages passages = new Passages(sql, tenant);
    List<Version> versions = new ArrayList<>();
    Map<PassageTimes.Place, List<Version>> holders = new HashMap<>();
    sql.select(
            VERSION.VERSION_ID, VERSION.LABEL, VERSION.SYSTEM_FROM, VERSION.SECTIONS, VERSION.TEXTS)
        .from(VERSION)
        .where(
            VERSION.TENANT.eq(tenant), VERSION.DOCUMENT_ID.eq(document), VERSION.SALT.isNotNull())
        .orderBy(VERSION.VERSION_ID)
        .forEach(row -> {
          Version version = new Version(row.value1(), row.value2(), row.value3());
          versions.add(version);
          Set<PassageTimes.Place> places = new LinkedHashSet<>();
          for (int i = 0; i < row.value4().length; i++) {
            places.add(
                new PassageTimes.Place(
                    new SectionId(row.value4()[i]), new TextId(row.value5()[i])));
          }
          places.forEach(
              place -> holders.computeIfAbsent(place, none -> new ArrayList<>()).add(version));
        });
    List<Look> looks =
        sql.select(OBSERVATION.VERSION_ID, OBSERVATION.LOOKED, OBSERVATION.SYSTEM_FROM)
            .from(OBSERVATION)
            .where(
                OBSERVATION.TENANT.eq(tenant),
                OBSERVATION.DOCUMENT_ID.eq(document),
                OBSERVATION.VERSION_ID.isNotNull())
            .orderBy(OBSERVATION.LOOKED, OBSERVATION.OBSERVATION_ID)
            .fetch(row -> new Look(row.value1(), row.value2(), row.value3()));
    Set<SectionId> sections =
        holders.keySet().stream().map(PassageTimes.Place::section).collect(Collectors.toSet());
    return new Facts(
        Objects.requireNonNull(passages.documentKeys(List.of(document)).get(document)),
        passages.sectionKeys(sections),
        versions,
        holders,
        new PassageTimes(sql, tenant).of(document),
        looks);
  }

  /// The words of the passages, one statement for those that are not kept; one that was erased is
  /// missing.
  Map<PassageId, Passages.Words> words(DSLContext sql, Collection<PassageId> passages) {
    Set<PassageId> missing = new HashSet<>(passages);
    missing.removeAll(words.keySet());
    if (!missing.isEmpty()) {
      words.putAll(new Passages(sql, tenant).words(missing));
    }
    Map<PassageId, Passages.Words> found = new HashMap<>();
    for (PassageId passage : passages) {
      Passages.Words of = words.get(passage);
      if (of != null) {
        found.put(passage, of);
      }
    }
    return found;
  }

  /// The times that a passage mentions, given its words.
  List<TimeRange> mentions(PassageId passage, String text) {
    List<TimeRange> found = mentions.get(passage);
    if (found == null) {
      found = MentionedTimes.of(text);
      mentions.put(passage, found);
    }
    return found;
  }

  /// The words of a whole version, as a line of tokens.
  String body(DSLContext sql, VersionId version) {
    String body = bodies.get(version);
    if (body == null) {
      body = readBody(sql, version);
      bodies.put(version, body);
    }
    return body;
  }

  private String readBody(DSLContext sql, VersionId version) {
    Long[] manifest =
        sql.select(VERSION.TEXTS)
            .from(VERSION)
            .where(VERSION.TENANT.eq(tenant), VERSION.VERSION_ID.eq(version))
            .fetchSingle()
            .value1();
    List<TextId> ids = List.of(manifest).stream().map(TextId::new).toList();
    Map<TextId, String> texts = new Passages(sql, tenant).bodies(Set.copyOf(ids));
    List<String> tokens = new ArrayList<>();
    Function<TextId, String> text = id -> texts.getOrDefault(id, "");
    ids.forEach(id -> tokens.addAll(Tokens.of(text.apply(id))));
    return Tokens.line(tokens);
  }
}
