package dev.asof.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import dev.asof.schema.Caller;
import dev.asof.schema.StandInModel;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The page, clicked in a browser: `-Dasof.test.browser=/usr/bin/chromium`. Each test leaves a
/// screenshot in `target/screenshots`.
@EnabledIfSystemProperty(named = "asof.test.browser", matches = ".+")
class PageTest {
  private static final String NOTICE = "# Notice\n\nWe give %s of notice before a change.\n";

  private static TestDatabase database;
  private static StandInModel standIn;
  private static Served served;
  private static Playwright playwright;
  private static Browser browser;

  private final List<String> wrong = new ArrayList<>();
  private Page page;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    standIn = StandInModel.start();
    served =
        Served.on(
            database,
            Caller.everything(),
            Map.of("words-url", standIn.url(), "words-model", "stand-in"));
    asserted("terms", "legal", "v1", NOTICE.formatted("thirty days"), "2024-01-01");
    asserted("terms", "legal", "v2", NOTICE.formatted("sixty days"), "2024-06-01");
    asserted("terms", "crawler", "c1", NOTICE.formatted("ninety days"), "2024-02-01");
    asserted(
        "hostile",
        "legal",
        "h1",
        "# Hostile\n\n<img src=x onerror=\"document.title='owned'\"> <script>alert(1)</script>"
            + " [here](javascript:alert(1)) ![remote](https://example.org/pixel.png)\n",
        "2024-01-01");
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(
                        Path.of(Objects.requireNonNull(System.getProperty("asof.test.browser"))))
                    .setArgs(List.of("--no-sandbox")));
  }

  private static void asserted(
      String document, String source, String label, String text, String from) {
    Served.Got got =
        served.post(
            "default",
            "assert",
            Served.JSON.writeValueAsString(
                Map.of(
                    "document",
                    document,
                    "source",
                    source,
                    "new_label",
                    label,
                    "text",
                    text,
                    "from",
                    from,
                    "reason",
                    "terms")));
    assertThat(got.status()).as(got.body()).isEqualTo(200);
  }

  @AfterAll
  static void close() {
    browser.close();
    playwright.close();
    served.close();
    standIn.close();
    database.close();
  }

  @BeforeEach
  void load() {
    page = opened(new Browser.NewContextOptions().setViewportSize(1280, 1000));
  }

  private Page opened(Browser.NewContextOptions options) {
    Page fresh = browser.newContext(options).newPage();
    fresh.onConsoleMessage(message -> {
      if (message.type().equals("error")) {
        wrong.add(message.text());
      }
    });
    fresh.onPageError(wrong::add);
    fresh.onRequest(request -> {
      if (!request.url().startsWith(served.url() + "/")) {
        wrong.add("asked elsewhere: " + request.url());
      }
    });
    return fresh;
  }

  @AfterEach
  void nothingWentWrongAndNothingCameFromElsewhere(TestInfo test) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(
                Path.of(
                    "target",
                    "screenshots",
                    test.getTestMethod().orElseThrow().getName() + ".png")));
    page.context().close();
    assertThat(wrong).isEmpty();
  }

  private void at(String view, String... fields) {
    StringBuilder address = new StringBuilder(served.url()).append("/#/").append(view);
    for (int i = 0; i < fields.length; i += 2) {
      address
          .append(i == 0 ? '?' : '&')
          .append(fields[i])
          .append('=')
          .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    page.navigate(address.toString());
  }

  private Locator part(String name) {
    return page.locator("[data-part=" + name + "]");
  }

  private Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private Locator question() {
    return page.locator("input[name=q]");
  }

  private static long head() {
    return served.read("checkpoint").json().path("sequence").asLong();
  }

  /// Near the upper edge, which is now.
  private void click(Locator belief) {
    BoundingBox box = belief.boundingBox();
    page.mouse().click(box.x + box.width / 2, box.y + 14);
  }

  @Test
  void aQuestionIsAnsweredWithItsReadingItsTokenAndCitations() {
    at("ask");
    question().fill("how much notice on 2024-03-01?");
    page.getByLabel("explain").check();
    button("Ask").click();

    assertThat(part("reading").first()).containsText("2024-03-01");
    assertThat(part("token").first()).hasText("@" + head());
    Locator hit = part("hit").filter(new Locator.FilterOptions().setHasText("thirty days")).first();
    assertThat(hit).containsText("valid [2024-01-01, 2024-06-01)");
    assertThat(page.locator("[data-code=sources-conflict]").first()).containsText("sources differ");
    hit.getByText("Why it stands here").click();
    assertThat(hit.locator("[data-part=factors]")).containsText("bm25");
    hit.getByText("verify").click();
    assertThat(part("verified")).containsText("Verified");
  }

  @Test
  void anAnswerInWordsSaysWhoWroteItAndMarksWhatDoesNotHold() {
    standIn
        .anew()
        .says(
            "The notice is \"thirty days\" by one source and \"ninety days\" by another [1][2]."
                + " They are generous. It was <b>nine</b> days [1].");
    at("ask");
    page.getByLabel("in words, by a model").check();
    question().fill("how much notice on 2024-03-01?");
    button("Ask").click();

    assertThat(part("words")).containsText("A model wrote this, stand-in at 127.0.0.1");
    assertThat(part("words-conflict")).containsText("sources differ");
    assertThat(part("sentence")).hasCount(3);
    assertThat(part("sentence").nth(0).locator("[data-mark]")).hasCount(0);
    assertThat(part("sentence").nth(1).locator("[data-mark=uncited]")).hasText("no citation");
    assertThat(part("sentence").nth(2)).containsText("<b>nine</b> days");
    assertThat(part("sentence").nth(2).locator("[data-mark=unsupported-number]")).isVisible();
    Locator citation = part("sentence").nth(0).locator("[data-part=citation]").nth(1);
    citation.click();
    assertThat(page.locator("#passage-2")).isFocused();
    page.navigate(served.url() + "/" + citation.getAttribute("href"));
    assertThat(part("verified")).containsText("Verified");
    page.goBack();
    assertThat(part("sentence")).hasCount(3);
  }

  @Test
  void aModelThatFailsLeavesThePassagesOnThePage() {
    standIn.anew().gives(401, "{}", Map.of());
    at("ask", "q", "how much notice on 2024-03-01?", "words", "true");

    assertThat(part("words")).containsText("check ASOF_WORDS_KEY");
    assertThat(part("hit").first()).isVisible();
    assertThat(part("sentence")).hasCount(0);
  }

  @Test
  void whatIsNotCertainIsAskedBackAndAChoiceAnswersIt() {
    at("ask", "q", "how much notice on 03/04/2024?");
    assertThat(part("asked-back")).containsText("is not certain");
    button("3 April 2024").click();

    assertThat(question()).hasValue("how much notice on 2024-04-03?");
    assertThat(part("hit").first()).isVisible();
  }

  @Test
  void periodsAreLabelledAndNeverMixed() {
    at("ask", "q", "compare how much notice in March 2024 and in August 2024");

    assertThat(part("part")).hasCount(2);
    assertThat(part("part").first()).containsText("thirty days");
    assertThat(part("part").last()).containsText("sixty days");
    assertThat(part("part").first()).not().containsText("sixty days");
  }

  @Test
  void thePlanePicksAPointAndComparesItWithAnother() {
    at("document", "document", "terms", "about", "2024-03-01");
    assertThat(page.locator("[data-lane=legal] rect.belief[data-label=v1]").first()).isVisible();
    assertThat(page.locator("[data-lane=crawler] rect.belief")).hasCount(1);
    assertThat(part("in-force")).containsText("thirty days");

    click(page.locator("[data-lane=legal] rect.belief[data-label=v2]").last());
    assertThat(part("in-force")).containsText("sixty days");

    button("Click sets B, to compare with").click();
    click(page.locator("[data-lane=legal] rect.belief[data-label=v1]").last());
    assertThat(page.locator(".cross.b")).hasCount(1);
    assertThat(part("difference").locator("del").first()).containsText("thirty");
    assertThat(part("difference").locator("ins").first()).containsText("sixty");
  }

  @Test
  void thePlaneObeysTheKeyboardAndSaysTheSameAsATable() {
    at("document", "document", "terms", "about", "2024-03-01");
    page.locator("svg[role=application]").focus();
    page.keyboard().press("ArrowRight");
    assertThat(page.locator(".cross.a")).hasAttribute("data-about", "2024-03-02T00:00:00Z");
    page.keyboard().press("Shift+ArrowRight");
    assertThat(page.locator(".cross.a")).hasAttribute("data-about", "2024-06-01T00:00:00Z");
    assertThat(part("in-force")).containsText("sixty days");

    page.getByText("The same as a table").click();
    assertThat(page.locator("table.rows").first()).containsText("[2024-01-01, 2024-06-01)");
  }

  @Test
  void aCorrectionIsShownBeforeItIsWrittenAndItsReasonIsKept() {
    asserted("fees", "legal", "f1", "# Fees\n\nFees are ten euro.\n", "2024-01-01");
    asserted("fees", "legal", "f2", "# Fees\n\nFees are twelve euro.\n", "2024-06-01");
    long before = head();
    at("correct", "document", "fees");
    page.getByLabel("Version that applied").selectOption("f1");
    page.getByLabel("From (valid time)").fill("2024-06-01");
    page.getByLabel("To, which").fill("2024-07-01");
    page.getByLabel("Reason").fill("the board moved the date");
    button("See what would change").click();

    assertThat(part("dry-run")).containsText("Nothing is written yet");
    assertThat(page.locator("rect.belief.proposed").first()).isVisible();
    assertThat(head()).isEqualTo(before);

    button("Write it").click();
    assertThat(part("written")).containsText("Written as transaction @" + (before + 1));
    assertThat(head()).isEqualTo(before + 1);

    at("changes", "since", "@" + before);
    assertThat(part("change").first()).containsText("because: the board moved the date");
    at("ledger");
    assertThat(part("transactions")).containsText("the board moved the date");
    button("Verify everything").click();
    assertThat(part("verified")).containsText("up to transaction @" + (before + 1));
  }

  /// The two ends of valid time that the plane shows, as its line below says them.
  private List<String> shown() {
    Matcher found =
        Pattern.compile("across, (\\S+) to (\\S+);")
            .matcher(page.locator(".plane p.small").innerText());
    assertThat(found.find()).isTrue();
    return List.of(found.group(1), found.group(2));
  }

  /// What it shows once it shows something else.
  private List<String> shownAfter(List<String> before) {
    assertThat(page.locator(".plane p.small")).not().containsText(String.join(" to ", before));
    return shown();
  }

  private static BoundingBox seen(Locator part) {
    part.scrollIntoViewIfNeeded();
    return part.boundingBox();
  }

  private void drag(BoundingBox box, double from, double to) {
    page.mouse().move(box.x + box.width * from, box.y + box.height / 2);
    page.mouse().down();
    page.mouse()
        .move(box.x + box.width * to, box.y + box.height / 2, new Mouse.MoveOptions().setSteps(8));
    page.mouse().up();
  }

  @Test
  void thePlaneIsBrushedZoomedAndDraggedByMouseWithoutPickingAPoint() {
    at("document", "document", "terms", "about", "2024-03-01");
    assertThat(page.locator("[data-lane=legal] rect.belief").first()).isVisible();
    String address = page.url();
    List<String> whole = shown();

    drag(seen(page.locator(".brush .overlay")), 0.1, 0.3);
    List<String> brushed = shownAfter(whole);
    assertThat(brushed.getFirst()).isGreaterThan(whole.getFirst());
    assertThat(brushed.getLast()).isLessThan(whole.getLast());

    BoundingBox lane = seen(page.locator("[data-lane=legal] > rect").first());
    page.locator("svg[role=application]").focus();
    page.mouse().move(lane.x + lane.width / 2, lane.y + lane.height / 2);
    page.mouse().wheel(0, -200);
    List<String> zoomed = shownAfter(brushed);
    assertThat(zoomed.getFirst()).isGreaterThan(brushed.getFirst());
    assertThat(zoomed.getLast()).isLessThan(brushed.getLast());

    drag(lane, 0.6, 0.3);
    List<String> dragged = shownAfter(zoomed);
    assertThat(dragged.getFirst()).isGreaterThan(zoomed.getFirst());
    assertThat(dragged.getLast()).isGreaterThan(zoomed.getLast());
    assertThat(page.url()).isEqualTo(address);

    button("Everything").click();
    assertThat(shownAfter(dragged)).isEqualTo(whole);
  }

  /// Without Ctrl a wheel over the plane scrolls the page, unless the plane was chosen.
  @Test
  void aWheelThatIsMeantForThePageDoesNotZoom() {
    at("document", "document", "terms", "about", "2024-03-01");
    assertThat(page.locator("[data-lane=legal] rect.belief").first()).isVisible();
    List<String> whole = shown();
    BoundingBox lane = seen(page.locator("[data-lane=legal] > rect").first());
    page.mouse().move(lane.x + lane.width / 2, lane.y + lane.height / 2);
    page.mouse().wheel(0, -200);
    page.keyboard().down("Control");
    page.mouse().wheel(0, -200);
    page.keyboard().up("Control");
    // One wheel, not two: the first was the page's.
    List<String> zoomed = shownAfter(whole);
    page.mouse().wheel(0, -200);
    page.mouse().move(lane.x + lane.width / 3, lane.y + lane.height / 2);
    assertThat(shown()).isEqualTo(zoomed);
  }

  /// What can be clicked in a view and is seen.
  private static final String REACHABLE =
      "[...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex=\"0\"]')].filter(one"
          + " => one.checkVisibility() && !one.disabled && !one.closest('dialog') &&"
          + " !one.classList.contains('skip'))";

  @Test
  void everyViewIsWalkedByKeyboardAlone() {
    for (String view : List.of("ask", "document", "changes", "correct", "ledger")) {
      page.navigate("about:blank");
      at(view, "document", "terms", "about", "2024-03-01", "q", "how much notice", "since", "@1");
      assertThat(page.locator("main > h1")).isVisible();
      assertThat(page.locator("[aria-busy=true]")).hasCount(0);
      page.evaluate(
          "() => { window.reached = new Set(); document.addEventListener('focusin', event =>"
              + " window.reached.add(event.target)); }");
      int most = ((Number) page.evaluate(REACHABLE + ".length")).intValue() + 5;
      List<String> unseen = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        page.keyboard().press("Tab");
        Object outline =
            page.evaluate(
                "() => { const at = document.activeElement; return at === document.body ||"
                    + " getComputedStyle(at).outlineStyle !== 'none' ? '' : at.outerHTML.slice(0,"
                    + " 80); }");
        if (!"".equals(outline)) {
          unseen.add(String.valueOf(outline));
        }
      }
      assertThat(unseen).as(view + ": focus that is not seen").isEmpty();
      assertThat(
              (List<?>)
                  page.evaluate(
                      REACHABLE
                          + ".filter(one => !window.reached.has(one)).map(one =>"
                          + " one.outerHTML.slice(0, 80))"))
          .as(view + ": not reached by Tab")
          .isEmpty();
    }
  }

  @Test
  void aCitationIsProvenToWhoeverHasTheTwoFiles() throws Exception {
    at("document", "document", "terms", "about", "2024-03-01");
    part("in-force")
        .locator("article")
        .filter(new Locator.FilterOptions().setHasText("version v1"))
        .getByText("prove")
        .click();
    assertThat(page.locator("input[name=document]")).hasValue("terms");
    button("Prove").click();
    assertThat(part("proof").locator("a")).hasCount(2);
    List<String> command = new ArrayList<>(List.of("python3", "bin/verify-proof"));
    for (Locator file : part("proof").locator("a").all()) {
      command.add(page.waitForDownload(file::click).path().toString());
    }
    Process proving = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(proving.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(proving.waitFor()).as(said).isZero();
    assertThat(said).contains("proven: terms", "source legal", "version v1");
  }

  @Test
  void aDocumentSaysWhoMaySeeItAndThatItIsOnHold() {
    asserted("salaries", "legal", "s1", "# Salaries\n\nPaid monthly.\n", "2024-01-01");
    at("document", "document", "salaries", "about", "2024-03-01");
    assertThat(part("in-force")).containsText("Paid monthly");
    assertThat(part("standing")).hasCount(0);
    assertThat(
            served
                .post("default", "label", "{\"document\":\"salaries\",\"add\":[\"hr\"]}")
                .status())
        .isEqualTo(200);
    assertThat(
            served
                .post("default", "hold", "{\"document\":\"salaries\",\"matter\":\"Smith v Acme\"}")
                .status())
        .isEqualTo(200);
    page.reload();
    assertThat(part("standing")).containsText("only for callers who hold hr");
    assertThat(part("standing")).containsText("on hold for Smith v Acme");
  }

  @Test
  void everyViewFitsAPhoneAndAScreenInLightAndDark() {
    for (int width : List.of(390, 1280)) {
      for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        page.context().close();
        page =
            opened(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme));
        for (String view : List.of("ask", "document", "changes", "correct", "ledger")) {
          at(
              view,
              "document",
              "terms",
              "about",
              "2024-03-01",
              "q",
              "how much notice",
              "since",
              "@1");
          assertThat(page.locator("main > h1")).isVisible();
          assertThat(page.locator("[aria-busy=true]")).hasCount(0);
          assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
              .as(view + " " + width)
              .isEqualTo(true);
          page.screenshot(
              new Page.ScreenshotOptions()
                  .setFullPage(true)
                  .setPath(
                      Path.of(
                          "target",
                          "screenshots",
                          view
                              + "-"
                              + width
                              + "-"
                              + scheme.name().toLowerCase(Locale.ROOT)
                              + ".png")));
        }
      }
    }
  }

  @Test
  void aFaultIsShownInTheServersWords() {
    at("document", "document", "no-such-document");
    assertThat(page.locator(".fault").first()).containsText("no-such-document");
    // The browser itself logs every answer of 4xx.
    wrong.removeIf(message -> message.startsWith("Failed to load resource"));
  }

  @Test
  void aTextCannotActOnThePage() {
    at("document", "document", "hostile", "about", "2024-03-01");
    assertThat(part("in-force")).containsText("<script>alert(1)</script>");
    assertThat(page.locator("main img, main script, main a[href^=javascript]")).hasCount(0);
    assertThat(page.title()).isNotEqualTo("owned");
  }

  @Test
  void everyWordIsExplainedOneClickAway() {
    for (String view : List.of("ask", "document", "changes", "correct", "ledger")) {
      at(view);
      button("Glossary").click();
      assertThat(
              page.locator("dialog[open] dt")
                  .filter(new Locator.FilterOptions().setHasText("valid time"))
                  .first())
          .isVisible();
      page.keyboard().press("Escape");
    }
  }

  @Test
  void aPhoneInTheDarkShowsItAll() {
    page.context().close();
    page =
        opened(
            new Browser.NewContextOptions()
                .setViewportSize(390, 800)
                .setColorScheme(ColorScheme.DARK));
    at("document", "document", "terms", "about", "2024-03-01");
    assertThat(part("in-force")).containsText("thirty days");
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
    assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(18, 23, 29)");
  }
}
