package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// RFC 7089 over the valid axis.
class MementoTest {
  private static TestDatabase test;
  private static Served served;

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    served = Served.on(test);
    say("\"text\":\"One.\",\"new_label\":\"v1\",\"from\":\"2024-01-01\",\"to\":\"2024-06-01\"");
    say("\"text\":\"Two.\",\"new_label\":\"v2\",\"from\":\"2024-07-01T12:00:00.5Z\"");
  }

  private static void say(String rest) {
    assertThat(
            served
                .post("default", "assert", "{\"document\":\"a/b c\",\"source\":\"s\"," + rest + "}")
                .status())
        .isEqualTo(200);
  }

  @AfterAll
  static void close() {
    served.close();
    test.close();
  }

  private static Served.Got gate(String... headers) {
    return served.read("timegate?document=a/b%20c", headers);
  }

  private static Served.Got follow(Served.Got gate) {
    assertThat(gate.status()).as(gate.body()).isEqualTo(302);
    assertThat(gate.header("Vary")).contains("accept-datetime");
    return served.get(String.valueOf(gate.header("Location")));
  }

  @Test
  void theTimeGateLeadsToTheTextThatAppliedThen() {
    Served.Got memento = follow(gate("Accept-Datetime", "Fri, 01 Mar 2024 00:00:00 GMT"));
    assertThat(memento.body()).isEqualTo("One.");
    assertThat(memento.header("Memento-Datetime")).isEqualTo("Mon, 01 Jan 2024 00:00:00 GMT");
    assertThat(memento.header("Link"))
        .contains("rel=\"original\"", "rel=\"timegate\"", "rel=\"timemap\"", "axis=\"valid\"");
    // The URL fixes the time of knowing, so it is the same text for ever.
    assertThat(memento.header("Cache-Control")).contains("immutable");
    assertThat(follow(gate("Accept-Datetime", "Tue, 02 Jul 2024 00:00:00 GMT")).body())
        .isEqualTo("Two.");
    assertThat(follow(gate()).body()).isEqualTo("Two.");
  }

  @Test
  void beforeTheFirstItLeadsToTheFirstAndBetweenTwoToTheOneBefore() {
    assertThat(follow(gate("Accept-Datetime", "Sat, 01 Jan 2000 00:00:00 GMT")).body())
        .isEqualTo("One.");
    assertThat(follow(gate("Accept-Datetime", "Sat, 15 Jun 2024 00:00:00 GMT")).body())
        .isEqualTo("One.");
    assertThat(follow(gate("Accept-Datetime", "Mon, 01 Jan 2024 00:00:00 GMT")).body())
        .isEqualTo("One.");
    assertThat(follow(gate("Accept-Datetime", "Sun, 31 Dec 2023 23:59:59 GMT")).body())
        .isEqualTo("One.");
    assertThat(follow(gate("Accept-Datetime", "Mon, 01 Jul 2024 12:00:01 GMT")).body())
        .isEqualTo("Two.");
  }

  @Test
  void whatIsKnownLaterDoesNotChangeAMementoThatWasHandedOut() {
    assertThat(
            served
                .post(
                    "default",
                    "assert",
                    "{\"document\":\"other\",\"source\":\"s\",\"text\":\"One.\",\"new_label\":\"v1\",\"from\":\"2024-01-01\"}")
                .status())
        .isEqualTo(200);
    String url =
        String.valueOf(
            served
                .read("timegate?document=other", "Accept-Datetime", "Fri, 01 Mar 2024 00:00:00 GMT")
                .header("Location"));
    assertThat(url).contains("known=%40");
    String before = served.get(url).body();
    assertThat(
            served
                .post(
                    "default",
                    "correct",
                    "{\"document\":\"other\",\"source\":\"s\",\"text\":\"Three.\",\"from\":\"2024-01-01\",\"to\":\"2024-02-01\",\"reason\":\"r\"}")
                .status())
        .isEqualTo(200);
    assertThat(served.get(url).body()).isEqualTo(before);
  }

  @Test
  void theTimeMapListsEveryMementoWithItsDatetimeAndTheAxis() {
    Served.Got map = served.read("timemap?document=a/b%20c&known=@2&axis=valid");
    assertThat(map.header("Content-Type")).startsWith("application/link-format");
    List<String> lines = map.body().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(3))
        .contains(
            "rel=\"first memento\"",
            "datetime=\"Mon, 01 Jan 2024 00:00:00 GMT\"",
            "axis=\"valid\"",
            "valid-until=\"2024-06-01T00:00:00Z\"");
    assertThat(lines.get(4)).contains("rel=\"last memento\"", "2024-07-01T12:00:00.500Z");
    String first = lines.get(3).replaceAll("^<(.*?)>.*$", "$1");
    assertThat(served.get(first).body()).isEqualTo("One.");
    assertThat(served.read("timemap?document=a/b%20c&axis=known").status()).isEqualTo(400);
  }

  @Test
  void aDocumentThatIsNotThereHasNone() {
    assertThat(served.read("timegate?document=nothing").status()).isEqualTo(404);
    assertThat(served.read("timemap?document=nothing").status()).isEqualTo(404);
  }
}
