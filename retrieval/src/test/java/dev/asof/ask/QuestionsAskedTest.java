package dev.asof.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.cite.Hit;
import dev.asof.fault.CallerFault;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.resolve.QuestionTime;
import dev.asof.resolve.ReadingSettings;
import dev.asof.resolve.Reference;
import dev.asof.resolve.TimeReader;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The questions of the real sets, asked in their own words over the whole set: the right version
/// comes first and the right passage is near the top. Each miss is printed with what came instead.
class QuestionsAskedTest {

  private static final Path SHARED = Path.of("../../shared/data");
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Enough for the texts of unknown validity, which come after all that match and are in force.
  private static final int K = 500;

  /// From where "today" in a question looks; after the last record of the sets.
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  /// What `in-force` answers otherwise than the questions expect, each with its reason in the
  /// `QuestionsTest` of the store.
  private static final Set<String> OTHERWISE_IN_FORCE =
      Set.of("bundesgesetze-02", "dccode-03", "ota-07", "githubpolicy-13", "ota-10");

  /// Set by what its records carry as their time of recording.
  private static final Map<String, String> SETS = sets();

  private static Map<String, String> sets() {
    Map<String, String> sets = new LinkedHashMap<>();
    sets.put("githubpolicy", "recorded_at");
    sets.put("ota", "recorded_at");
    sets.put("dccode", "recorded_at");
    sets.put("codecivil", "recorded_at");
    sets.put("bopa", "published_at");
    sets.put("bundesgesetze", "recorded_at");
    return sets;
  }

  private record Posed(String set, TenantId tenant, JsonNode question) {
    String id() {
      return text("id");
    }

    String text(String field) {
      return question.get(field).stringValue();
    }

    Set<String> labels() {
      Set<String> labels = new HashSet<>();
      if (!question.get("version_label").isNull()) {
        labels.add(text("version_label"));
      }
      question.path("accept_versions").forEach(label -> labels.add(label.stringValue()));
      return labels;
    }

    Optional<String> phrase() {
      return question.get("phrase").isNull()
          ? Optional.empty()
          : Optional.of(singleSpaced(text("phrase")));
    }
  }

  @TempDir static Path folder;
  private static TestDatabase database;
  private static PassageIndex index;
  private static final List<Posed> QUESTIONS = new ArrayList<>();

  @BeforeAll
  static void importEverything() throws IOException {
    Assumptions.assumeTrue(
        SETS.keySet().stream().allMatch(set -> Files.exists(versions(set))),
        "the real sets are not beside this checkout, at " + SHARED);
    database = TestDatabases.create();
    index = PassageIndex.open(folder, database.database());
    for (Map.Entry<String, String> set : SETS.entrySet()) {
      TenantId tenant = new Store(database.database()).createTenant(set.getKey());
      new Importer(database.database())
          .run(
              tenant,
              List.of(
                  Importer.Input.file(
                      set.getKey(), () -> Files.newInputStream(versions(set.getKey())))),
              ImportOptions.CARRIED.carriedBy(set.getValue()),
              Intent.of("import", "test"),
              Importer.Progress.NONE);
      try (Stream<String> lines =
          Files.lines(SHARED.resolve(set.getKey()).resolve("questions.jsonl"))) {
        lines
            .filter(line -> !line.isBlank())
            .forEach(line -> QUESTIONS.add(new Posed(set.getKey(), tenant, JSON.readTree(line))));
      }
    }
  }

  @AfterAll
  static void close() {
    if (index != null) {
      index.close();
    }
    if (database != null) {
      database.close();
    }
  }

  private static Path versions(String set) {
    return SHARED.resolve(set).resolve("versions.jsonl.gz");
  }

  /// @param about null, and `known`: as the words say
  private static @Nullable Asked ask(
      Posed posed, String question, @Nullable TimeInput about, @Nullable Known known) {
    Filter filter =
        posed.text("expected_outcome").equals("conflict")
            ? Filter.all()
            : Filter.all().from(posed.text("source"));
    try {
      return new Ask(database.database(), index)
          .ask(
              posed.tenant(),
              Request.of(question)
                  .about(about)
                  .known(known)
                  .seenFrom(NOW)
                  .inZone(UTC)
                  .top(K)
                  .of(filter));
    } catch (CallerFault nothingKnown) {
      // The source was not recorded yet at that time.
      if (!posed.text("expected_outcome").equals("none")) {
        throw nothingKnown;
      }
      return null;
    }
  }

