package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every question, whole and in pages of random sizes, while a writer changes what they are about
/// between the pages.
class PagingTest {

  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime());

  private static final int DOCUMENTS = 25;
  private static final TimeInput SPRING = about("2024-03-15");
  private static final TimeInput AUTUMN = about("2024-09-15");

  private static Story story;
  private static Known first;
  private static long corrected;
  private static int writes;

  @BeforeAll
  static void tell() {
    story = new Story();
    story.source("b", "Europe/London", 1);
    List<Change> opening = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      opening.add(asserted("a", i, "v1", "2024-01-01"));
      if (i % 3 == 0) {
        opening.add(asserted("b", i, "w1", "2024-02-01"));
      }
    }
    first = at(story.write("assert", opening.toArray(Change[]::new)));
    List<Change> corrections = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i += 2) {
      corrections.add(
          new Change.Correct(
              Change.Place.of(key(i), "a"),
              new Change.Wanted.New(Story.version("v2", "corrected " + i)),
              Story.time("2024-06-01"),
              Story.time("2024-08-01")));
    }
    corrected = story.write("correct", corrections.toArray(Change[]::new)).sequence();
    for (int i = 0; i < 12; i++) {
      story.corrects("a", key(0), "x" + i, "text " + i, "2024-0" + (1 + i % 9) + "-01", null);
    }
  }

  @AfterAll
  static void close() {
    story.close();
  }

  private static Change asserted(String source, int document, String label, String from) {
    return new Change.Assert(
        Change.Place.of(key(document), source),
        new Change.Wanted.New(Story.version(label, source + " says " + label + " of " + document)),
        Story.time(from),
        null,
        false);
  }

  /// Keys whose order by bytes is not that of any language.
  private static String key(int document) {
    return (document % 2 == 0 ? "Z" : "a") + (document % 5 == 0 ? "é" : "_") + document;
  }

  private static void writesBetweenThePages(Random random) {
    int n = ++writes;
    String document = key(random.nextInt(DOCUMENTS));
    switch (random.nextInt(6)) {
      // Not of the document whose timeline is read in pages: one row would be left of it.
      case 0 ->
          story.corrects(
              "a",
              key(1 + random.nextInt(DOCUMENTS - 1)),
              "late" + n,
              "late " + n,
              "2024-01-01",
              null);
      case 1 -> story.asserts("a", "A new one " + n, "v", "new " + n, "2024-01-01", null);
      case 2 -> story.shows("b", document, "2024-05-01T00:00:00Z", "seen" + n, "seen " + n);
      case 3 ->
          story.write(
              "set",
              new Change.SetSource(
                  n % 2 == 0 ? "a" : "b", SourceKind.PAGE, null, n % 7, null, null, null));
      case 4 ->
          story.write(
              "set", new Change.SetSource("new source " + n, null, null, 0, null, null, null));
      default -> story.terminates("a", document, (3_000 - n) + "-01-01");
    }
  }

  private record Paged<R>(List<R> results, @Nullable String next) {}

  private static <R> void assertPagesMakeTheWhole(String name, Function<Page, Paged<R>> question) {
    Random random = new Random(SEED ^ name.hashCode());
    List<R> whole = question.apply(Page.ALL).results();
    assertThat(whole).as(name).hasSizeGreaterThan(3);
    // The first page is asked before the writer comes.
    for (int round = 0; round < 2; round++) {
      List<R> wanted = round == 0 ? whole : question.apply(Page.ALL).results();
      List<R> together = new ArrayList<>();
      String next = null;
      do {
        int limit = 1 + random.nextInt(6);
        Paged<R> page = question.apply(new Page(limit, next));
        together.addAll(page.results());
        next = page.next();
        assertThat(page.results()).isNotEmpty();
        writesBetweenThePages(random);
      } while (next != null);
      assertThat(together)
          .as("%s, -Dasof.test.seed=%d", name, SEED)
          .usingRecursiveFieldByFieldElementComparator()
          .isEqualTo(wanted);
    }
  }

  private static <R> Paged<R> page(Answer<R> answer) {
    return new Paged<>(answer.results(), answer.next());
  }

  private static <R> Paged<R> page(Compared<R> answer) {
    return new Paged<>(answer.results(), answer.next());
  }

  @Test
  void pagesOfWhatIsInForceMakeTheWhole() {
    assertPagesMakeTheWhole(
        "in-force",
        page ->
            page(story.history.inForce(story.tenant, Filter.all(), SPRING, Known.latest(), page)));
    assertPagesMakeTheWhole(
        "in-force now",
        page -> page(story.history.inForce(story.tenant, Filter.all(), null, first, page)));
  }

  @Test
  void pagesOfWhatIsInForceArriveAlsoAsTheyCome() {
    assertPagesMakeTheWhole(
        "in-force, streamed",
        page -> {
          List<DocumentInForce> documents = new ArrayList<>();
          String next =
              story.history.inForce(
                  story.tenant,
                  Filter.all(),
                  SPRING,
                  Known.latest(),
                  page,
                  head -> {},
                  documents::add);
          return new Paged<>(documents, next);
        });
  }

  @Test
  void theSourcesOfOneDocumentAreOnOnePage() {
    String next = null;
    do {
      Answer<Citation> page =
          story.history.inForce(story.tenant, Filter.all(), SPRING, first, new Page(1, next));
      assertThat(page.results().stream().map(Citation::document).distinct()).hasSize(1);
      boolean both = page.results().size() == 2;
      assertThat(Story.codes(page).contains("sources-conflict")).isEqualTo(both);
      next = page.next();
    } while (next != null);
  }

  @Test
  void pagesOfTheHistoryMakeTheWhole() {
    Filter document = Filter.document(key(0));
    for (boolean raw : new boolean[] {true, false}) {
      assertPagesMakeTheWhole(
          "history " + raw,
          page -> page(story.history.history(story.tenant, document, Known.latest(), raw, page)));
    }
    assertPagesMakeTheWhole(
        "timeline",
        page -> page(story.history.timeline(story.tenant, document, Known.latest(), page)));
    assertPagesMakeTheWhole(
        "learned",
        page -> page(story.history.learned(story.tenant, document, AUTUMN, Known.latest(), page)));
  }

  @Test
  void pagesOfWhatWasCorrectedMakeTheWhole() {
    assertPagesMakeTheWhole(
        "changes",
        page ->
            page(story.history.changes(story.tenant, Filter.all(), first, Known.latest(), page)));
    assertPagesMakeTheWhole(
        "exposure",
        page -> page(story.history.exposure(story.tenant, corrected, Known.latest(), page)));
  }

  @Test
  void pagesOfADiffMakeTheWhole() {
    History.Asked one = new History.Asked(SPRING, first);
    History.Asked other = new History.Asked(about("2024-07-01"), Known.latest());
    assertPagesMakeTheWhole(
        "diff",
        page -> page(story.history.diff(story.tenant, Filter.all(), one, other, null, page)));
    assertPagesMakeTheWhole(
        "diff, substantive",
        page ->
            page(
                story.history.diff(
                    story.tenant,
                    Filter.all(),
                    one,
                    other,
                    DocumentDiff.Nature.SUBSTANTIVE,
                    page)));
  }

  @Test
  void pagesOfTheDocumentsMakeTheWhole() {
    assertPagesMakeTheWhole(
        "documents",
        page -> page(story.history.documents(story.tenant, "_", Known.latest(), page)));
  }

  @Test
  void aTimeThatWasNotGivenIsReadOnceForAllPages() {
    Answer<Citation> one =
        story.history.inForce(story.tenant, Filter.all(), null, Known.latest(), Page.first(2));
    story.asserts("a", "another", "v", "another", "2024-01-01", null);
    Answer<Citation> two =
        story.history.inForce(
            story.tenant, Filter.all(), null, Known.latest(), new Page(2, one.next()));
    assertThat(two.about()).isEqualTo(one.about());
    assertThat(two.known()).isEqualTo(one.known());
    assertThat(two.token()).isEqualTo(one.token());
    assertThat(two.reading().known().how()).isEqualTo(KnownReading.How.CURSOR);
    assertThat(two.reading().about()).isEqualTo(one.reading().about());
  }

  @Test
  void aCursorOfAnotherQuestionIsRefusedWithWhatDiffers() {
    String next =
        story.history.inForce(story.tenant, Filter.all(), SPRING, first, Page.first(1)).next();
    refused(
        "another about",
        () -> story.history.inForce(story.tenant, Filter.all(), AUTUMN, first, new Page(1, next)));
    refused(
        "another known",
        () ->
            story.history.inForce(
                story.tenant, Filter.all(), SPRING, Known.latest(), new Page(1, next)));
    refused(
        "another source",
        () ->
            story.history.inForce(
                story.tenant, Filter.all().from("a"), SPRING, first, new Page(1, next)));
    refused(
        "of in-force, not of documents",
        () -> story.history.documents(story.tenant, null, first, new Page(1, next)));
    refused(
        "another tenant",
        () ->
            story.history.inForce(
                story.store.createTenant("elsewhere"),
                Filter.all(),
                SPRING,
                first,
                new Page(1, next)));
  }

  @Test
  void aDamagedCursorIsRefused() {
    String next =
        Story.there(
            story.history.inForce(story.tenant, Filter.all(), SPRING, first, Page.first(1)).next());
    Random random = new Random(SEED);
    List<String> damaged =
        new ArrayList<>(List.of("", "x", "not base 64!", next.substring(1), next + "AAAA"));
    for (int i = 0; i < 50; i++) {
      int place = random.nextInt(next.length() - 1);
      char other = next.charAt(place) == 'A' ? 'B' : 'A';
      damaged.add(next.substring(0, place) + other + next.substring(place + 1));
    }
    for (String cursor : damaged) {
      refused(
          "the cursor is damaged",
          () ->
              story.history.inForce(
                  story.tenant, Filter.all(), SPRING, first, new Page(1, cursor)));
    }
  }

  @Test
  void aPageOfNothingIsRefused() {
    refused("a page has 1 result or more, not 0", () -> Page.first(0));
  }

  private static void refused(String why, Runnable question) {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(question::run)
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.BAD_INPUT))
        .withMessageContaining(why);
  }

  @Test
  void resultsArriveWhileTheRestIsStillInTheDatabase() {
    TenantId many = story.store.createTenant("many");
    for (int from = 0; from < 450; from += 150) {
      List<Change> more = new ArrayList<>();
      for (int i = from; i < from + 150; i++) {
        more.add(asserted("a", i, "v1", "2024-01-01"));
      }
      story.store.write(many, Intent.of("assert", "ada"), more);
    }
    assertStreams(
        many,
        (snapshots, each) ->
            InForce.at(snapshots.getLast(), Filter.all(), SPRING).forEach(all(snapshots, each)));
    assertStreams(
        many,
        (snapshots, each) ->
            Changes.forEach(
                snapshots.getFirst(), snapshots.getLast(), Filter.all(), all(snapshots, each)));
    assertStreams(
        many,
        (snapshots, each) ->
            Differences.between(
                    snapshots.getFirst(), SPRING, snapshots.getLast(), SPRING, Filter.all())
                .forEach(null, null, all(snapshots, each)));
  }

  private interface Question {
    void ask(List<Snapshot> snapshots, Runnable each);
  }

  private static <R> Part<R> all(List<Snapshot> snapshots, Runnable each) {
    return new Part<>(
        Cursor.Question.of("test", story.tenant, Filter.all()),
        snapshots,
        null,
        null,
        result -> each.run());
  }

  /// The server still holds the portal of the documents when the first result is handed on, and
  /// never has more than one page of them fetched ahead.
  private static void assertStreams(TenantId tenant, Question question) {
    AtomicBoolean open = new AtomicBoolean();
    int[] given = new int[1];
    story
        .history
        .reader()
        .snapshots(
            tenant,
            List.of(Known.token(0), Known.latest()),
            snapshots -> {
              question.ask(
                  snapshots,
                  () -> {
                    if (given[0]++ == 0) {
                      open.set(
                          snapshots
                              .getFirst()
                              .sql()
                              .fetch("select statement from pg_cursors")
                              .stream()
                              .anyMatch(row -> row.get(0, String.class).contains("document")));
                    }
                  });
              return 0;
            });
    assertThat(given[0]).isEqualTo(450);
    assertThat(open).isTrue();
  }
}
