package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.http.Served;
import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Both doors say the same: what HTTP answers is, byte for byte, what the command line prints with
/// `-o json`, and its lines those of `-o jsonl`.
class SameAnswersTest {

  /// A command line and the URL that asks the same, in `default`.
  private static final String[][] PAIRS = {
    {
      "in-force -d refunds --about 2024-03-01 --known @3",
      "in-force?document=refunds&about=2024-03-01&known=@3"
    },
    {"in-force --about 2024-03-01 --known @3", "in-force?about=2024-03-01&known=@3"},
    {
      "in-force --about 2024-03-01 --known @3 --limit 1",
      "in-force?about=2024-03-01&known=@3&limit=1"
    },
    {
      "in-force -d refunds --about 2024-03-01T00:30 --zone Europe/Paris --known @3",
      "in-force?document=refunds&about=2024-03-01T00:30&zone=Europe/Paris&known=@3"
    },
    {"history -d refunds --known @3", "history?document=refunds&known=@3"},
    {"history -d refunds --raw --known @3", "history?document=refunds&raw=true&known=@3"},
    {"timeline -d refunds --known @3", "timeline?document=refunds&known=@3"},
    {
      "learned -d refunds --about 2024-07-15 --known @3",
      "learned?document=refunds&about=2024-07-15&known=@3"
    },
    {"changes --since @1 --known @3", "changes?since=@1&known=@3"},
    {
      "diff --before-about 2024-03-01 --about 2024-09-01 --known @3",
      "diff?before-about=2024-03-01&about=2024-09-01&known=@3"
    },
    {"exposure @3 --known @3", "exposure?transaction=@3&known=@3"},
    {"documents --like ref --known @3", "documents?like=ref&known=@3"},
    {"source list --known @3", "sources?known=@3"},
    {
      "resolve lastyear --tenant default --known @3 --reference 2024-05-15",
      "resolve?q=lastyear&known=@3&now=2024-05-15"
    },
    {
      "resolve 03/04/2024 --tenant default --known @3 --reference 2024-05-15",
      "resolve?q=03/04/2024&known=@3&now=2024-05-15"
    },
    {
      "ask refunds --about 2024-03-01 --known @3 --top 1 --explain",
      "ask?q=refunds&about=2024-03-01&known=@3&k=1&explain=true"
    },
    {
      "version -d refunds --version-label v2 --known @3",
      "version?document=refunds&version-label=v2&known=@3"
    },
    {"holds --known @3", "holds?known=@3"},
    {"checkpoint", "checkpoint"},
    {"verify", "verify"},
    {"tenant list", ""},
  };

  @Test
  void httpAnswersWhatTheCommandLinePrints(@TempDir Path home) throws Exception {
    try (TestDatabase database = TestDatabases.create();
        Served served = Served.on(database, Caller.everything())) {
      Cli cli = Cli.on(database, home);
      cli.environment.put("ASOF_LABELS", "*");
      Path one = Files.writeString(home.resolve("one.txt"), "Refunds are paid within 14 days.");
      Path two = Files.writeString(home.resolve("two.txt"), "Refunds are paid within 30 days.");
      run(
          cli,
          "assert",
          "-d",
          "refunds",
          "-s",
          "legal",
          "-f",
          one.toString(),
          "--new-label",
          "v1",
          "--from",
          "2024-01-01");
      run(
          cli,
          "assert",
          "-d",
          "refunds",
          "-s",
          "legal",
          "-f",
          two.toString(),
          "--new-label",
          "v2",
          "--from",
          "2024-07-01");
      run(
          cli,
          "correct",
          "-d",
          "refunds",
          "-s",
          "legal",
          "--version-label",
          "v1",
          "--from",
          "2024-07-01",
          "--to",
          "2024-08-01",
          "--reason",
          "moved");
      SoftAssertions all = new SoftAssertions();
      for (String[] pair : PAIRS) {
        for (List<String> format :
            List.of(
                List.of("json", "application/json"),
                List.of("jsonl", "application/x-ndjson, */*;q=0.1"))) {
          String[] words = (pair[0] + " -o " + format.getFirst()).split(" ");
          Cli.Ran ran = cli.run(words);
          String url = pair[1].isEmpty() ? "/v1/tenants" : "/v1/tenants/default/" + pair[1];
          Served.Got got = served.get(url, "Accept", format.getLast());
          all.assertThat(got.status()).as(url + got.body()).isEqualTo(200);
          if (format.getFirst().equals("json") || got.headers().toString().contains("x-ndjson")) {
            all.assertThat(plain(got.body())).as(pair[0]).isEqualTo(plain(ran.out()));
          }
        }
      }
      all.assertAll();

      // And a write: the receipt of a dry run, which leaves nothing behind.
      Cli.Ran dry =
          cli.run(
              "retract",
              "-d",
              "refunds",
              "-s",
              "legal",
              "--from",
              "2024-02-01",
              "--to",
              "2024-03-01",
              "--dry-run",
              "-o",
              "json");
      assertThat(
              plain(
                  served
                      .post(
                          "default",
                          "retract",
                          "{\"document\":\"refunds\",\"source\":\"legal\",\"from\":\"2024-02-01\",\"to\":\"2024-03-01\",\"dry_run\":true}")
                      .body()))
          .isEqualTo(plain(dry.out()));
    }
  }

  /// Each door was asked at its own present, and each index commits by itself.
  private static String plain(String json) {
    return json.replaceAll("\"(generation|seconds)\" ?: ?[0-9.E-]+", "\"$1\" : N")
        .replaceAll("20(2[5-9]|[3-9]\\d)-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
  }

  private static void run(Cli cli, String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(ran.err()).isZero();
  }
}
