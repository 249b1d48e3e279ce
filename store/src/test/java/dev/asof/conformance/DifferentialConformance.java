package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The same changes into this store, MariaDB's bitemporal tables and XTDB 1, and the same questions
/// where they are most likely to differ.
class DifferentialConformance {

  private static final int CHANGES = 200;

  /// So many points that all three can express, and as many of the others as come between them.
  private static final int POINTS = 2_000;

  private static final List<String> DOCUMENTS = List.of("one", "two", "three");

  private record Point(String document, Instant about, int changes, Peer.Edge edge) {}

  @Test
  void threeBitemporalDatabasesAnswerTheSame() throws Exception {
    long seed = Histories.seed();
    Random random = new Random(seed);
    try (TestDatabase home = TestDatabases.create();
        Peer ours = new AsofPeer(home.database());
        Peer mariaDb = MariaDb.start();
        Peer xtdb = xtdb()) {
      List<Peer> peers = List.of(mariaDb, xtdb);
      TreeSet<Instant> edges = new TreeSet<>();
      for (int change = 0; change < CHANGES; change++) {
        String document = DOCUMENTS.get(random.nextInt(DOCUMENTS.size()));
        boolean nothing = random.nextInt(4) == 0;
        Instant from = nothing && random.nextInt(4) == 0 ? null : edge(random, edges);
        Instant to = random.nextInt(4) == 0 ? null : edge(random, edges);
        if (from != null && to != null && !from.isBefore(to)) {
          Instant earlier = to;
          to = from.equals(to) ? null : from;
          from = earlier;
        }
        String text = nothing ? null : "text " + change;
        ours.replace(document, text, from, to);
        for (Peer peer : peers) {
          peer.replace(document, text, from, to);
        }
      }
      int shared = 0;
      int others = 0;
      int[] left = new int[peers.size()];
      List<String> differences = new ArrayList<>();
      List<Instant> abouts = abouts(edges);
      while (shared < POINTS) {
        Point point =
            new Point(
                DOCUMENTS.get(random.nextInt(DOCUMENTS.size())),
                abouts.get(random.nextInt(abouts.size())),
                random.nextInt(CHANGES + 1),
                random.nextBoolean() ? Peer.Edge.FIRST : Peer.Edge.LAST);
        if (peers.stream().allMatch(peer -> peer.expresses(point.about()))) {
          shared++;
        } else {
          others++;
        }
        String wanted = ask(ours, point);
        for (int peer = 0; peer < peers.size(); peer++) {
          if (!peers.get(peer).expresses(point.about())) {
            left[peer]++;
            continue;
          }
          String told = ask(peers.get(peer), point);
          if (!Objects.equals(wanted, told)) {
            differences.add(point + ": " + wanted + ", " + peers.get(peer).name() + ": " + told);
          }
        }
      }
      assertThat(differences).as("seed %d", seed).isEmpty();
      Figures.print(
          "differential",
          "%d changes, %d points at and beside %d edges asked of asof, %s and %s: no difference; of %d points more, finer than a millisecond or outside a calendar, %d not asked of MariaDB and %d not of XTDB, which cannot express them; seed %d"
              .formatted(
                  CHANGES,
                  shared,
                  edges.size(),
                  mariaDb.name(),
                  xtdb.name(),
                  others,
                  left[0],
                  left[1],
                  seed));
    }
  }

  private static @Nullable String ask(Peer peer, Point point) throws Exception {
    return peer.text(point.document(), point.about(), point.changes(), point.edge());
  }

  /// Whole milliseconds, which all of them know; every second one is an edge used before, or right
  /// beside it.
  private static Instant edge(Random random, NavigableSet<Instant> edges) {
    Instant edge;
    if (!edges.isEmpty() && random.nextInt(2) == 0) {
      List<Instant> used = new ArrayList<>(edges);
      edge = used.get(random.nextInt(used.size())).plus(random.nextInt(3) - 1, ChronoUnit.MILLIS);
    } else {
      edge =
          Instant.parse("2024-01-01T00:00:00Z")
              .plus(random.nextInt(1_000), ChronoUnit.DAYS)
              .plusMillis(random.nextInt(86_400_000));
    }
    edges.add(edge);
    return edge;
  }

  /// The edges, both sides of them, and what lies before and after everything.
  private static List<Instant> abouts(NavigableSet<Instant> edges) {
    List<Instant> abouts = new ArrayList<>();
    for (Instant edge : edges) {
      abouts.add(edge);
      abouts.add(edge.minus(1, ChronoUnit.MILLIS));
      abouts.add(edge.plus(1, ChronoUnit.MILLIS));
      abouts.add(edge.minus(1, ChronoUnit.MICROS));
      abouts.add(edge.plus(1, ChronoUnit.MICROS));
    }
    for (int i = 0; i < edges.size() / 10; i++) {
      abouts.add(Instant.parse("1600-01-01T00:00:00Z"));
      abouts.add(edges.first().minus(1, ChronoUnit.MILLIS));
      abouts.add(edges.last().plus(400 * 365L, ChronoUnit.DAYS));
      abouts.add(Instant.parse("-0043-03-15T00:00:00Z"));
    }
    return abouts;
  }

  /// By name, because only the profile brings it.
  private static Peer xtdb() throws Exception {
    try {
      Class.forName("xtdb.api.IXtdb");
      return Class.forName("dev.asof.conformance.Xtdb")
          .asSubclass(Peer.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(
          "XTDB is missing: com.xtdb:xtdb-core:1.24.5 of Maven Central, which the profile"
              + " `conformance` brings",
          e);
    }
  }
}
