package dev.asof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Times mean nothing here; that every answer is right is part of the run.
class StoreBenchTest {

  /// Each is a wait for the server; one more is paid by every change and every question.
  private static final Map<String, Integer> MOST_ROUND_TRIPS = Map.of("correct", 21, "lookup", 4);

  @Test
  void allSystemsAnswerAsTheModelInEveryWorkload() throws Exception {
    Results results =
        new StoreBench(Sizes.TINY, Durability.NONE, 1, line -> {})
            .run(List.of(Peer.PLAIN, Peer.XTDB_MEMORY), List.of(Workload.values()));

    assertThat(results.timings().lines())
        .extracting(Timings.Line::workload)
        .contains(Arrays.stream(Workload.values()).map(Workload::word).toArray(String[]::new));
    assertThat(results.timings().lines())
        .extracting(Timings.Line::system)
        .contains("asof", "plain", "xtdb-memory", "bare");
    assertThat(results.timings().sent())
        .hasSize(2)
        .allSatisfy(sent ->
            assertThat(sent.roundTrips())
                .as("round trips of one %s", sent.operation())
                .isLessThanOrEqualTo(MOST_ROUND_TRIPS.get(sent.operation())));
    for (Shown shown : Shown.values()) {
      StringWriter out = new StringWriter();
      shown.print(results, new PrintWriter(out, true));
      assertThat(out.toString())
          .containsPattern("scaled.down")
          .contains("xtdb-memory")
          .contains("p99");
    }
  }

  @Test
  void anUnknownPeerIsAnErrorOfTheCaller() {
    StringWriter err = new StringWriter();

    int code =
        Bench.run(
            new String[] {"store", "--peers", "oracle"},
            new PrintWriter(new StringWriter()),
            new PrintWriter(err, true));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("oracle").contains("mariadb");
  }
}
