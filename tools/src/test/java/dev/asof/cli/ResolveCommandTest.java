package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ResolveCommandTest {

  @TempDir private Path home;

  private Cli.Ran resolve(String... args) {
    Cli cli = Cli.in(home);
    cli.clock = Clock.fixed(Instant.parse("2024-05-15T09:00:00Z"), ZoneOffset.UTC);
    String[] all = new String[args.length + 1];
    all[0] = "resolve";
    System.arraycopy(args, 0, all, 1, args.length);
    return cli.run(all);
  }

  @Test
  void aReadingIsShownWithoutADatabase() {
    Cli.Ran ran = resolve("last quarter", "--zone", "Europe/London");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains(
            "Kind of question: range.",
            "[2024-01-01T00:00Z, 2024-03-31T23:00Z)",
            "\"last quarter\" is read as valid time Q1 2024");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void bothAxesAreFieldsOfTheJson() {
    Cli.Ran ran =
        resolve(
            "what did we know on 3 June about the policy of 1 May",
            "--reference",
            "2024-08-01",
            "-o",
            "json");
    JsonNode reading = AnswerJson.mapper().readTree(ran.out());

    assertThat(ran.exit()).isZero();
    assertThat(reading.path("kind").asString()).isEqualTo("belief");
    assertThat(reading.path("known").path(0).path("dates").path("from").asString())
        .isEqualTo("2024-06-03");
    assertThat(reading.path("about").path(0).path("dates").path("from").asString())
        .isEqualTo("2024-05-01");
    assertThat(reading.path("about").path(0).path("zone_origin").asString()).isEqualTo("assumed");
  }

  @Test
  void whatIsNotCertainIsAskedAndIsNoSuccess() {
    Cli.Ran ran = resolve("03/04/2024");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("3 April 2024: write 2024-04-03");
    assertThat(resolve("03/04/2024", "--numeric-dates", "day_first").exit()).isZero();
    assertThat(resolve("FY2024").exit()).isEqualTo(1);
    assertThat(resolve("FY2024", "--fiscal-year-start", "10-01").exit()).isZero();
    assertThat(resolve("FY2024", "--fiscal-year-start", "10").exit()).isEqualTo(65);
  }

  @Test
  void anAmbiguousReferenceIsRefused() {
    assertThat(
            resolve("today", "--zone", "Europe/London", "--reference", "2024-10-27T01:30").exit())
        .isEqualTo(65);
  }
}
