package dev.asof.embed;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.schema.Database;
import dev.asof.write.Embeddings;
import dev.asof.write.Embeddings.Place;
import dev.asof.write.Embeddings.Vector;
import dev.asof.write.Embeddings.Waiting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Gives vectors to the passages of a tenant that have none, in batches, each stored for itself: it
/// may be stopped or killed at any time and goes on where it was. Several processes may work at
/// once: where one finds that another is at the same passages, it goes on elsewhere.
///
/// A passage is embedded with the heading of its section before it, unless it holds that itself. A
/// passage in a language that the model does not cover is left without; so is one that the caller
/// may not see.
public final class EmbeddingWork {
  private static final int BATCH = 256;
  private static final int ATTEMPTS = 4;

  private final Embeddings embeddings;
  private final Embedder embedder;
  private final Duration pause;

  public EmbeddingWork(Database database, Embedder embedder) {
    this(database, embedder, Duration.ofSeconds(1));
  }

  /// @param pause before an endpoint that does not answer is asked again, then twice as long
  EmbeddingWork(Database database, Embedder embedder, Duration pause) {
    this.embeddings = new Embeddings(database);
    this.embedder = embedder;
    this.pause = pause;
  }

  /// @param embedded passages that were given a vector
  /// @param leftOut passages in languages that the model does not cover
  /// @param finished nothing is left that it covers
  public record Report(long embedded, long leftOut, boolean finished) {}

  /// Of texts after the first and up to the last.
  private record Stretch(Place after, TextId last) {}

  /// Embeds what has no vector now, until nothing is left, `most` are embedded or `stopped` says
  /// so.
  ///
  /// Throws as [Embedder#passages] does, where an endpoint does not answer for several tries; what
  /// was stored stays.
  ///
  /// @param most at least 1
  /// @param done told after each batch how many passages it has dealt with
  public Report run(TenantId tenant, long most, BooleanSupplier stopped, LongConsumer done) {
    Deque<Stretch> stretches = new ArrayDeque<>();
    embeddings.lastText(tenant).ifPresent(last -> stretches.add(new Stretch(Place.START, last)));
    long embedded = 0;
    long leftOut = 0;
    while (!stretches.isEmpty() && embedded < most && !stopped.getAsBoolean()) {
      Stretch stretch = stretches.removeFirst();
      int size = (int) Math.min(BATCH, most - embedded);
      List<Waiting> waiting =
          embeddings.waiting(tenant, embedder.model(), stretch.after(), stretch.last(), size);
      if (waiting.isEmpty()) {
        continue;
      }
      List<Waiting> covered = waiting.stream().filter(this::isCovered).toList();
      int stored = covered.isEmpty() ? 0 : store(tenant, covered);
      embedded += stored;
      leftOut += waiting.size() - covered.size();
      done.accept(embedded + leftOut);
      Stretch rest = new Stretch(waiting.getLast().place(), stretch.last());
      if (stored < covered.size()) {
        leaveTheNextOnesToTheOther(rest, stretches);
      } else {
        stretches.addFirst(rest);
      }
    }
    return new Report(embedded, leftOut, stretches.isEmpty());
  }

  private static void leaveTheNextOnesToTheOther(Stretch rest, Deque<Stretch> stretches) {
    long from = rest.after().text().value();
    long to = rest.last().value();
    if (from < to) {
      TextId middle = new TextId(ThreadLocalRandom.current().nextLong(from, to));
      stretches.addLast(new Stretch(rest.after(), middle));
      stretches.addFirst(new Stretch(new Place(middle, Integer.MAX_VALUE), rest.last()));
    } else {
      stretches.addFirst(rest);
    }
  }

  private boolean isCovered(Waiting passage) {
    return passage.languages().stream()
            .anyMatch(language -> embedder.covers(language, passage.words()))
        || ((passage.unstated() || passage.languages().isEmpty())
            && embedder.covers(null, passage.words()));
  }

  private int store(TenantId tenant, List<Waiting> passages) {
    List<float[]> vectors =
        vectors(
            passages.stream().map(passage -> text(passage.heading(), passage.words())).toList());
    List<Vector> stored = new ArrayList<>();
    for (int i = 0; i < passages.size(); i++) {
      stored.add(new Vector(passages.get(i).place(), vectors.get(i)));
    }
    return embeddings.store(tenant, embedder.model(), vectors.getFirst().length, stored);
  }

  /// A passage as it is embedded. Part of what a vector depends on: another form needs another name
  /// of the model.
  ///
  /// @param heading of its section; null where it has none
  public static String text(@Nullable String heading, String words) {
    return heading == null || heading.isBlank() || words.contains(heading.strip())
        ? words
        : heading.strip() + "\n" + words;
  }

  private List<float[]> vectors(List<String> texts) {
    Duration wait = pause;
    for (int attempt = 1; ; attempt++) {
      try {
        return embedder.passages(texts);
      } catch (Unavailable e) {
        if (attempt == ATTEMPTS || e.code() != Code.MODEL_UNREACHABLE) {
          throw e;
        }
      }
      try {
        Thread.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Unavailable(
            Code.RETRY, "interrupted while embedding; run it again, it goes on where it was", e);
      }
      wait = wait.multipliedBy(2);
    }
  }
}
