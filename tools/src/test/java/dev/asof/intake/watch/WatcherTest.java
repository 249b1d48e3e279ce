package dev.asof.intake.watch;

import static dev.asof.intake.watch.WatchStory.found;
import static dev.asof.intake.watch.WatchStory.place;
import static dev.asof.intake.watch.WatchStory.selecting;
import static dev.asof.intake.watch.WatchStory.watch;
import static dev.asof.intake.watch.WatchStory.why;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Conflict;
import dev.asof.intake.extract.Samples;
import dev.asof.schema.Caller;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Eraser;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import dev.asof.write.WatchedPage;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What looks at pages record.
class WatcherTest {

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

  private static String page(String words) {
    return "<!doctype html><html"
        + " lang=en><head><title>Terms</title></head><body><nav>Shop</nav><main>"
        + words
        + "</main><footer>Imprint</footer></body></html>";
  }

  @Test
  void aPageThatChangesOpensARunAndOneThatDoesNotIsSeenAgain() {
    site.html("/terms", page("You may copy."));
    story.add("terms", site.url("/terms"));
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(found(story.run())).isEqualTo("unchanged");
    site.html("/terms", page("You may not copy."));
    assertThat(found(story.run())).isEqualTo("changed");
    site.html("/terms", page("You may copy."));
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(story.looks("terms")).containsExactly("seen", "seen", "seen", "seen");
    assertThat(story.runs("terms"))
        .containsExactly("You may copy.", "You may not copy.", "You may copy.");
    assertThat(story.texts("terms")).containsExactly("You may copy.", "You may not copy.");
  }

  @Test
  void aConditionalRequestThatIsAnsweredWith304IsALookAtTheSameText() {
    site.validated("/terms", page("You may copy."), "\"1\"");
    story.add("terms", site.url("/terms"));
    story.run();
    assertThat(site.header("If-None-Match")).isEmpty();
    assertThat(found(story.run())).isEqualTo("unchanged");
    assertThat(site.header("If-None-Match")).contains("\"1\"");
    site.validated("/terms", page("You may not copy."), "\"2\"");
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(story.looks("terms")).containsExactly("seen", "seen", "seen");
    assertThat(story.runs("terms")).containsExactly("You may copy.", "You may not copy.");
  }

  @Test
  void aPageIsAskedForAsAWholeOnceAWeekHoweverItsServerAnswers() {
    site.validated("/terms", page("You may copy."), "\"1\"");
    story.add("terms", site.url("/terms"));
    story.run();
    home.asOwner(
        sql -> sql.execute("update asof.watched_page set fetched = now() - interval '8 days'"));
    // Its server says the same of another text.
    site.validated("/terms", page("You may not copy."), "\"1\"");
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(site.header("If-None-Match")).isEmpty();
    story.run();
    assertThat(site.header("If-None-Match")).contains("\"1\"");
  }