  private static QuestionTime read(String question) {
    return new TimeReader(ReadingSettings.none()).read(question, new Reference(NOW, UTC, false));
  }

  private static @Nullable Asked atTheGivenPoint(Posed posed) {
    TimeInput about = LocalTimes.parseAbout(posed.text("as_of_valid"), UTC, false);
    JsonNode known = posed.question().get("as_of_known");
    return ask(
        posed,
        posed.text("question"),
        about,
        known.isNull()
            ? Known.latest()
            : Known.stated(LocalTimes.parseKnown(known.stringValue(), UTC, false)));
  }

  /// The question with its point in words: as it stands, where it names a time on an axis; else
  /// with what is missing at its end.
  private static String inWords(Posed posed) {
    QuestionTime read = read(posed.text("question"));
    StringBuilder words = new StringBuilder(posed.text("question").replaceFirst("\\s*[?.]$", ""));
    if (read.about().isEmpty()) {
      words.append(", on ").append(posed.text("as_of_valid"));
    }
    if (read.known().isEmpty() && !posed.question().get("as_of_known").isNull()) {
      words.append(", as known on ").append(posed.text("as_of_known"));
    }
    return words.append('?').toString();
  }

  /// Null where it is as expected, else why it is not. Texts of unknown validity come after all
  /// that are in force, so the first of each tier is looked at.
  private static @Nullable String wrong(Posed posed, @Nullable Asked answer) {
    if (answer == null) {
      return null;
    }
    List<Hit> hits = answer.results();
    String document = posed.text("document_key");
    List<Hit> firsts = new ArrayList<>();
    for (int tier = 1; tier <= 2; tier++) {
      inTier(hits, tier).stream().findFirst().ifPresent(firsts::add);
    }
    boolean right =
        switch (posed.text("expected_outcome")) {
          case "none" -> hits.stream().noneMatch(hit -> hit.citation().document().equals(document));
          case "version" -> firsts.stream().anyMatch(hit -> isOf(hit, document, posed.labels()));
          // The text itself may be told by a notice only: a later one without a date, or one that
          // another source holds.
          default ->
              firsts.stream().anyMatch(hit -> hit.citation().document().equals(document))
                  && Stream.concat(
                          hits.stream()
                              .flatMap(hit ->
                                  Stream.concat(Stream.of(hit.citation()), hit.also().stream())),
                          answer.allNotices().stream().flatMap(notice -> notice.beliefs().stream()))
                      .anyMatch(held ->
                          held.document().equals(document)
                              && posed.labels().contains(String.valueOf(held.label())));
        };
    return right ? null : "first is " + shown(hits);
  }

  private static List<Hit> inTier(List<Hit> hits, int tier) {
    return hits.stream().filter(hit -> hit.tier() == tier).toList();
  }

  /// The place of the first passage with the phrase in its tier, from 1; 0 where none has it.
  private static int place(Posed posed, List<Hit> hits) {
    for (int tier = 1; tier <= 2; tier++) {
      List<Hit> inTier = inTier(hits, tier);
      for (int i = 0; i < inTier.size(); i++) {
        if (singleSpaced(inTier.get(i).text()).contains(posed.phrase().orElseThrow())) {
          return i + 1;
        }
      }
    }
    return 0;
  }

  private static boolean isOf(Hit hit, String document, Set<String> labels) {
    return Stream.concat(Stream.of(hit.citation()), hit.also().stream())
        .anyMatch(held ->
            held.document().equals(document) && labels.contains(String.valueOf(held.label())));
  }

  private static String shown(List<Hit> hits) {
    return hits.stream()
        .limit(3)
        .map(hit ->
            hit.citation().document()
                + " "
                + hit.citation().label()
                + " # "
                + hit.citation().section()
                + " "
                + hit.score())
        .toList()
        .toString();
  }

  private static boolean isPoint(Posed posed) {
    return !posed.question().get("as_of_valid").isArray();
  }

