package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import dev.asof.write.token.TokenRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every route, asked by someone from whom a document is hidden, and about texts that their source
/// does not let be shown: the answers are those of a tenant that never had the document, and hold
/// no word that may not be shown.
///
/// What is hidden says "zebra", what may not be shown "quagga".
class HiddenOverHttpTest {

  private static TestDatabase test;
  private static Served served;
  private static final Map<String, String> SECRETS = new LinkedHashMap<>();
  private static String statement = "";

  /// What each route is asked; `{statement}` is one about the hidden document.
  private static final Map<String, List<String>> ASKED = new LinkedHashMap<>();

  static {
    ASKED.put(
        "in-force",
        List.of(
            "", "about=2024-03-01", "document=zebra/pay&about=2024-03-01", "document=zebro/pay"));
    for (String name :
        List.of(
            "history",
            "timeline",
            "learned",
            "timegate",
            "timemap",
            "text",
            "version",
            "original")) {
      ASKED.put(
          name,
          List.of(
              "document=zebra/pay",
              "document=zebro/pay",
              "document=holidays&about=2024-03-01&source=office"
                  .replace(
                      name.equals("history") || name.startsWith("time") ? "&about=2024-03-01" : "#",
                      "")));
    }
    ASKED.put("changes", List.of("since=@2", "since=@1&document=zebra/pay"));
    ASKED.put(
        "diff",
        List.of(
            "before-about=2020-01-01&about=2024-03-01",
            "before-known=@1&about=2024-03-01",
            "document=zebra/pay&before-about=2020-01-01&about=2024-03-01"));
    ASKED.put("exposure", List.of("transaction=@3", "statement={statement}"));
    ASKED.put("documents", List.of("", "like=ZEBR"));
    ASKED.put("sources", List.of(""));
    ASKED.put("resolve", List.of("q=zebro+last+year&now=2024-05-15"));
    ASKED.put(
        "ask",
        List.of(
            "q=holidays&about=2024-03-01",
            "q=zebrawords&about=2024-03-01",
            "q=pay&document=zebra/pay&about=2024-03-01"));
    ASKED.put(
        "cite",
        List.of(
            "permalink="
                + Served.encoded(
                    "asof:zebra/pay?about=2024-03-01T00:00:00Z&known=@3&source=office&section=~document&passage=0")));
    ASKED.put("holds", List.of(""));
    ASKED.put("settings", List.of(""));
    ASKED.put("labels", List.of("document=zebra/pay", "document=zebro/pay", "document=holidays"));
    ASKED.put("audit", List.of("q=holidays&about=2024-03-01&known=@4&learned=@4"));
    ASKED.put("reconstruct", List.of("about=2024-03-01&known=@4"));
    ASKED.put("transactions", List.of("order=newest", ""));
    ASKED.put("transactions/{sequence}", List.of("3", "4", "1"));
    ASKED.put("checkpoint", List.of(""));
    ASKED.put("verify", List.of(""));
    ASKED.put("prove", List.of("document=zebra/pay&about=2024-03-01&checkpoint=x"));
    ASKED.put("index", List.of(""));
    ASKED.put("export", List.of(""));
  }

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    served = Served.on(test, Caller.everything());
    for (String name : List.of("with", "without")) {
      Store store = new Store(served.database());
      TenantId tenant = store.createTenant(name);
      say(name, "holidays", "office", "Pay goes on during holidays.");
      say(name, "quagga-free", "press", "One two three four five six quagga eight.");
      say(
          name,
          name.equals("with") ? "zebra/pay" : "filler",
          "office",
          name.equals("with") ? "zebrawords of pay" : "filler");
      if (name.equals("with")) {
        statement =
            served
                .get("/v1/tenants/with/history?document=zebra/pay")
                .json()
                .path("results")
                .get(0)
                .path("belief")
                .path("statement")
                .asString();
      }
      String hidden = name.equals("with") ? "zebra/pay" : "filler";
      store.write(
          tenant,
          Intent.of("label", "t"),
          List.of(new Change.Label(hidden, List.of("zebrahr"), List.of())));
    }
    for (String name : List.of("with", "without")) {
      for (String labels : List.of("", "zebrahr")) {
        SECRETS.put(name + labels, served.token(name, "asker", TokenRole.ADMIN, labels));
      }
    }
  }

  private static void say(String tenant, String document, String source, String text) {
    Served.Got got =
        served.post(
            tenant,
            "assert",
            "{\"document\":\""
                + document
                + "\",\"source\":\""
                + source
                + "\",\"text\":\""
                + text
                + "\",\"new_label\":\"v1\",\"from\":\"2024-01-01\"}");
    assertThat(got.status()).as(got.body()).isEqualTo(200);
  }

  @AfterAll
  static void close() {
    served.close();
    test.close();
  }

  private static Served.Got ask(
      String tenant, String labels, String route, String query, String accept) {
    String path =
        route.contains("{sequence}")
            ? route.replace("{sequence}", query)
            : route + (query.isEmpty() ? "" : "?" + query.replace("{statement}", statement));
    return served
        .with(SECRETS.get(tenant + labels))
        // An archive is packed; the page holds the same in words.
        .get(
            "/v1/tenants/" + tenant + "/" + path,
            "Accept",
            route.equals("reconstruct") ? "text/html" : accept);
  }

  @Test
  void everyReadIsAskedHere() {
    Set<String> reads =
        Routes.all(new Metrics()).stream()
            .filter(route -> route.isOfTenant() && route.method() == Route.Method.GET)
            .map(route -> route.path().substring("/v1/tenants/{tenant}/".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(new TreeSet<>(ASKED.keySet())).isEqualTo(reads);
  }

  @Test
  void noRouteShowsATraceOfAHiddenDocument() {
    SoftAssertions all = new SoftAssertions();
    ASKED.forEach((route, queries) -> {
      for (String query : queries) {
        for (String accept : List.of("*/*", "application/x-ndjson, */*;q=0.1")) {
          Served.Got with = ask("with", "", route, query, accept);
          Served.Got without = ask("without", "", route, query, accept);
          all.assertThat(plain(with)).as(route + " " + query).isEqualTo(plain(without));
          if (!query.contains("zebr") && !query.contains("ZEBR")) {
            all.assertThat(with.body() + with.headers())
                .as(route + " " + query)
                .doesNotContain("zebra");
          }
        }
      }
    });
    all.assertAll();
  }

  @Test
  void whoeverHoldsTheLabelIsToldOfIt() {
    List<String> silent = new ArrayList<>();
    for (String route :
        List.of(
            "in-force",
            "history",
            "timeline",
            "learned",
            "text",
            "version",
            "changes",
            "diff",
            "documents",
            "ask",
            "cite",
            "timemap",
            "timegate",
            "exposure")) {
      boolean told = false;
      for (String query : Objects.requireNonNull(ASKED.get(route), route)) {
        Served.Got got = ask("with", "zebrahr", route, query, "*/*");
        told |= got.status() < 400 && (got.body() + got.headers()).contains("zebra");
      }
      if (!told) {
        silent.add(route);
      }
    }
    // Nothing was given up, so there is no exposure to be shown.
    assertThat(silent).containsExactly("exposure");
  }

  private static String plain(Served.Got got) {
    return (got.status()
            + " "
            + got.header("Asof-Token")
            + " "
            + got.header("Location")
            + got.body())
        .replace("tenants/without", "tenants/T")
        .replace("tenants/with", "tenants/T")
        .replaceAll("\\b(without|with)\\b", "T")
        .replaceAll("20(2[5-9]|[3-9]\\d)-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\b[0-9a-f]{16,}\\b", "HASH")
        .replaceAll("\\b\\d{7,}\\b", "ID")
        .replaceAll("\\d+\\.\\d{2,}", "SCORE")
        .replaceAll("(tenant\\W+)\\d+", "$1N")
        .replaceAll("\"generation\" ?: ?\\d+", "\"generation\":N");
  }

  @Test
  void noRouteShowsATextOfWhichTheSourceAllowsTheLinkOnly() {
    SoftAssertions all = new SoftAssertions();
    new Store(served.database())
        .write(
            new Store(served.database()).tenant("with"),
            Intent.of("source set", "t"),
            List.of(new Change.SetSource("press", null, null, null, "link", null, null)));
    List<String> shown = new ArrayList<>();
    Map<String, List<String>> asked = new LinkedHashMap<>(ASKED);
    asked.replaceAll((route, queries) -> {
      List<String> more = new ArrayList<>(queries);
      queries.forEach(query -> more.add(query.replace("zebra/pay", "quagga-free")));
      return more;
    });
    asked.put("ask", List.of("q=one+two+three&about=2024-03-01&explain=true"));
    asked.forEach((route, queries) -> {
      for (String query : queries) {
        Served.Got got = ask("with", "zebrahr", route, query, "*/*");
        if (got.body().replace("quagga-free", "").contains("quagga")) {
          shown.add(route + "?" + query);
        }
      }
    });
    all.assertThat(shown).isEmpty();
    all.assertAll();
    Served.Got text =
        served
            .with(SECRETS.get("with"))
            .get("/v1/tenants/with/text?document=quagga-free&about=2024-03-01");
    assertThat(text.status()).as(text.body()).isEqualTo(403);
    // Where it may, it is shown.
    assertThat(
            served
                .with(SECRETS.get("without"))
                .get("/v1/tenants/without/text?document=quagga-free&about=2024-03-01")
                .body())
        .contains("quagga");
  }
}
