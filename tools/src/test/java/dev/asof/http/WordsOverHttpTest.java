package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.Caller;
import dev.asof.schema.StandInModel;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Answers in words over HTTP, against a stand-in for a model.
class WordsOverHttpTest {
  private static final String ASKED = "ask?q=how+much+notice&about=2024-03-01";

  private static TestDatabase test;
  private static StandInModel standIn;
  private static Served served;
  private static Served without;

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    standIn = StandInModel.start();
    served =
        Served.on(
            test,
            Caller.withoutLabels(),
            Map.of("words-url", standIn.url(), "words-model", "stand-in"));
    without = Served.on(test);
    try (Served writing = Served.on(test, Caller.parse("hr"))) {
      asserted(writing, "terms", "thirty days", List.of());
      asserted(writing, "secret", "seven days", List.of("hr"));
    }
  }

  private static void asserted(Served writing, String document, String words, List<String> labels) {
    Served.Got got =
        writing.post(
            "default",
            "assert",
            "{\"document\":\""
                + document
                + "\",\"source\":\"legal\",\"text\":\"We give "
                + words
                + " of notice.\",\"new_label\":\"v1\",\"from\":\"2024-01-01\"}");
    assertThat(got.status()).as(got.body()).isEqualTo(200);
    if (!labels.isEmpty()) {
      new Store(writing.database())
          .write(
              new Store(writing.database()).tenant("default"),
              Intent.of("test", "test").because("a story"),
              List.of(new Change.Label(document, labels, List.of())));
    }
  }

  @AfterAll
  static void close() {
    without.close();
    served.close();
    standIn.close();
    test.close();
  }

  @BeforeEach
  void anew() {
    standIn.anew();
  }

  @Test
  void wordsComeWhereTheyAreAskedForAndOnlyThere() {
    standIn.says("They give thirty days [1]. They are kind.");

    Served.Got plain = served.read(ASKED);
    assertThat(plain.status()).isEqualTo(200);
    assertThat(plain.json().has("words")).isFalse();
    assertThat(standIn.requests()).isEmpty();

    Served.Got got = served.read(ASKED + "&words=true");
    assertThat(got.status()).as(got.body()).isEqualTo(200);
    assertThat(got.header("Cache-Control")).isEqualTo("no-store");
    assertThat(got.json().path("parts")).isEqualTo(plain.json().path("parts"));
    JsonNode sentences = got.json().path("words").path("sections").path(0).path("sentences");
    assertThat(sentences.path(0).path("marks").isEmpty()).isTrue();
    assertThat(sentences.path(1).path("marks").path(0).path("code").asString())
        .isEqualTo("uncited");
    assertThat(sentences.path(1).path("marks").path(0).path("sentence").asString())
        .isEqualTo("no citation");
    assertThat(standIn.requests()).hasSize(1);
    assertThat(standIn.requests().getFirst()).contains("thirty").doesNotContain("seven", "secret");
  }

  @Test
  void aModelThatFailsDoesNotFailTheRequest() {
    standIn.gives(500, "oops", Map.of("Retry-After", "0"));

    Served.Got got = served.read(ASKED + "&words=true");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.json().path("words").path("fault").path("code").asString())
        .isEqualTo("model-unreachable");
    assertThat(got.json().path("parts").path(0).path("results").isEmpty()).isFalse();
    assertThat(got.body()).doesNotContain("oops");
  }

  @Test
  void whereNoModelIsConfiguredWordsAreRefusedAndSaidNotToBeThere() {
    Served.Got got = without.read(ASKED + "&words=true");
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.code()).isEqualTo("bad-input");
    assertThat(got.body()).contains("words-url");
    assertThat(without.read(ASKED + "&words=false").status()).isEqualTo(200);

    assertThat(without.get("/v1/words").json().path("configured").asBoolean(true)).isFalse();
    JsonNode there = served.get("/v1/words").json();
    assertThat(there.path("configured").asBoolean(false)).isTrue();
    assertThat(there.path("model").asString()).isEqualTo("stand-in");
    assertThat(there.path("endpoint").asString()).startsWith("127.0.0.1:");
  }
}
