package dev.asof.intake.watch;

import static dev.asof.intake.watch.WatchStory.QUICK;
import static dev.asof.intake.watch.WatchStory.allowing;
import static dev.asof.intake.watch.WatchStory.found;
import static dev.asof.intake.watch.WatchStory.watch;
import static dev.asof.intake.watch.WatchStory.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.WatchedPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What sites do to those who ask.
class WatcherNetworkTest {

  private static final String PAGE = "<html><body><p>You may copy.</p></body></html>";

  private static TestDatabase home;
  private Site site;
  private WatchStory story;

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
    site.close();
    story.verify();
  }

  private static WatchOptions within(Duration whole) {
    return new WatchOptions(
        QUICK.agent(),
        QUICK.contact(),
        whole,
        whole,
        whole,
        QUICK.mostBytes(),
        QUICK.delay(),
        true,
        QUICK.parallel(),
        QUICK.poll());
  }

  private static WatchOptions pausing(Duration delay) {
    return new WatchOptions(
        QUICK.agent(),
        QUICK.contact(),
        QUICK.connect(),
        QUICK.silence(),
        QUICK.whole(),
        QUICK.mostBytes(),
        delay,
        true,
        4,
        QUICK.poll());
  }

  private static void head(OutputStream out, String head) throws IOException {
    out.write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  // Redirects

  @Test
  void aPermanentRedirectIsFollowedAndNotedAndTheDocumentStaysOne() {
    site.html("/old", PAGE);
    story.add("terms", site.url("/old"));
    story.run();
    site.redirect("/old", 301, "/between")
        .redirect("/between", 308, site.url("/new"))
        .validated("/new", PAGE, "\"n\"");
    WatchReport report = story.run();
    assertThat(found(report)).isEqualTo("unchanged");
    assertThat(report.looks().getFirst().movedTo()).isEqualTo(site.url("/new"));
    WatchedPage page = story.page("terms");
    assertThat(page.watch().url()).hasToString(site.url("/old"));
    assertThat(page.standing().movedTo()).isEqualTo(site.url("/new"));
    assertThat(page.standing().finalUrl()).isEqualTo(site.url("/new"));
    assertThat(found(story.run())).isEqualTo("unchanged");
    assertThat(site.header("If-None-Match")).contains("\"n\"");
    assertThat(story.runs("terms")).containsExactly("You may copy.");
  }

  @Test
  void aTemporaryRedirectIsFollowedAndIsNoMove() {
    site.redirect("/old", 302, "/day?x=1").redirect("/day?x=1", 301, "/new").html("/new", PAGE);
    story.add("terms", site.url("/old"));
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(story.page("terms").standing().movedTo()).isNull();
    assertThat(story.page("terms").standing().finalUrl()).isEqualTo(site.url("/new"));
  }

  @Test
  void validatorsAreNotSentToAnotherPlaceThanTheyCameFrom() {
    site.validated("/old", PAGE, "\"old\"");
    story.add("terms", site.url("/old"));
    story.run();
    site.redirect("/old", 302, "/new").html("/new", PAGE);
    story.run();
    assertThat(site.header("If-None-Match")).isEmpty();
  }

  @Test
  void redirectsInACircleOrWithoutEndAreFailures() {
    site.redirect("/a", 302, "/b").redirect("/b", 302, "/a");
    story.add("circle", site.url("/a"));
    for (int i = 0; i < 20; i++) {
      site.redirect("/far" + i, 302, "/far" + (i + 1));
    }
    story.add("far", site.url("/far0"));
    site.redirect("/nowhere", 302, "");
    story.add("nowhere", site.url("/nowhere"));
    site.redirect("/odd", 302, "mailto:ada@example.org");
    story.add("odd", site.url("/odd"));
    site.redirect("/named", 302, "http://ada:secret@127.0.0.1/");
    story.add("named", site.url("/named"));
    story.run();
    assertThat(story.looks("circle"))
        .containsExactly("failed: its redirects lead in a circle, to " + site.url("/a"));
    assertThat(story.looks("far")).containsExactly("failed: it redirects more than 10 times");
    assertThat(story.looks("nowhere"))
        .singleElement()
        .asString()
        .endsWith("without saying where to");
    assertThat(story.looks("odd")).singleElement().asString().contains("no address of a page");
    assertThat(story.looks("named")).singleElement().asString().contains("no address of a page");
  }

  @Test
  void aRedirectToAnotherHostIsFollowedOnlyWhereItIsAllowedAndIsListedAnyway() {
    String other = site.url("/new").replace("127.0.0.1", "localhost");
    site.html("/new", PAGE).redirect("/old", 301, other);
    story.add("refused", site.url("/old"));
    story.pages.add(
        story.tenant,
        allowing(watch("allowed", site.url("/old")), WatchedPage.Allowance.OTHER_HOST));
    story.run();
    assertThat(story.looks("refused"))
        .containsExactly(
            "failed: it redirects to another host, "
                + other
                + ", which is not followed without --allow other-host");
    assertThat(story.page("refused").standing().movedTo()).isEqualTo(other);
    assertThat(story.texts("allowed")).containsExactly("You may copy.");
  }

  @Test
  void aRedirectFromHttpsToHttpIsFollowedOnlyWhereItIsAllowed() {
    WatchedPage.Watch page = watch("terms", "https://example.org/a");
    URI plain = URI.create("http://example.org/a");
    assertThat(Fetcher.refusal(page, page.url(), plain))
        .isEqualTo(
            "it redirects from https to http://example.org/a, which is not followed without --allow"
                + " http");
    assertThat(Fetcher.refusal(allowing(page, WatchedPage.Allowance.HTTP), page.url(), plain))
        .isNull();
    assertThat(Fetcher.refusal(page, plain, page.url())).isNull();
    assertThat(Fetcher.refusal(page, page.url(), URI.create("https://example.org:8443/a")))
        .contains("another host");
    assertThat(Fetcher.refusal(page, page.url(), URI.create("https://EXAMPLE.org:443/a"))).isNull();
  }

  @Test
  void aSecureConnectionThatDoesNotComeAboutIsAFailure() {
    story.add("terms", site.greeting("220 mail.example.org ESMTP\r\n"));
    assertThat(why(story.run())).contains("no secure connection to 127.0.0.1: ");
  }

  // This machine and its networks

  @Test
  void addressesOfThisMachineAreNotAskedUnlessThatIsAllowed() {
    site.html("/page", PAGE);
    story.add("terms", site.url("/page"));
    story.add("named", site.url("/page").replace("127.0.0.1", "localhost"));
    WatchOptions careful =
        new WatchOptions(
            "asof",
            null,
            QUICK.connect(),
            QUICK.silence(),
            QUICK.whole(),
            QUICK.mostBytes(),
            QUICK.delay(),
            false,
            1,
            QUICK.poll());
    assertThat(story.run(careful).failed()).isEqualTo(2);
    assertThat(site.asked).isEmpty();
    assertThat(story.looks("terms"))
        .singleElement()
        .asString()
        .contains("127.0.0.1 is of this machine or of a private network", "--allow-private");
  }

  @Test
  void aHostThatIsNotKnownOrDoesNotAnswerIsAFailure() {
    story.add("unknown", "http://no-such-host.invalid/");
    story.add("closed", "http://127.0.0.1:1/");
    story.run();
    assertThat(story.looks("unknown").getFirst())
        .contains("its host no-such-host.invalid is not known");
    assertThat(story.looks("closed").getFirst())
        .contains("no connection to 127.0.0.1 could be made");
  }

  // Time and size

  @Test
  void aServerThatHangsOrDripsIsGivenUpInTime() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    story.add("hangs", site.raw(out -> over.await()));
    story.add(
        "drips",
        site.raw(out -> {
          head(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000");
          while (over.getCount() > 0) {
            out.write('x');
            out.flush();
            Thread.sleep(50);
          }
        }));
    story.add(
        "drips-headers",
        site.raw(out -> {
          out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
          while (over.getCount() > 0) {
            out.write("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            Thread.sleep(50);
          }
        }));
    story.run(within(Duration.ofMillis(700)));
    over.countDown();
    assertThat(story.looks("hangs").getFirst())
        .isIn("failed: it took longer than 700 ms", "failed: nothing more came in time");
    assertThat(story.looks("drips")).containsExactly("failed: it took longer than 700 ms");
    assertThat(story.looks("drips-headers").getFirst()).startsWith("failed: ");
  }

  @Test
  void aPageThatIsTooLargeIsNotReadToItsEnd() {
    AtomicInteger written = new AtomicInteger();
    story.add(
        "endless",
        site.raw(out -> {
          head(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html");
          byte[] more = new byte[10_000];
          Arrays.fill(more, (byte) 'x');
          while (written.addAndGet(more.length) < 1_000_000_000) {
            out.write(more);
          }
        }));
    assertThat(why(story.run())).isEqualTo("it has more than the 200000 bytes that are read");
    assertThat(written).hasValueLessThan(1_000_000_000);
  }

  @Test
  void packedPagesAreUnpackedUpToTheSameSize() throws IOException {
    byte[] page = PAGE.getBytes(StandardCharsets.UTF_8);
    packed("gzip", "gzip", Site.gzip(page));
    packed("zlib", "deflate", deflated(page, false));
    packed("bare", "deflate", deflated(page, true));
    packed("bomb", "gzip", Site.gzip(new byte[50_000_000]));
    packed("cut", "gzip", Arrays.copyOf(Site.gzip(page), 40));
    packed("no-gzip", "gzip", page);
    packed("brotli", "br", page);
    story.run();
    assertThat(site.header("Accept-Encoding")).contains("gzip, deflate");
    for (String good : List.of("gzip", "zlib", "bare")) {
      assertThat(story.texts(good)).as(good).containsExactly("You may copy.");
    }
    assertThat(story.looks("bomb"))
        .containsExactly("failed: it has more than the 200000 bytes that are read");
    for (String bad : List.of("cut", "no-gzip")) {
      assertThat(story.looks(bad))
          .as(bad)
          .containsExactly("failed: what was sent as gzip is damaged or cut off");
    }
    assertThat(story.looks("brotli").getFirst()).contains("sent as br, which was not asked for");
  }

  private void packed(String document, String coding, byte[] body) {
    site.on(
        "/" + document,
        exchange ->
            Site.answer(
                exchange,
                200,
                body,
                Map.of("Content-Type", "text/html", "Content-Encoding", coding)));
    story.add(document, site.url("/" + document));
  }

  private static byte[] deflated(byte[] bytes, boolean bare) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out =
        new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_COMPRESSION, bare))) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @Test
  void anAnswerThatLiesAboutItsLengthOrIsCutOffIsAFailureAndNoText() {
    byte[] page = PAGE.getBytes(StandardCharsets.UTF_8);
    story.add(
        "long",
        site.raw(out -> {
          head(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000");
          out.write(page);
        }));
    story.add(
        "chunks",
        site.raw(out -> {
          head(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked");
          out.write("40\r\n<html><body>You may".getBytes(StandardCharsets.US_ASCII));
        }));
    story.add(
        "negative",
        site.raw(out -> {
          head(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: -7");
          out.write(page);
        }));
    story.add("silent", site.raw(out -> {}));
    story.add("smtp", site.raw(out -> head(out, "220 mail.example.org ESMTP")));
    story.add(
        "headers",
        site.raw(out -> {
          out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
          for (int i = 0; i < 10_000; i++) {
            out.write(("X-" + i + ": y\r\n").getBytes(StandardCharsets.US_ASCII));
          }
          head(out, "");
          out.write(page);
        }));
    WatchReport report = story.run();
    assertThat(report.failed()).isEqualTo(6);
    assertThat(story.looks("long")).containsExactly("failed: the answer was cut off");
    assertThat(story.looks("chunks").getFirst()).contains("cut off");
    assertThat(story.looks("silent").getFirst()).contains("without an answer");
    assertThat(story.lines("select 1 from asof.version")).isEmpty();
  }

  // Manners

  @Test
  void whoAsksSaysWhoItIsAndWhomToWriteTo() {
    site.html("/page", PAGE);
    story.add("terms", site.url("/page"));
    story.run();
    assertThat(site.header("User-Agent")).contains("asof (+https://example.org/robot)");
    assertThat(site.header("Cookie")).isEmpty();
  }

  @Test
  void robotsTxtIsObeyedByTheGroupOfTheNameAndTheLongestRule() {
    site.robots(
        """
        User-agent: *
        Disallow: /

        User-agent: ASOF
        Disallow: /private
        Allow: /private/terms
        Disallow: /*.php$
        """);
    for (String path : List.of("/open", "/private/a", "/private/terms", "/a.php", "/a.php5")) {
      site.html(path, PAGE);
      story.add(path, site.url(path));
    }
    story.run();
    assertThat(site.asked)
        .containsExactlyInAnyOrder(
            "GET /robots.txt", "GET /open", "GET /private/terms", "GET /a.php5");
    assertThat(story.looks("/private/a"))
        .containsExactly("failed: its site does not let asof read it (robots.txt)");
    WatchOptions other =
        new WatchOptions(
            "other",
            null,
            QUICK.connect(),
            QUICK.silence(),
            QUICK.whole(),
            QUICK.mostBytes(),
            QUICK.delay(),
            true,
            1,
            QUICK.poll());
    assertThat(story.run(other).failed()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410})
  void aMissingRobotsTxtForbidsNothing(int status) {
    site.status("/robots.txt", status).html("/page", PAGE);
    story.add("terms", site.url("/page"));
    assertThat(found(story.run())).isEqualTo("changed");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void aRobotsTxtThatCannotBeHadForbidsEverything(int status) {
    site.status("/robots.txt", status).html("/page", PAGE);
    story.add("terms", site.url("/page"));
    assertThat(why(story.run()))
        .startsWith(
            "the robots.txt of its site cannot be had, which forbids everything: " + status);
    assertThat(site.count("/page")).isZero();
  }

  @Test
  void aRobotsTxtThatMovedIsFollowedAndAskedForOnce() {
    site.redirect("/robots.txt", 301, "/rules")
        .on(
            "/rules",
            exchange -> Site.answer(exchange, 200, "User-agent: *\nDisallow: /b\n", Map.of()));
    site.html("/a", PAGE).html("/b", PAGE).html("/c", PAGE);
    List.of("a", "b", "c").forEach(one -> story.add(one, site.url("/" + one)));
    assertThat(story.run().failed()).isEqualTo(1);
    assertThat(site.count("/robots.txt")).isEqualTo(1);
  }

  @Test
  void aRedirectIsHeldAgainstRobotsTxtToo() {
    site.robots("User-agent: *\nDisallow: /hidden\n")
        .redirect("/open", 302, "/hidden/page")
        .html("/hidden/page", PAGE);
    story.add("terms", site.url("/open"));
    assertThat(why(story.run())).contains("robots.txt");
    assertThat(site.count("/hidden/page")).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void aHostThatWantsToBeLeftAloneIsAndItsOtherPagesArePutOff(int status) {
    site.on("/a", exchange -> Site.answer(exchange, status, "", Map.of("Retry-After", "7200")))
        .html("/b", PAGE);
    story.add("a", site.url("/a")).add("b", site.url("/b"));
    WatchReport report = story.run();
    assertThat(report.looked()).isEqualTo(1);
    assertThat(report.putOff()).isEqualTo(1);
    assertThat(site.count("/b")).isZero();
    assertThat(story.looks("a").getFirst()).startsWith("failed: " + status);
    assertThat(
            story.lines(
                "select document_key from asof.watched_page where next_due < now() + interval '119"
                    + " minutes'"))
        .isEmpty();
    assertThat(story.runDue().looks()).isEmpty();
  }

  @Test
  void retryAfterIsReadAsSecondsOrAsADateAndHasItsLimits() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    String inAnHour =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusSeconds(3600).atOffset(ZoneOffset.UTC));
    for (var expected :
        Map.of(
                "90",
                90L,
                inAnHour,
                3600L,
                "Thu, 01 Jan 1970 00:00:00 GMT",
                1L,
                "99999999999999999999",
                604_800L,
                "soon",
                300L,
                "-5",
                300L)
            .entrySet()) {
      site.on(
          "/page",
          exchange -> Site.answer(exchange, 503, "", Map.of("Retry-After", expected.getKey())));
      try (Web web = new Web(QUICK)) {
        Fetched fetched =
            new Fetcher(QUICK, web, Clock.fixed(now, ZoneOffset.UTC))
                .fetch(watch("x", site.url("/page")), null);
        assertThat(((Fetched.Failed) fetched).retryAfter())
            .as(expected.getKey())
            .isEqualTo(Duration.ofSeconds(expected.getValue()));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aHostIsAskedOneAtATimeWithAPauseHoweverManyLookAtOnce() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Long> starts = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 5; i++) {
      site.on(
          "/p" + i,
          exchange -> {
            starts.add(System.nanoTime());
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
              Thread.sleep(20);
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            now.decrementAndGet();
            Site.answer(exchange, 200, PAGE, Map.of("Content-Type", "text/html"));
          });
      story.add("p" + i, site.url("/p" + i));
    }
    assertThat(story.run(pausing(Duration.ofMillis(100))).changed()).isEqualTo(5);
    assertThat(most).hasValue(1);
    for (int i = 1; i < starts.size(); i++) {
      assertThat(starts.get(i) - starts.get(i - 1)).isGreaterThanOrEqualTo(100_000_000L);
    }
  }
}