  @Test
  void lastModifiedIsSentBackAsItCameAndNeverADateOfValidity() {
    String lie = "Sat, 01 Jan 2095 00:00:00 GMT";
    site.on(
        "/terms",
        exchange ->
            Site.answer(
                exchange,
                200,
                "<html><head><meta property='article:published_time' content='1999-01-01'>"
                    + "</head><body><p>Effective January 1, 1999. <time itemprop=datePublished"
                    + " datetime=1998-05-05>then</time></p></body></html>",
                Map.of("Content-Type", "text/html", "Last-Modified", lie)));
    story.add("terms", site.url("/terms"));
    story.run();
    story.run();
    assertThat(site.header("If-Modified-Since")).contains(lie);
    assertThat(story.provenance("terms"))
        .singleElement()
        .asString()
        .contains(
            "\"last_modified\":\"" + lie + "\"",
            "\"article:published_time\":\"1999-01-01\"",
            "\"datePublished\":\"1998-05-05\"");
    assertThat(
            story.lines(
                "select count(*) from asof.document_validity where state <> 'observed' or"
                    + " lower(valid_during) < now() - interval '1 hour'"))
        .containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410})
  void aPageThatIsGoneOpensARunOfNothingAndCanComeBack(int status) {
    site.html("/terms", page("You may copy."));
    story.add("terms", site.url("/terms"));
    story.run();
    site.status("/terms", status);
    assertThat(found(story.run())).isEqualTo("gone");
    assertThat(story.runs("terms")).containsExactly("You may copy.", "gone");
    site.html("/terms", page("You may copy."));
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(story.runs("terms")).containsExactly("You may copy.", "gone", "You may copy.");
    assertThat(story.texts("terms")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 500, 502, 204, 206, 300})
  void anyOtherAnswerIsLoggedAndSaysNothingAboutThePage(int status) {
    site.html("/terms", page("You may copy."));
    story.add("terms", site.url("/terms"));
    story.run();
    site.status("/terms", status);
    assertThat(why(story.run())).startsWith(Integer.toString(status));
    assertThat(story.runs("terms")).containsExactly("You may copy.");
    assertThat(story.looks("terms").getLast()).startsWith("failed: " + status);
  }

  @Test
  void aFailureIsTriedAgainSoonAndLaterEachTime() {
    assertThat(Looker.retry(0, Duration.ofDays(1), null)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Looker.retry(3, Duration.ofDays(1), null)).isEqualTo(Duration.ofMinutes(40));
    assertThat(Looker.retry(900, Duration.ofDays(1), null)).isEqualTo(Duration.ofDays(1));
    assertThat(Looker.retry(0, Duration.ofMinutes(1), null)).isEqualTo(Duration.ofMinutes(1));
    assertThat(Looker.retry(0, Duration.ofDays(1), Duration.ofHours(3)))
        .isEqualTo(Duration.ofHours(3));
    site.status("/terms", 500);
    story.add("terms", site.url("/terms"));
    story.run();
    story.run();
    assertThat(story.page("terms").standing().failures()).isEqualTo(2);
    assertThat(story.runDue().looks()).isEmpty();
    site.html("/terms", page("You may copy."));
    story.run();
    assertThat(story.page("terms").standing().failures()).isZero();
  }

  @Test
  void onlyWhatIsDueIsLookedAt() {
    site.html("/one", page("One.")).html("/two", page("Two."));
    story.add("one", site.url("/one"));
    assertThat(story.runDue().looked()).isEqualTo(1);
    story.add("two", site.url("/two"));
    assertThat(story.runDue().looks())
        .singleElement()
        .satisfies(look -> assertThat(look.document()).isEqualTo("two"));
    assertThat(story.runDue().looks()).isEmpty();
    WatchedPage page = story.page("one");
    assertThat(Duration.between(page.standing().looked(), page.standing().nextDue()))
        .isEqualTo(Duration.ofDays(1));
  }

  @Test
  void aSelectorThatFindsNothingIsAFailedLookAndNeverAnEmptyText() {
    site.html("/terms", page("<div class=legal>You may copy.</div>"));
    story.add("terms", site.url("/terms"));
    story.pages.set(story.tenant, place("terms"), selecting(".legal"));
    story.run();
    site.html("/terms", page("<div class=other>We are redesigning.</div>"));
    assertThat(why(story.run())).isEqualTo("nothing in the page fits the selector .legal");
    site.html("/terms", page("<div class=legal> <img src=x> </div>"));
    assertThat(why(story.run())).isEqualTo("the page holds no text in .legal");
    site.html("/terms", "");
    site.on(
        "/terms", exchange -> Site.answer(exchange, 200, "", Map.of("Content-Type", "text/html")));
    assertThat(why(story.run())).isEqualTo("the page is empty");
    assertThat(story.runs("terms")).containsExactly("You may copy.");
  }

  @Test
  void whatIsLeftOutIsNotPartOfTheText() {
    site.html("/terms", page("<p>You may copy.</p><p class=related>See also: 3 new posts</p>"));
    WatchedPage.Watch plain = watch("terms", site.url("/terms"));
    story.pages.add(
        story.tenant,
        new WatchedPage.Watch(
            plain.place(),
            plain.url(),
            null,
            ".related",
            null,
            "Our terms",
            "de",
            Set.of(),
            plain.every()));
    story.run();
    site.html("/terms", page("<p>You may copy.</p><p class=related>See also: 9 new posts</p>"));
    assertThat(found(story.run())).isEqualTo("unchanged");
    assertThat(story.lines("select concat_ws(' ', title, language) from asof.version"))
        .containsExactly("Our terms en");
  }

  @Test
  void aPageWithoutTheWordsItAlwaysHasIsTakenForAnotherOne() {
    site.html("/terms", page("<h1>Terms of\n service</h1><p>You may copy.</p>"));
    WatchedPage.Watch plain = watch("terms", site.url("/terms"));
    story.pages.add(
        story.tenant,
        new WatchedPage.Watch(
            plain.place(),
            plain.url(),
            null,
            null,
            "Terms of service",
            null,
            null,
            Set.of(),
            plain.every()));
    assertThat(found(story.run())).isEqualTo("changed");
    site.html("/terms", page("<h1>Sign in</h1>"));
    assertThat(why(story.run()))
        .isEqualTo(
            "its text does not contain \"Terms of service\", so it is taken for another page");
    assertThat(story.texts("terms")).hasSize(1);
  }

  @Test
  void charsetsAreReadFromTheHeaderTheMarkThePageOrTheBytes() {
    String words = page("Gebühren: 5 €");
    Charset latin = Charset.forName("windows-1252");
    byte[] marked = ("\ufeff" + words).getBytes(StandardCharsets.UTF_16LE);
    String meta = words.replace("<head>", "<head><meta charset=windows-1252>");
    site.on(
        "/header",
        exchange ->
            Site.answer(
                exchange,
                200,
                words.getBytes(latin),
                Map.of("Content-Type", "text/html; charset=\"Windows-1252\"")));
    site.on(
        "/mark",
        exchange ->
            Site.answer(
                exchange, 200, marked, Map.of("Content-Type", "text/html; charset=iso-8859-1")));
    site.on(
        "/meta",
        exchange ->
            Site.answer(exchange, 200, meta.getBytes(latin), Map.of("Content-Type", "text/html")));
    site.on(
        "/wrong",
        exchange ->
            Site.answer(
                exchange,
                200,
                words.getBytes(latin),
                Map.of("Content-Type", "text/html; charset=utf-8")));
    site.on(
        "/none",
        exchange ->
            Site.answer(
                exchange,
                200,
                words.getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Type", "text/html; charset=no-such")));
    List<String> all = List.of("header", "mark", "meta", "wrong", "none");
    all.forEach(one -> story.add(one, site.url("/" + one)));
    story.run();
    for (String one : all) {
      assertThat(story.texts(one)).as(one).containsExactly("Gebühren: 5 €");
    }
  }

  @Test
  void plainTextIsTakenAsItIsAndOtherKindsAreNotRead() {
    site.on(
        "/text",
        exchange ->
            Site.answer(
                exchange, 200, "You may <b>copy</b>.", Map.of("Content-Type", "text/plain")));
    site.on("/none", exchange -> Site.answer(exchange, 200, page("You may copy."), Map.of()));
    site.on(
        "/png",
        exchange ->
            Site.answer(
                exchange, 200, new byte[] {1, 2, 0, 4}, Map.of("Content-Type", "image/png")));
    site.on(
        "/lie",
        exchange ->
            Site.answer(
                exchange, 200, new byte[] {1, 2, 0, 4}, Map.of("Content-Type", "text/html")));
    List.of("text", "none", "png", "lie").forEach(one -> story.add(one, site.url("/" + one)));
    story.run();
    assertThat(story.texts("text")).containsExactly("You may <b>copy</b>.");
    assertThat(story.texts("none")).containsExactly("You may copy.");
    assertThat(story.looks("png"))
        .containsExactly(
            "failed: it is sent as image/png, and only HTML, plain text, Markdown, PDF,"
                + " DOCX and ODT are read");
    assertThat(story.looks("lie"))
        .containsExactly("failed: it is sent as text/html and is no text");
  }

  @Test
  void aPdfIsReadByItsPagesAndABrokenOneIsAFailure(@TempDir Path folder) throws IOException {
    byte[] pdf =
        Files.readAllBytes(
            Samples.pdf(
                folder.resolve("terms.pdf"),
                List.of(List.of("You may copy."), List.of("You may not sell."))));
    site.on(
        "/terms",
        exchange -> Site.answer(exchange, 200, pdf, Map.of("Content-Type", "application/pdf")));
    site.on(
        "/cut",
        exchange ->
            Site.answer(
                exchange, 200, Arrays.copyOf(pdf, 300), Map.of("Content-Type", "application/pdf")));
    site.on(
        "/html",
        exchange ->
            Site.answer(
                exchange, 200, page("Sign in."), Map.of("Content-Type", "application/pdf")));
    List.of("terms", "cut", "html").forEach(one -> story.add(one, site.url("/" + one)));
    story.run();
    assertThat(story.texts("terms").getFirst()).contains("You may copy.");
    assertThat(story.provenance("terms").getFirst()).contains("\"read_as\":\"pdf\"", "\"pages\"");
    assertThat(story.looks("cut").getFirst()).startsWith("failed: ");
    assertThat(story.looks("html"))
        .containsExactly("failed: it is sent as application/pdf and is text/html");
    assertThat(story.run().unchanged()).isEqualTo(1);
    assertThat(story.lines("select media_type from asof.original"))
        .containsExactly("application/pdf");
  }

  @Test
  void anotherSelectorOnTheSameBytesIsATechnicalChange() {
    site.html("/terms", page("<h1>Terms</h1><p id=legal>You may copy.</p>"));
    story.add("terms", site.url("/terms"));
    story.run();
    story.pages.set(story.tenant, place("terms"), selecting("#legal"));
    assertThat(found(story.run())).isEqualTo("technical");
    assertThat(story.runs("terms")).containsExactly("# Terms", "You may copy. technical");
    assertThat(story.lines("select distinct change from asof.version where technical"))
        .containsExactly("technical");
    assertThat(found(story.run())).isEqualTo("unchanged");
  }

  @Test
  void anotherSelectorAfterA304TakesTheTextOutOfTheOriginalAgain() {
    site.on(
        "/terms",
        exchange -> {
          boolean same = exchange.getRequestHeaders().getFirst("If-None-Match") != null;
          Site.answer(
              exchange,
              same ? 304 : 200,
              same
                  ? new byte[0]
                  : page("<h1>Überschrift</h1><p id=legal>Ü copy.</p>")
                      .getBytes(Charset.forName("windows-1252")),
              Map.of("Content-Type", "text/html; charset=windows-1252", "ETag", "W/\"x\""));
        });
    story.add("terms", site.url("/terms"));
    story.run();
    // Whatever may be shown of it.
    new Store(story.database)
        .write(
            story.tenant,
            Intent.of("set", "ada"),
            List.of(new Change.SetSource("crawler", null, null, null, "link", null, null)));
    story.pages.set(story.tenant, place("terms"), selecting("#legal"));
    assertThat(found(story.run())).isEqualTo("technical");
    assertThat(site.header("If-None-Match")).contains("W/\"x\"");
    assertThat(story.runs("terms")).containsExactly("# Überschrift", "Ü copy. technical");
    assertThat(found(story.run())).isEqualTo("unchanged");
    assertThat(story.lines("select sha256 = {0} from asof.original", new byte[0])).hasSize(2);
  }

  @Test
  void anotherSelectorOnOtherBytesIsNoTechnicalChange() {
    site.validated("/terms", page("<h1>Terms</h1><p id=legal>You may copy.</p>"), "\"1\"");
    story.add("terms", site.url("/terms"));
    story.run();
    site.validated("/terms", page("<h1>Terms</h1><p id=legal>You may not copy.</p>"), "\"2\"");
    story.pages.set(story.tenant, place("terms"), selecting("#legal"));
    assertThat(found(story.run())).isEqualTo("changed");
    assertThat(story.runs("terms")).containsExactly("# Terms", "You may not copy.");
  }

  @Test
  void bytesThatChangeWithoutTheTextMakeNoNewVersionAndNoSecondOriginal() {
    site.validated("/terms", page("<p data-nonce=1>You may copy.</p><p id=legal>No.</p>"), "\"1\"");
    story.add("terms", site.url("/terms"));
    story.run();
    site.validated("/terms", page("<p data-nonce=2>You may copy.</p><p id=legal>No.</p>"), "\"2\"");
    assertThat(found(story.run())).isEqualTo("unchanged");
    assertThat(story.lines("select original_id from asof.original")).hasSize(1);
    // The original is not what was sent last, so the page is asked for as a whole.
    story.pages.set(story.tenant, place("terms"), selecting("#legal"));
    assertThat(found(story.run())).isEqualTo("technical");
    assertThat(site.header("If-None-Match")).isEmpty();
  }

  @Test
  void theBytesOfAPageAreKeptAsTheOriginalOfItsText() {
    String html = page("You may copy.");
    site.html("/terms", html);
    story.add("terms", site.url("/terms"));
    story.run();
    assertThat(
            story.lines(
                "select convert_from(bytes, 'UTF8') || media_type from asof.original_piece join"
                    + " asof.original using (tenant, original_id)"))
        .containsExactly(html + "text/html");
  }

  @Test
  void aPageOfOneAddressMayBeWatchedForTwoDocumentsAndOnePageForTwoScopes() {
    site.html("/all", page("<p id=a>Part A.</p><p id=b>Part B.</p>"));
    story.add("a", site.url("/all")).add("b", site.url("/all"));
    story.pages.set(story.tenant, place("a"), selecting("#a"));
    story.pages.set(story.tenant, place("b"), selecting("#b"));
    WatchedPage.Watch plain = watch("a", site.url("/all"));
    story.pages.add(
        story.tenant,
        new WatchedPage.Watch(
            new Change.Place("a", "crawler", "Wales"),
            plain.url(),
            null,
            null,
            null,
            null,
            null,
            Set.of(),
            plain.every()));
    assertThat(story.run().changed()).isEqualTo(3);
    assertThat(story.texts("a")).containsExactlyInAnyOrder("Part A.", "Part A.");
    assertThat(story.texts("b")).containsExactly("Part B.");
    assertThat(story.lines("select distinct scope from asof.document_validity order by 1"))
        .containsExactly("", "Wales");
  }

  @Test
  void aPageIsWatchedOnceForItsDocumentAndSource() {
    story.add("terms", site.url("/terms"));
    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() -> story.add("terms", site.url("/other")))
        .withMessageContaining("a page of terms at crawler is watched already");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> story.pages.remove(story.tenant, place("other")))
        .withMessageContaining("no page of other at crawler is watched");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.org/", "example.org", "http://", "http:///x", "http://u:p@example.org/",
        "https://exa mple.org/", "javascript:alert(1)", "file:///etc/passwd", "http://[::1/", ""
      })
  void whatIsNoAddressOfAPageIsRefused(String url) {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> WatchedPage.Watch.url(url))
        .withMessageContaining("is no address of a page");
  }

  @Test
  void anAddressIsKeptWithoutFragmentAndWithItsHostInLowerCase() {
    assertThat(WatchedPage.Watch.url(" HTTPS://Example.ORG?a=%C3%BC#x "))
        .hasToString("https://example.org/?a=%C3%BC");
    assertThat(WatchedPage.Watch.url("http://example.org:8080/ü"))
        .hasToString("http://example.org:8080/%C3%BC");
  }

  @Test
  void anErasureTakesWhatTheServerSentWithTheTextAndALookDoesNotBringItBack() {
    site.validated("/terms", page("You may copy."), "\"sha-of-the-text\"");
    story.add("terms", site.url("/terms"));
    story.run();
    new Eraser(home.open(DatabaseRole.ERASER).as(Caller.everything()))
        .erase(
            story.tenant,
            Intent.of("erase", "ada").because("court"),
            "terms",
            new Eraser.Which.All(),
            "order 7");
    assertThat(
            story.lines(
                "select concat(etag, last_modified, payload, version_id, final_url) from"
                    + " asof.watched_page"))
        .containsExactly("");
    assertThat(why(story.run())).contains("erased");
    assertThat(site.header("If-None-Match")).isEmpty();
    assertThat(story.texts("terms")).containsExactly("null");
    site.validated("/terms", page("You may not copy."), "\"2\"");
    assertThat(found(story.run())).isEqualTo("changed");
  }
}