  @Test
  void theVersionThatIsInForceComesFirst() {
    List<String> misses = new ArrayList<>();
    int asked = 0;
    for (Posed posed : QUESTIONS) {
      if (isPoint(posed) && !OTHERWISE_IN_FORCE.contains(posed.id())) {
        asked++;
        miss(posed, wrong(posed, answer(posed)), misses);
      }
    }
    report("expected version first, at the given point", asked, misses);
    assertThat(share(asked, misses)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void thePassageThatAnswersIsAmongTheFirstThreeByWordsAlone() {
    List<String> misses = new ArrayList<>();
    int asked = 0;
    for (Posed posed : QUESTIONS) {
      if (isPoint(posed)
          && !OTHERWISE_IN_FORCE.contains(posed.id())
          && posed.phrase().isPresent()) {
        asked++;
        List<Hit> hits = Objects.requireNonNull(answer(posed)).results();
        int place = place(posed, hits);
        miss(
            posed,
            place >= 1 && place <= 3
                ? null
                : (place == 0 ? "not found" : "at " + place) + " " + shown(hits),
            misses);
      }
    }
    report("phrase among the first three, at the given point", asked, misses);
    assertThat(share(asked, misses)).isGreaterThanOrEqualTo(0.85);
  }

  @Test
  void askedInWordsTheVersionComesFirstToo() {
    List<String> misses = new ArrayList<>();
    int asked = 0;
    for (Posed posed : QUESTIONS) {
      if (isPoint(posed) && !OTHERWISE_IN_FORCE.contains(posed.id())) {
        asked++;
        String question = inWords(posed);
        Asked answer = ask(posed, question, null, null);
        String wrong =
            answer != null && answer.isAskedBack()
                ? "asked back: " + answer.sentence()
                : wrong(posed, answer);
        miss(posed, wrong == null ? null : "(" + question + ") " + wrong, misses);
      }
    }
    report("expected version first, asked in words", asked, misses);
    assertThat(share(asked, misses)).isGreaterThanOrEqualTo(0.8);
  }

  @Test
  void aQuestionOfARangeShowsEveryTextThatAppliedInItFirst() {
    List<String> misses = new ArrayList<>();
    List<Posed> ranges = QUESTIONS.stream().filter(posed -> !isPoint(posed)).toList();
    for (Posed posed : ranges) {
      Set<String> phrases = new HashSet<>();
      phrases.add(posed.phrase().orElseThrow());
      posed
          .question()
          .path("also")
          .forEach(other -> phrases.add(singleSpaced(other.get("phrase").stringValue())));
      List<Hit> hits =
          Objects.requireNonNull(ask(posed, posed.text("question"), null, null)).results();
      List<Hit> first = hits.subList(0, Math.min(phrases.size(), hits.size()));
      phrases.removeIf(
          phrase -> first.stream().anyMatch(hit -> singleSpaced(hit.text()).contains(phrase)));
      miss(posed, phrases.isEmpty() ? null : "without " + phrases + " " + shown(hits), misses);
    }
    report("all texts of a range first, asked in words", ranges.size(), misses);
    assertThat(misses).isEmpty();
  }

  private static final Map<String, @Nullable Asked> ANSWERS = new LinkedHashMap<>();

  private static @Nullable Asked answer(Posed posed) {
    if (!ANSWERS.containsKey(posed.id())) {
      ANSWERS.put(posed.id(), atTheGivenPoint(posed));
    }
    return ANSWERS.get(posed.id());
  }

  private static void miss(Posed posed, @Nullable String reason, List<String> misses) {
    if (reason != null) {
      misses.add(posed.id() + ": " + reason);
    }
  }

  private static double share(int asked, List<String> misses) {
    return (asked - misses.size()) / (double) asked;
  }

  private static void report(String what, int asked, List<String> misses) {
    System.out.println(what + ": " + (asked - misses.size()) + " of " + asked);
    misses.forEach(miss -> System.out.println("  " + miss));
  }

  private static String singleSpaced(@Nullable String text) {
    return text == null ? "" : text.replaceAll("(?U)\\s+", " ").strip();
  }
}
