package dev.asof.index;

import static dev.asof.index.Story.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PassageIndexTest extends WithStory {
  private TenantId tenant;

  @BeforeEach
  void begin() {
    tenant = story.tenant();
  }

  private static final String TWO_SECTIONS =
      "# Notice\n\nThirty days of notice.\n\n# Fees\n\nThe fee is ten.\n";
  private static final String OTHER_FEE =
      "# Notice\n\nThirty days of notice.\n\n# Fees\n\nThe fee is twelve.\n";

  /// Section and text ids of what is in force, as strings.
  private List<String> inForce(
      PassageIndex of, Instant about, Receipt known, ValidityState weakest) {
    return inForce(
        of, TimeRange.at(about), Rectangle.micros(timeOf(known)), known.sequence(), weakest);
  }

  private List<String> inForce(
      PassageIndex of, TimeRange about, long known, long token, ValidityState weakest) {
    try (Lease lease = of.lease(tenant, token)) {
      Query query =
          new BooleanQuery.Builder()
              .add(PassageFields.ofTenant(tenant), BooleanClause.Occur.FILTER)
              .add(
                  PassageFields.inForce(about, known, ValidityState.ASSERTED, weakest),
                  BooleanClause.Occur.FILTER)
              .build();
      List<String> found = new ArrayList<>();
      for (ScoreDoc hit : lease.searcher().search(query, 1_000).scoreDocs) {
        found.add(lease.passage(hit.doc).toString());
      }
      found.sort(Comparator.naturalOrder());
      return found;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private int count(Instant about, Receipt known) {
    return inForce(index, about, known, ValidityState.OBSERVED).size();
  }

  private static Instant timeOf(Receipt receipt) {
    return Objects.requireNonNull(receipt.systemTime());
  }

  @Test
  void aRangeIsInForceFromItsStartToTheMicrosecondBeforeItsEnd() {
    Receipt written =
        story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", "2024-02-01");

    assertThat(count(at("2023-12-31T23:59:59.999999Z"), written)).isZero();
    assertThat(count(at("2024-01-01"), written)).isEqualTo(2);
    assertThat(count(at("2024-01-31T23:59:59.999999Z"), written)).isEqualTo(2);
    assertThat(count(at("2024-02-01"), written)).isZero();
  }

  @Test
  void aBeliefHoldsFromItsTransactionToTheMicrosecondBeforeTheOneThatEndsIt() {
    Receipt first = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    Receipt ended = story.terminates("terms", "site", "2024-01-01");
    long from = Rectangle.micros(timeOf(first));
    long to = Rectangle.micros(timeOf(ended));
    TimeRange about = TimeRange.at(at("2024-06-01"));
    long token = ended.sequence();

    assertThat(inForce(index, about, from - 1, token, ValidityState.OBSERVED)).isEmpty();
    assertThat(inForce(index, about, from, token, ValidityState.OBSERVED)).hasSize(2);
    assertThat(inForce(index, about, to - 1, token, ValidityState.OBSERVED)).hasSize(2);
    assertThat(inForce(index, about, to, token, ValidityState.OBSERVED)).isEmpty();
  }

  @Test
  void aCorrectionTouchesOnlyPassagesWhoseRectanglesChanged() {
    story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    story.asserts("terms", "site", "v2", OTHER_FEE, "2024-06-01", null);
    Receipt other =
        story.asserts("privacy", "site", "p1", "# Data\n\nNone is kept.\n", "2024-01-01", null);
    assertThat(index.catchUp(tenant, other.sequence()).written()).isEqualTo(4);

    Receipt corrected = story.corrects("terms", "site", "v1", "2024-06-01", "2024-07-01");
    CatchUp done = index.catchUp(tenant, corrected.sequence());

    // Both fees moved; the notice is held by both versions, so that nothing changed for it.
    assertThat(done).isEqualTo(new CatchUp(corrected.sequence(), 1, 2, 1, false));
  }

  @Test
  void aTransactionThatTouchesNoDocumentIsFollowedAndWritesNothing() {
    story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    index.catchUp(tenant, 1);
    Receipt set = story.source("site", "Europe/London", 1);

    assertThat(index.catchUp(tenant, set.sequence()))
        .isEqualTo(new CatchUp(set.sequence(), 0, 0, 0, false));
    assertThat(index.status(tenant).lag()).isZero();
  }

  @Test
  void eachGivenServerHasAFolderOfItsOwn() {
    try (PassageIndex given = PassageIndex.of(database.database())) {
      Path of = given.status(tenant).folder();
      assertThat(of.getParent()).isEqualTo(database.settings().home().resolve("index"));
      assertThat(of.getFileName().toString()).matches("[0-9a-f]{16}");
    }
  }

  @Test
  void statusTellsTheLag() {
    story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    assertThat(index.status(tenant))
        .extracting(IndexStatus::usable, IndexStatus::lag)
        .containsExactly(false, 1L);
    index.catchUp(tenant, 1);
    story.terminates("terms", "site", "2024-05-01");

    IndexStatus status = index.status(tenant);
    assertThat(status.usable()).isTrue();
    assertThat(status.lag()).isEqualTo(1);
    assertThat(status.passages()).isEqualTo(2);
  }

  @Test
  void anAssertedTextDecidesOverAnObservedOneAndBothOverAnUnknownOne() {
    story.puts("terms", "site", "u", "# Notice\n\nUnknown notice.\n");
    story.sees("terms", "site", "o", "# Notice\n\nObserved notice.\n", "2024-01-01");
    Receipt last =
        story.asserts(
            "terms", "site", "a", "# Notice\n\nAsserted notice.\n", "2024-03-01", "2024-04-01");

    for (String about : List.of("2023-12-31", "2024-02-01", "2024-03-15", "2024-05-01")) {
      assertThat(inForce(index, at(about), last, ValidityState.UNKNOWN)).as(about).hasSize(1);
    }
    assertThat(count(at("2023-12-31"), last)).as("only the unknown one").isZero();
    String observed = inForce(index, at("2024-02-01"), last, ValidityState.OBSERVED).getFirst();
    String asserted = inForce(index, at("2024-03-15"), last, ValidityState.OBSERVED).getFirst();
    assertThat(asserted).isNotEqualTo(observed);
    assertThat(inForce(index, at("2024-05-01"), last, ValidityState.OBSERVED))
        .containsExactly(observed);
  }

  @Test
  void anAssertedTextStaysEligibleBeneathASightOfAbsence() {
    story.asserts("terms", "site", "a", "# Notice\n\nAsserted notice.\n", "2024-01-01", null);
    Receipt gone = story.findsGone("terms", "site", "2024-03-01");

    assertThat(count(at("2024-04-01"), gone)).isEqualTo(1);
  }

  @Test
  void aSectionIsInForceOnlyWithinTheDatesItStatesItself() {
    Receipt written =
        story.records(
            "terms",
            "site",
            "v1",
            TWO_SECTIONS,
            "2024-01-01",
            null,
            List.of(
                new Change.SectionDate("fees", Story.day("2024-03-01"), Story.day("2024-05-01"))));

    assertThat(count(at("2024-02-01"), written)).isEqualTo(1);
    assertThat(count(at("2024-03-01"), written)).isEqualTo(2);
    assertThat(count(at("2024-05-01"), written)).isEqualTo(1);
  }

  @Test
  void aSectionThatOutlastsItsVersionDecidesOverWhatWasObserved() {
    story.sees("terms", "site", "o", OTHER_FEE, "2023-01-01");
    Receipt written =
        story.records(
            "terms",
            "site",
            "v1",
            TWO_SECTIONS,
            "2024-01-01",
            "2024-02-01",
            List.of(new Change.SectionDate("fees", null, Story.day("2024-03-01"))));

    List<String> during = inForce(index, at("2024-01-15"), written, ValidityState.OBSERVED);
    // The notice is that of the observed text, which is the same; the fee still is that of the
    // version that ended.
    assertThat(inForce(index, at("2024-02-15"), written, ValidityState.OBSERVED))
        .isEqualTo(during)
        .hasSize(2);
    assertThat(inForce(index, at("2024-03-01"), written, ValidityState.OBSERVED))
        .isNotEqualTo(during)
        .hasSize(2);
  }

  @Test
  void aDeletedFolderIsMadeAgainWithTheSameAnswers() throws IOException {
    story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    Receipt last = story.asserts("terms", "site", "v2", OTHER_FEE, "2024-06-01", null);
    List<String> before = inForce(index, at("2024-07-01"), last, ValidityState.UNKNOWN);

    PathUtils.cleanDirectory(folder);
    assertThat(inForce(index, at("2024-07-01"), last, ValidityState.UNKNOWN))
        .isEqualTo(before)
        .hasSize(2);
    PathUtils.deleteDirectory(folder);
    assertThat(inForce(index, at("2024-07-01"), last, ValidityState.UNKNOWN)).isEqualTo(before);
    assertThat(index.rebuild(tenant).written()).isEqualTo(3);
    assertThat(inForce(index, at("2024-07-01"), last, ValidityState.UNKNOWN)).isEqualTo(before);
  }

  @Test
  void aBrokenIndexIsMadeAgain() throws IOException {
    Receipt last = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    index.catchUp(tenant, last.sequence());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path segments :
          files.filter(file -> file.getFileName().toString().startsWith("segments")).toList()) {
        Files.writeString(segments, "no index at all");
      }
    }

    try (PassageIndex reopened = PassageIndex.open(folder, database.database())) {
      assertThat(inForce(reopened, at("2024-07-01"), last, ValidityState.UNKNOWN)).hasSize(2);
    }
  }

  @Test
  void anIndexOfAnotherStoreIsNotUsed() {
    Receipt written = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    assertThat(count(at("2024-07-01"), written)).isEqualTo(2);
    try (TestDatabase other = TestDatabases.create();
        PassageIndex sameFolder = PassageIndex.open(folder, other.database())) {
      Story elsewhere = new Story(other.database(), "elsewhere");
      while (elsewhere.tenant().value() < tenant.value()) {
        elsewhere = new Story(other.database(), "elsewhere" + elsewhere.tenant().value());
      }
      assertThat(elsewhere.tenant()).isEqualTo(tenant);
      Receipt theirs =
          elsewhere.asserts("rules", "site", "r1", "# Rule\n\nOne rule.\n", "2024-01-01", null);

      assertThat(sameFolder.status(tenant).usable()).isFalse();
      assertThat(inForce(sameFolder, at("2024-07-01"), theirs, ValidityState.UNKNOWN)).hasSize(1);
    }
  }

  @Test
  void anIndexAheadOfARestoredBackupIsMadeAgain() {
    story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    Receipt last = story.asserts("terms", "site", "v2", OTHER_FEE, "2024-06-01", null);
    index.catchUp(tenant, last.sequence());
    // As if the second transaction had been taken back by a backup, and another one been written
    // since.
    database.asOwner(sql ->
        sql.execute(
            "update asof.transaction set hash = sha256('another') where tenant = {0} and sequence ="
                + " {1}",
            DSL.val(tenant.value()), DSL.val(last.sequence())));

    assertThat(index.status(tenant).usable()).isFalse();
    CatchUp done = index.catchUp(tenant, last.sequence());
    assertThat(done.afresh()).isTrue();
    assertThat(done.written()).isEqualTo(3);
    assertThat(index.status(tenant))
        .extracting(IndexStatus::usable, IndexStatus::passages)
        .containsExactly(true, 3L);
  }

  @Test
  void askingForATransactionTheDatabaseLacksIsRefused() {
    Receipt written = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);

    assertThatThrownBy(() -> index.lease(tenant, written.sequence() + 1))
        .isInstanceOfSatisfying(Unavailable.class, e -> assertThat(e.code()).isEqualTo(Code.RETRY));
  }

  @Test
  void aWaiterGivesUpAfterABoundedTime() throws IOException {
    Receipt written = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    try (PassageIndex hasty =
            PassageIndex.open(folder, database.database(), Duration.ofMillis(200));
        Directory directory = FSDirectory.open(folder);
        Lock held = directory.obtainLock("write.lock")) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> hasty.lease(tenant, written.sequence()))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("another process");
    }
  }

  @Test
  void twoFollowersOnOneFolderSeeEveryTransaction() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (PassageIndex other = PassageIndex.open(folder, database.database())) {
      List<Future<Integer>> seen = new ArrayList<>();
      for (PassageIndex each : List.of(index, other)) {
        seen.add(
            threads.submit(() -> {
              int most = 0;
              for (int i = 0; i < 15; i++) {
                String document = "document-" + Thread.currentThread().threadId() + "-" + i;
                Receipt written =
                    story.asserts(
                        document,
                        "site",
                        "v1",
                        "# Rule\n\nRule " + document + ".\n",
                        "2024-01-01",
                        null);
                most = inForce(each, at("2024-07-01"), written, ValidityState.OBSERVED).size();
                assertThat(most).isGreaterThan(i);
              }
              return most;
            }));
      }
      for (Future<Integer> each : seen) {
        assertThat(each.get()).isGreaterThanOrEqualTo(15);
      }
      assertThat(index.status(tenant).passages()).isEqualTo(30);
      assertThat(other.status(tenant))
          .extracting(IndexStatus::lag, IndexStatus::passages)
          .containsExactly(0L, 30L);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aProcessKilledWhileWritingLeavesTheLastCommitAndNoLock() throws Exception {
    Receipt first = story.asserts("terms", "site", "v1", TWO_SECTIONS, "2024-01-01", null);
    assertThat(count(at("2024-07-01"), first)).isEqualTo(2);
    Process straggler =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Straggler.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    try (var says = straggler.inputReader()) {
      assertThat(says.lines().filter(Straggler.WRITING::equals).findFirst()).isPresent();
      straggler.destroyForcibly().waitFor();
    }

    Receipt next = story.terminates("terms", "site", "2024-03-01");
    assertThat(count(at("2024-02-01"), next)).isEqualTo(2);
    assertThat(count(at("2024-07-01"), next)).isZero();
    assertThat(index.status(tenant).passages()).isEqualTo(2);
  }
}
