package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Store;
import dev.asof.write.token.TokenRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Mixed requests at 32 connections, of four tenants at once: none fails, and none is answered with
/// a word of another tenant. Two seconds in every build; `-Dasof.test.load=60s` for longer, which
/// has to come to 10,000 requests in the last minute; before it is as long of the same, because a
/// server that has just begun is busy with its own code.
class CrossingTest {
  private static final int CONNECTIONS = 32;
  private static final int TENANTS = 4;
  private static final int MANY = 10_000;

  private static final Duration LOAD =
      Duration.parse(
          "PT" + System.getProperty("asof.test.load", "2s").toUpperCase(java.util.Locale.ROOT));

  @Test
  void noAnswerCrossesFromOneTenantToAnother() throws Exception {
    try (TestDatabase test = TestDatabases.create();
        Served served =
            Served.on(
                test,
                Limits.DEFAULT.waiting(Duration.ofSeconds(60)).timed(Duration.ofMinutes(5)))) {
      List<String> secrets = new ArrayList<>();
      for (int t = 0; t < TENANTS; t++) {
        String name = "tenant-" + t;
        new Store(served.database()).createTenant(name);
        secrets.add(served.token(name, "user-" + t, TokenRole.WRITER, ""));
      }
      for (int t = 0; t < TENANTS; t++) {
        write(served, secrets.get(t), t, 0, "2024-01-01");
        write(served, secrets.get(t), t, 1, "2024-03-01");
      }
      Queue<String> wrong = new ConcurrentLinkedQueue<>();
      if (isLong()) {
        load(served, secrets, wrong);
      }
      long done = load(served, secrets, wrong);
      assertThat(wrong).isEmpty();
      assertThat(served.faults).isEmpty();
      assertThat(done).isGreaterThan(CONNECTIONS);
      if (isLong()) {
        assertThat(done).as("requests in " + LOAD).isGreaterThanOrEqualTo(MANY);
      }
    }
  }

  private static boolean isLong() {
    return LOAD.compareTo(Duration.ofSeconds(60)) >= 0;
  }

  /// @return how many requests were answered
  private static long load(Served served, List<String> secrets, Queue<String> wrong)
      throws Exception {
    AtomicLong done = new AtomicLong();
    long end = System.nanoTime() + LOAD.toNanos();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int connection = i;
        running.add(
            threads.submit(() -> {
              Random random = new Random(connection);
              while (System.nanoTime() < end && wrong.size() < 5) {
                int t = random.nextInt(TENANTS);
                String trouble = one(served, secrets, t, random);
                done.incrementAndGet();
                if (trouble != null) {
                  wrong.add(trouble);
                }
              }
            }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
    return done.get();
  }

  private static Served.Got write(Served served, String secret, int t, int number, String from) {
    return served.post(
        "tenant-" + t,
        "assert",
        "{\"document\":\"doc-"
            + number
            + "\",\"source\":\"source"
            + t
            + "\",\"text\":\"Refunds of owner"
            + t
            + " are paid, number "
            + number
            + ".\",\"from\":\""
            + from
            + "\"}",
        "Authorization",
        "Bearer " + secret);
  }

  /// What is wrong with the answer; null: nothing.
  private static @org.jspecify.annotations.Nullable String one(
      Served served, List<String> secrets, int t, Random random) {
    String base = "/v1/tenants/tenant-" + t + "/";
    String bearer = "Bearer " + secrets.get(t);
    int what = random.nextInt(20);
    if (what == 0) {
      Served.Got got = write(served, secrets.get(t), t, random.nextInt(50), "2024-01-01");
      return got.status() == 200
          ? foreign("assert", got, t)
          : "assert: " + got.status() + got.body();
    }
    if (what == 1) {
      // With the token of one, at the door of another.
      int other = (t + 1) % TENANTS;
      Served.Got got =
          served.get("/v1/tenants/tenant-" + other + "/documents", "Authorization", bearer);
      return got.status() == 404 ? null : "crossed: " + got.body();
    }
    String asked =
        switch (what % 9) {
          case 0 -> "in-force?about=2024-04-01";
          case 1 -> "in-force?document=doc-0&about=2024-04-01&known=@2";
          case 2 -> "history?document=doc-0";
          case 3 -> "ask?q=refunds+paid&about=2024-04-01&k=3";
          case 4 -> "documents";
          case 5 -> "changes?since=@1&limit=5";
          case 6 -> "text?document=doc-0&about=2024-04-01";
          case 7 -> "transactions?order=newest&limit=3";
          default -> "sources";
        };
    Served.Got got = served.get(base + asked, "Authorization", bearer);
    return got.status() == 200 ? foreign(asked, got, t) : asked + ": " + got.status() + got.body();
  }

  private static @org.jspecify.annotations.Nullable String foreign(
      String asked, Served.Got got, int own) {
    for (int t = 0; t < TENANTS; t++) {
      if (t != own
          && (got.body().contains("owner" + t)
              || got.body().contains("source" + t)
              || got.body().contains("user-" + t))) {
        return asked + " of " + own + " shows " + t + ": " + got.body();
      }
    }
    return null;
  }
}
