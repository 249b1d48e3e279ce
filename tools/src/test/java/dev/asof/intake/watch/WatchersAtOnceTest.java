package dev.asof.intake.watch;

import static dev.asof.intake.watch.WatchStory.QUICK;
import static dev.asof.intake.watch.WatchStory.found;
import static dev.asof.intake.watch.WatchStory.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Unavailable;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.WatchedPage;
import dev.asof.write.WatchedPages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several that look at once, that are killed, that go on and on, and that are told to end.
class WatchersAtOnceTest {

  private static final String PAGE = "<html><body><p>You may copy.</p></body></html>";

  private static TestDatabase home;
  private Site site;
  private WatchStory story;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answer = new CountDownLatch(1);

  @BeforeAll
  static void openDatabase() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void closeDatabase() {
    home.close();
  }

  @BeforeEach
  void open() {
    site = new Site();
    story = new WatchStory(home);
  }

  @AfterEach
  void close() throws Exception {
    answer.countDown();
    site.close();
    story.verify();
  }

  private static WatchOptions parallel(int threads) {
    return new WatchOptions(
        QUICK.agent(),
        QUICK.contact(),
        QUICK.connect(),
        QUICK.silence(),
        QUICK.whole(),
        QUICK.mostBytes(),
        QUICK.delay(),
        true,
        threads,
        QUICK.poll());
  }

  /// A page that is answered when the test says so.
  private void waiting(String path) {
    site.on(
        path,
        exchange -> {
          asked.countDown();
          try {
            answer.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          Site.answer(exchange, 200, PAGE, Map.of("Content-Type", "text/html"));
        });
  }

  private void endLeases() {
    home.asOwner(sql ->
        sql.execute(
            "update asof.watched_page set leased_until = now() - interval '1 second' where lease is"
                + " not null"));
  }

  private void isDue(String document) {
    home.asOwner(sql ->
        sql.execute(
            "update asof.watched_page set next_due = now() - interval '1 second' where document_key"
                + " = {0}",
            org.jooq.impl.DSL.val(document)));
  }

  @Test
  void severalRunsAtOnceLookAtNoPageTwice() {
    int pages = 40;
    for (int i = 0; i < pages; i++) {
      site.html("/p" + i, PAGE);
      story.add("p" + i, site.url("/p" + i));
    }
    List<CompletableFuture<WatchReport>> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(
          CompletableFuture.supplyAsync(() -> {
            try (Watcher watcher = story.watcher(parallel(2))) {
              return watcher.run(null, true, look -> {});
            }
          }));
    }
    assertThat(runs.stream().mapToInt(run -> run.join().looked()).sum()).isEqualTo(pages);
    for (int i = 0; i < pages; i++) {
      assertThat(site.count("/p" + i)).isEqualTo(1);
      assertThat(story.looks("p" + i)).containsExactly("seen");
    }
  }

  @Test
  void aPageThatIsTakenIsTakenAgainWhenItsLeaseIsOverAndTheLateLookIsGivenUp() throws Exception {
    waiting("/page");
    story.add("terms", site.url("/page"));
    CompletableFuture<WatchReport> late = CompletableFuture.supplyAsync(story::run);
    assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(story.page("terms").standing().underWay()).isTrue();
    assertThat(story.run().looks()).isEmpty();
    endLeases();
    site.html("/page", PAGE);
    assertThat(found(story.run())).isEqualTo("changed");
    answer.countDown();
    assertThat(found(late.get(30, TimeUnit.SECONDS))).isEqualTo("given-up");
    assertThat(story.looks("terms")).containsExactly("seen");
  }

