package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Each route once as it is meant to be used; what each refuses is in [MalformedTest].
class RoutesTest {
  private static TestDatabase test;
  private static Served served;

  /// What was asked, so that no route is forgotten.
  private static final Set<String> ASKED = new TreeSet<>();

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    served = Served.on(test, Caller.everything());
    done(
        "assert",
        """
        {"document":"refunds","source":"legal","text":"Refunds are paid within 14 days.",
         "new_label":"v1","from":"2024-01-01"}\
        """);
    done(
        "assert",
        """
        {"document":"refunds","source":"legal","text":"Refunds are paid within 30 days.",
         "new_label":"v2","from":"2024-07-01","title":"Refunds","language":"en",
         "url":"https://example.org/refunds","format":"markdown"}\
        """);
    done(
        "correct",
        """
        {"document":"refunds","source":"legal","version_label":"v1","from":"2024-07-01",
         "to":"2024-08-01","reason":"the board moved the date"}\
        """);
  }

  @AfterAll
  static void close() {
    served.close();
    test.close();
  }

  private static Served.Got done(String operation, String json) {
    ASKED.add("POST " + operation);
    Served.Got got = served.post("default", operation, json);
    assertThat(got.status()).as(operation + ": " + got.body()).isEqualTo(200);
    return got;
  }

  private static Served.Got ok(String rest, String... headers) {
    ASKED.add("GET " + rest.replaceAll("\\?.*", "").replaceAll("/\\d+", "/{sequence}"));
    Served.Got got = served.read(rest, headers);
    assertThat(got.status()).as(rest + ": " + got.body()).isEqualTo(200);
    return got;
  }

  @Test
  void everyRouteAnswersAsItsCommandDoes() {
    assertThat(
            ok("in-force?document=refunds&about=2024-03-01")
                .json()
                .path("results")
                .get(0)
                .path("label")
                .asString())
        .isEqualTo("v1");
    assertThat(
            ok("in-force?document=refunds&about=2024-07-15&known=@2")
                .json()
                .path("results")
                .get(0)
                .path("label")
                .asString())
        .isEqualTo("v2");
    assertThat(ok("history?document=refunds").json().path("results").size()).isGreaterThan(2);
    assertThat(ok("history?document=refunds&raw=true&limit=1").json().path("next").isString())
        .isTrue();
    assertThat(ok("timeline?document=refunds").json().path("results").size()).isEqualTo(3);
    assertThat(ok("learned?document=refunds&about=2024-07-15").json().path("results").size())
        .isEqualTo(3);
    assertThat(ok("changes?since=@2&known=@3").json().path("results").size()).isEqualTo(1);
    assertThat(
            ok("diff?document=refunds&before-about=2024-03-01&about=2024-09-01&only=substantive")
                .json()
                .path("results")
                .size())
        .isEqualTo(1);
    assertThat(ok("exposure?transaction=@3").json().path("results").size()).isEqualTo(1);
    assertThat(
            ok("documents?like=REFUND").json().path("results").get(0).path("document").asString())
        .isEqualTo("refunds");
    assertThat(ok("sources").json().findValuesAsString("source")).contains("legal");
    assertThat(ok("resolve?q=03/04/2024").json().path("asks").size()).isEqualTo(1);
    String permalink =
        ok("ask?q=how+fast+are+refunds+paid&about=2024-03-01&k=1&explain=true")
            .json()
            .path("parts")
            .get(0)
            .path("results")
            .get(0)
            .path("permalink")
            .asString();
    assertThat(ok("cite?permalink=" + Served.encoded(permalink)).json().path("text").asString())
        .contains("14 days");
    assertThat(ok("version?document=refunds&version-label=v2").json().path("title").asString())
        .isEqualTo("Refunds");
    assertThat(ok("text?document=refunds&about=2024-03-01").body())
        .isEqualTo("Refunds are paid within 14 days.");
    assertThat(ok("timemap?document=refunds").body()).contains("rel=\"first memento\"");
    assertThat(ok("settings?known=@1").json().findValuesAsString("setting"))
        .doesNotContain("recent");
    assertThat(ok("labels?document=refunds").json().path("labels").size()).isZero();
    assertThat(ok("audit?q=how+fast+are+refunds+paid&about=2024-03-01&known=@3&learned=@3").body())
        .contains("\"seal\"", "14 days");
    assertThat(ok("reconstruct?about=2024-03-01&known=@3", "Accept", "text/html").body())
        .contains("Refunds are paid within 14 days.");
    assertThat(
            ok("transactions?order=newest&limit=1&known=@3")
                .json()
                .path("results")
                .get(0)
                .path("reason")
                .asString())
        .isEqualTo("the board moved the date");
    assertThat(ok("transactions/3").json().path("kind").asString()).isEqualTo("correct");
    String checkpoint = ok("checkpoint").json().path("text").asString();
    assertThat(
            ok("verify?checkpoint=" + Served.encoded(checkpoint))
                .json()
                .path("good")
                .asBoolean(true))
        .isTrue();
    assertThat(
            ok("prove?document=refunds&about=2024-03-01&known=@1&checkpoint="
                    + Served.encoded(checkpoint))
                .body())
        .contains("entries");
    assertThat(ok("index").json().path("usable").isBoolean()).isTrue();
    assertThat(served.get("/v1/words").json().path("configured").isBoolean()).isTrue();
    assertThat(served.read("original?document=refunds&about=2024-03-01").code())
        .isEqualTo("nothing-matches");
    ASKED.add("GET original");
    assertThat(served.read("timegate?document=refunds").status()).isEqualTo(302);
    ASKED.add("GET timegate");
    // Only an owner of the database may: this login is none, which is said before a byte is sent.
    assertThat(served.read("export").status()).isIn(403, 503, 500);
    ASKED.add("GET export");
  }

  @Test
  void everyWriteIsOneTransactionWithItsReceipt() {
    done("put", "{\"document\":\"drafts\",\"source\":\"legal\",\"text\":\"A draft.\"}");
    Served.Got asserted =
        done(
            "assert",
            """
            {"document":"w","source":"legal","text":"# One\\n\\nOne.\\n\\n# Two\\n\\nTwo.",
             "format":"markdown","new_label":"a","from":"2024-01-01","to":"2025-01-01",
             "until_further_notice":false}\
            """);
    assertThat(asserted.json().path("outcome").asString()).isEqualTo("written");
    assertThat(asserted.header("Asof-Token"))
        .isEqualTo("@" + asserted.json().path("token").asLong());
    Served.Got override =
        done(
            "override",
            """
            {"document":"w","source":"legal","section":"two","not_in_force":"repealed",
             "from":"2024-02-01","to":"2024-03-01"}\
            """);
    long statement = override.json().path("opened").get(0).path("statement").asLong();
    done(
        "terminate",
        """
        {"document":"w","source":"legal","from":"2024-11-01","reason":"repealed"}\
        """);
    done(
        "retract",
        """
        {"document":"w","source":"legal","from":"2024-09-01","to":"2024-10-01","reason":"never"}\
        """);
    done(
        "mark",
        """
        {"document":"w","source":"legal","version":"a","technical":true,"reason":"parser 2"}\
        """);
    done(
        "restate",
        """
        {"document":"w","source":"legal","reason":"once more","timeline":[
          {"version_label":"a","from":"2024-01-01"},
          {"text":"Three.","new_label":"b","from":"2024-06-01","to":"2024-07-01"},
          {"nothing":"repealed","from":"2025-01-01"}]}\
        """);
    done(
        "observe",
        """
        {"document":"w","source":"crawler","failed":"timeout","looked":"2024-03-01T10:00Z"}\
        """);
    done("observe", "{\"document\":\"w\",\"source\":\"crawler\",\"gone\":\"\"}");
    long before = served.head("default");
    Served.Got dry = done("recall", "{\"statement\":" + statement + ",\"dry_run\":true}");
    assertThat(dry.json().path("outcome").asString()).isEqualTo("dry_run");
    assertThat(dry.json().path("token").isNull()).isTrue();
    assertThat(dry.json().path("checked_at").asLong()).isEqualTo(before);
    assertThat(dry.header("Asof-Token")).isEqualTo("@" + before);
    assertThat(served.head("default")).isEqualTo(before);
    ASKED.add("POST import");
    String record =
        "{\"source\":\"o\",\"document_key\":\"imported\",\"version_label\":\"1\",\"seq\":1,"
            + "\"format\":\"text\",\"valid_from\":\"2024-01-01\",\"validity_state\":\"asserted\","
            + "\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\"words\"}\n";
    Served.Got imported =
        served.importing(
            "default",
            "?statements=archive&source-zone=o=Europe/London&on-error=skip",
            record.getBytes(StandardCharsets.UTF_8));
    assertThat(imported.status()).as(imported.body()).isEqualTo(200);
    assertThat(imported.json().path("written").asLong()).isEqualTo(1);
  }

  @Test
  void aDocumentIsLabelledHeldReleasedAndErased() {
    done(
        "put",
        "{\"document\":\"paper\",\"source\":\"legal\",\"text\":\"Paper.\",\"new_label\":\"p\"}");
    done("label", "{\"document\":\"paper\",\"add\":[\"hr\",\"board\"],\"reason\":\"salaries\"}");
    assertThat(ok("labels?document=paper").json().path("labels").toString())
        .isEqualTo("[\"board\",\"hr\"]");
    done("label", "{\"document\":\"paper\",\"remove\":[\"hr\"]}");
    assertThat(ok("labels?document=paper").json().path("labels").size()).isEqualTo(1);
    done("hold", "{\"document\":\"paper\",\"matter\":\"Smith v Acme\"}");
    assertThat(ok("holds").json().findValuesAsString("matter")).containsExactly("Smith v Acme");
    String erase =
        "{\"document\":\"paper\",\"version_labels\":[\"p\"],\"order\":\"order"
            + " 12\",\"reason\":\"asked\"";
    assertThat(served.post("default", "erase", erase + "}").code()).isEqualTo("under-hold");
    done("release", "{\"document\":\"paper\",\"matter\":\"Smith v Acme\"}");
    assertThat(ok("holds").body()).isEqualTo("[ ]\n");
    long before = served.head("default");
    Served.Got dry = done("erase", erase + ",\"dry_run\":true}");
    assertThat(dry.json().path("outcome").asString()).isEqualTo("dry_run");
    assertThat(dry.json().path("statements").size()).isZero();
    assertThat(dry.json().path("erasure").path("versions").size()).isEqualTo(1);
    assertThat(dry.json().path("erasure").path("sequence").isNull()).isTrue();
    assertThat(dry.header("Asof-Token")).isEqualTo("@" + before);
    assertThat(served.head("default")).isEqualTo(before);
    assertThat(ok("text?document=paper&version-label=p").body()).isEqualTo("Paper.");
    Served.Got erased = done("erase", erase + "}");
    assertThat(erased.json().path("outcome").asString()).isEqualTo("written");
    assertThat(erased.header("Asof-Token")).isEqualTo("@" + (before + 1));
    // On a given server its operator takes it off the disk.
    assertThat(erased.json().path("purged").asBoolean(true)).isFalse();
    assertThat(erased.json().path("statements").size()).isPositive();
    assertThat(served.read("text?document=paper&version-label=p").status()).isBetween(400, 499);
    assertThat(ok("history?document=paper").json().findValuesAsString("order"))
        .contains("order 12");
    assertThat(done("erase/finish", "{}").json().path("outcome").asString()).isEqualTo("finished");
    assertThat(served.post("default", "erase", erase + ",\"all_versions\":true}").status())
        .isEqualTo(400);
  }

  @Test
  void settingsOfTenantAndSourcesAreReadAndChanged() {
    done(
        "settings",
        """
        {"zone":"Europe/London","recent":"P90D","fiscal_year_start":"10-01",
         "fiscal_year_named_by":"end","terms":[{"name":"Hilary","days":"01-14..03-15"}]}\
        """);
    assertThat(ok("settings").json().findValuesAsString("setting"))
        .containsExactly("fiscal-year", "recent", "term.hilary", "zone");
    done("settings", "{\"zone\":\"\",\"recent\":\"\",\"fiscal_year_start\":\"\"}");
    assertThat(ok("settings").json().findValuesAsString("setting")).containsExactly("term.hilary");
    for (String wrong :
        List.of(
            "{}",
            "{\"zone\":\"Mars/Olympus\"}",
            "{\"recent\":\"soon\"}",
            "{\"fiscal_year_start\":\"10-01\"}")) {
      Served.Got got = served.post("default", "settings", wrong);
      assertThat(got.status()).as(wrong + got.body()).isEqualTo(400);
    }
    done(
        "sources",
        """
        {"source":"gazette","kind":"archive","zone":"Europe/London","authority_rank":1,
         "display":"excerpt","excerpt_words":50,"publisher":"The Gazette","language":"en",
         "numeric_dates":"day_first","retention":"10 years"}\
        """);
    done("sources", "{\"source\":\"gazette\",\"authority_rank\":2,\"from\":\"2024-03-01\"}");
    List<String> ranks = new ArrayList<>();
    ok("sources")
        .json()
        .forEach(source -> {
          if (source.path("source").asString().equals("gazette")) {
            ranks.add(source.path("authority_rank") + " " + source.path("valid"));
          }
        });
    assertThat(ranks)
        .hasSize(2)
        .anyMatch(rank -> rank.startsWith("2 ") && rank.contains("2024-03-01T00:00:00Z"));
  }

  @Test
  void aRecordIsFiledInEachFormatAndIsTheSameAgain() {
    String asked = "audit?q=how+fast+are+refunds+paid&about=2024-03-01&known=@3&learned=@3";
    assertThat(served.read(asked, "Accept", "application/pdf").body()).startsWith("%PDF-");
    assertThat(served.read(asked, "Accept", "text/html").body()).contains("<html", "14 days");
    assertThat(served.read(asked, "Accept", "text/plain").body()).contains("14 days");
    Served.Got json = served.read(asked);
    assertThat(json.header("Asof-Token")).isEqualTo("@3");
    assertThat(served.read(asked).body()).isEqualTo(json.body());
  }

  @Test
  void whatIsNotThereIsNotFoundAndNamesTheMend() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("history?document=refund", "unknown-document");
    codes.put("in-force?document=refunds&source=nobody", "unknown-source");
    codes.put("version?document=refunds&version-label=v9", "unknown-version");
    codes.put("transactions/99999", "unknown-transaction");
    codes.put("exposure?statement=12345", "unknown-statement");
    codes.put("in-force?known=@99999", "bad-input");
    codes.put("in-force?known=2999-01-01T00:00Z", "known-in-future");
    codes.put("nowhere", "no-route");
    codes.forEach((asked, code) -> {
      Served.Got got = served.read(asked);
      assertThat(got.code()).as(asked + " " + got.body()).isEqualTo(code);
      assertThat(got.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(got.json().path("type").asString()).isEqualTo("urn:asof:" + code);
      assertThat(got.json().path("status").asInt()).isEqualTo(got.status());
      assertThat(got.json().path("detail").asString()).isNotBlank();
    });
    assertThat(served.get("/v1/tenants/nobody/documents").code()).isEqualTo("unknown-tenant");
  }

  @Test
  void theSameKeyWritesOnceAndAnExpectationThatFailedWritesNothing() {
    String body =
        "{\"document\":\"k\",\"source\":\"legal\",\"text\":\"K.\",\"from\":\"2024-01-01\"}";
    Served.Got first = served.post("default", "assert", body, "Idempotency-Key", "one");
    Served.Got again = served.post("default", "assert", body, "Idempotency-Key", "one");
    assertThat(again.json().path("outcome").asString()).isEqualTo("repeated");
    assertThat(again.json().path("token")).isEqualTo(first.json().path("token"));
    long head = served.head("default");
    assertThat(
            served
                .post("default", "assert", body.replace("K.", "L."), "Idempotency-Key", "one")
                .code())
        .isEqualTo("idempotency-mismatch");
    assertThat(
            served
                .post(
                    "default",
                    "terminate",
                    "{\"document\":\"k\",\"source\":\"legal\",\"from\":\"2025-01-01\",\"expect\":\"@1\"}")
                .code())
        .isEqualTo("moved-on");
    assertThat(served.head("default")).isEqualTo(head);
  }

  @Test
  void whatIsPinnedMayBeKeptForEverAndElseNothingIs() {
    Served.Got pinned = ok("in-force?document=refunds&about=2024-03-01&known=@2");
    assertThat(pinned.header("Cache-Control")).isEqualTo("private, immutable, max-age=31536000");
    assertThat(pinned.header("Asof-Token")).isEqualTo("@2");
    String tag = String.valueOf(pinned.header("ETag"));
    Served.Got held =
        served.read(
            "in-force?document=refunds&about=2024-03-01&known=@2",
            "If-None-Match",
            "\"x\", " + tag);
    assertThat(held.status()).isEqualTo(304);
    assertThat(held.body()).isEmpty();
    for (String open :
        List.of(
            "in-force?document=refunds&about=2024-03-01",
            "in-force?document=refunds&known=@2",
            "ask?q=refunds&about=2024-03-01&known=@2")) {
      assertThat(ok(open).header("Cache-Control")).as(open).isEqualTo("no-store");
    }
  }

  @Test
  void pagesLeadOnAndAllOfThemAreTheWhole() {
    new Store(served.database()).createTenant("pages");
    for (int i = 0; i < 7; i++) {
      served.post(
          "pages",
          "assert",
          "{\"document\":\"d" + i + "\",\"source\":\"s\",\"text\":\"T.\",\"from\":\"2024-01-01\"}");
    }
    List<String> found = new ArrayList<>();
    String next = "/v1/tenants/pages/in-force?about=2024-02-01&limit=3";
    int pages = 0;
    while (next != null) {
      Served.Got page = served.get(next);
      page.json().path("results").forEach(one -> found.add(one.path("document").asString()));
      // Written between two pages: no page shows it.
      served.post(
          "pages",
          "assert",
          "{\"document\":\"d0"
              + pages
              + "\",\"source\":\"s\",\"text\":\"T.\",\"from\":\"2024-01-01\"}");
      String link = page.header("Link");
      next = link == null ? null : link.replaceAll("^<(.*)>; rel=\"next\"$", "$1");
      pages++;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(found).containsExactly("d0", "d1", "d2", "d3", "d4", "d5", "d6");
  }

  @Test
  void linesAreTheRecordsOfTheAnswer() {
    Served.Got lines = ok("in-force?about=2024-03-01&known=@3", "Accept", "application/x-ndjson");
    assertThat(lines.header("Content-Type")).startsWith("application/x-ndjson");
    assertThat(lines.header("Asof-Token")).isEqualTo("@3");
    List<String> documents =
        lines
            .body()
            .lines()
            .map(line -> Served.JSON.readTree(line).path("document").asString())
            .toList();
    List<String> whole = new ArrayList<>();
    ok("in-force?about=2024-03-01&known=@3")
        .json()
        .path("results")
        .forEach(one -> whole.add(one.path("document").asString()));
    assertThat(documents).isEqualTo(whole).isNotEmpty();
    assertThat(served.read("in-force", "Accept", "image/png").code()).isEqualTo("not-acceptable");
  }

  @Test
  void theServerSaysHowItIsAndWhatItCounts() {
    assertThat(served.get("/healthz").status()).isEqualTo(200);
    assertThat(served.get("/readyz").status()).isEqualTo(200);
    assertThat(served.get("/v1/tenants").json().findValuesAsString("tenant")).contains("default");
    String metrics = served.get("/metrics").body();
    assertThat(metrics)
        .contains("asof_http_requests_total{", "jvm_memory_used_bytes")
        .doesNotContain("refunds", "default\"");
    assertThat(served.get("/v1/glossary").json().findValuesAsString("term"))
        .contains("valid time", "token");
  }

  @Test
  void aHeadRequestIsAnsweredWithoutABody() {
    Served.Got head =
        served.send(
            served
                .request("/v1/tenants/default/documents")
                .method("HEAD", java.net.http.HttpRequest.BodyPublishers.noBody())
                .build());
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("ETag")).isNotNull();
  }

  @AfterAll
  static void everyRouteWasAsked() {
    Set<String> there =
        Routes.all(new Metrics()).stream()
            .filter(Route::isOfTenant)
            .map(route ->
                route.method() + " " + route.path().substring("/v1/tenants/{tenant}/".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(ASKED).as("ask every route above").containsAll(there);
    assertThat(served.log).noneMatch(line -> line.contains("refunds") || line.contains("14 days"));
  }
}