  @Test
  void aLookIsWrittenWithThePageOrNotAtAll() {
    story.add("terms", site.url("/page"));
    WatchedPages.Which all = new WatchedPages.Which(null, true, story.pages.now(story.tenant));
    WatchedPage.Claimed first =
        story.pages.claim(story.tenant, all, Duration.ofMinutes(1)).orElseThrow();
    assertThat(story.pages.claim(story.tenant, all, Duration.ofMinutes(1))).isEmpty();
    endLeases();
    assertThat(story.pages.claim(story.tenant, all, Duration.ofMinutes(1))).isPresent();
    assertThat(story.pages.renew(story.tenant, first, Duration.ofMinutes(1))).isFalse();
    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() ->
            story.pages.finish(
                story.tenant,
                Intent.of("observe", "ada"),
                first,
                new Change.Seen.Failed("late"),
                new WatchedPages.Left(
                    WatchedPage.Outcome.FAILED, "late", null, Duration.ofMinutes(5), null)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.MOVED_ON));
    assertThat(story.lines("select 1 from asof.observation")).isEmpty();
    assertThat(story.lines("select 1 from asof.document")).isEmpty();
  }

  @Test
  void aPageThatIsRemovedWhileItIsLookedAtIsNotRecorded() throws Exception {
    waiting("/page");
    story.add("terms", site.url("/page"));
    CompletableFuture<WatchReport> run = CompletableFuture.supplyAsync(story::run);
    assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
    story.pages.remove(story.tenant, place("terms"));
    answer.countDown();
    assertThat(found(run.get(30, TimeUnit.SECONDS))).isEqualTo("given-up");
    assertThat(story.lines("select 1 from asof.observation")).isEmpty();
  }

  @Test
  void aProcessThatIsKilledLeavesNothingHalfWrittenAndTheNextRunGoesOn(@TempDir Path folder)
      throws Exception {
    site.html("/first", PAGE);
    waiting("/page");
    story.add("first", site.url("/first"));
    assertThat(story.runDue().looked()).isEqualTo(1);
    story.add("terms", site.url("/page"));
    Process process = commandLine(folder, "watch", "run", "--allow-private", "--delay", "0s");
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    process.destroyForcibly().waitFor();
    assertThat(
            story.lines(
                "select 1 from asof.observation join asof.document using (tenant, document_id)"
                    + " where key = 'terms'"))
        .isEmpty();
    site.html("/page", PAGE);
    assertThat(story.runDue().looks()).isEmpty();
    endLeases();
    assertThat(found(story.runDue())).isEqualTo("changed");
    assertThat(story.looks("terms")).containsExactly("seen");
  }

  private Process commandLine(Path folder, String... words) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.asof.cli.Main"));
    line.addAll(List.of(words));
    line.add("--tenant");
    line.add(
        story
            .lines("select name from asof.tenant where tenant = {0}", story.tenant.value())
            .getFirst());
    ProcessBuilder builder = new ProcessBuilder(line);
    Map<String, String> environment = builder.environment();
    environment.put("ASOF_HOME", folder.toString());
    environment.put("ASOF_RESIDENT", "off");
    environment.put("ASOF_JDBC_URL", String.valueOf(home.settings().jdbcUrl()));
    environment.put("ASOF_DB_USER", String.valueOf(home.settings().user()));
    environment.put("ASOF_DB_PASSWORD", String.valueOf(home.settings().password()));
    builder.redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("out").toFile());
    return builder.start();
  }

  @Test
  void aLoopLooksAtAPageWheneverItIsDueAndAtOneThatIsAddedMeanwhile() throws Exception {
    site.html("/one", PAGE).html("/two", PAGE);
    story.add("one", site.url("/one"));
    BlockingQueue<Look> looks = new LinkedBlockingQueue<>();
    WatchLoop loop = new WatchLoop(story.watcher(parallel(2)), looks::add, fault -> {}).start();
    assertThat(next(looks)).isEqualTo("one changed");
    story.add("two", site.url("/two"));
    assertThat(next(looks)).isEqualTo("two changed");
    isDue("one");
    assertThat(next(looks)).isEqualTo("one unchanged");
    assertThat(loop.isRunning()).isTrue();
    loop.close();
    assertThat(loop.isRunning()).isFalse();
    isDue("one");
    assertThat(looks).isEmpty();
    assertThat(site.count("/one")).isEqualTo(2);
  }

  private static String next(BlockingQueue<Look> looks) throws InterruptedException {
    Look look = looks.poll(60, TimeUnit.SECONDS);
    assertThat(look).isNotNull();
    return look.document() + " " + look.found();
  }

  @Test
  void aLoopThatEndsGivesUpWhatItAsksForAndRecordsNoFailure() throws Exception {
    waiting("/page");
    story.add("terms", site.url("/page"));
    BlockingQueue<Look> looks = new LinkedBlockingQueue<>();
    WatchLoop loop = new WatchLoop(story.watcher(QUICK), looks::add, fault -> {}).start();
    assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
    Instant before = Instant.now(java.time.Clock.systemUTC());
    loop.close();
    assertThat(loop.isRunning()).isFalse();
    assertThat(Duration.between(before, Instant.now(java.time.Clock.systemUTC())))
        .isLessThan(QUICK.whole());
    assertThat(looks).isEmpty();
    assertThat(story.lines("select 1 from asof.observation")).isEmpty();
    assertThat(story.page("terms").standing().underWay()).isFalse();
    site.html("/page", PAGE);
    assertThat(found(story.runDue())).isEqualTo("changed");
  }

  @Test
  void aRunThatIsInterruptedGivesBackWhatItHas() throws Exception {
    waiting("/page");
    story.add("terms", site.url("/page"));
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          try {
            story.run();
            ended.complete(new AssertionError("it was not interrupted"));
          } catch (RuntimeException e) {
            ended.complete(e);
          }
        });
    thread.start();
    assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(Unavailable.class);
    assertThat(story.page("terms").standing().underWay()).isFalse();
    assertThat(story.lines("select 1 from asof.observation")).isEmpty();
  }
}
