package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.schema.Together;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.Record1;
import org.jooq.Record2;
import org.jooq.Select;

/// Keys to documents, as known at T. Statements on `document`.
final class DocumentKeys {

  private static final int PAGE = 200;
  private static final int MOST_COMPARED = 100_000;
  private static final int MOST_SUGGESTED = 3;

  private DocumentKeys() {}

  record Named(DocumentId id, String key) {}

  /// As [#require], in one round trip with more; to be asked for after it.
  static Supplier<Named> require(Snapshot snapshot, String key, Together together) {
    var rows = together.fetch(byKey(snapshot, key));
    return () ->
        rows.get().stream()
            .findFirst()
            .map(row -> new Named(row.get(DOCUMENT.DOCUMENT_ID), key))
            .orElseThrow(() -> unknown(snapshot, key));
  }

  private static Select<Record1<DocumentId>> byKey(Snapshot snapshot, String key) {
    return snapshot
        .sql()
        .select(DOCUMENT.DOCUMENT_ID)
        .from(DOCUMENT)
        .where(
            DOCUMENT.TENANT.eq(snapshot.tenant()),
            DOCUMENT.KEY.eq(key),
            DOCUMENT.SYSTEM_FROM.le(snapshot.known()));
  }

  /// Throws a [CallerFault] with [Code#UNKNOWN_DOCUMENT] and up to three similar keys where none
  /// was known by that key.
  static Named require(Snapshot snapshot, String key) {
    Together together = new Together(snapshot.sql());
    Supplier<Named> named = require(snapshot, key, together);
    together.run();
    return named.get();
  }

  private static CallerFault unknown(Snapshot snapshot, String key) {
    String shown = key.length() <= 100 ? key : key.substring(0, 100) + "...";
    List<String> near = near(snapshot, key);
    return new CallerFault(
        Code.UNKNOWN_DOCUMENT,
        "no document \""
            + shown.replaceAll("\\p{Cntrl}", "?")
            + "\" was known at "
            + snapshot.known()
            + (near.isEmpty() ? "" : "; similar: " + String.join(", ", near)),
        Map.of("document", shown, "near", String.join("\n", near)));
  }

  private static List<String> near(Snapshot snapshot, String key) {
    String wanted = key.toLowerCase(Locale.ROOT);
    int most = Math.max(2, Math.min(wanted.length(), 60) / 3);
    LevenshteinDistance distance = new LevenshteinDistance(most);
    record Near(String key, int distance) {}
    List<Near> found = new ArrayList<>();
    try (Stream<String> keys =
        snapshot
            .sql()
            .select(DOCUMENT.KEY)
            .from(DOCUMENT)
            .where(DOCUMENT.TENANT.eq(snapshot.tenant()), DOCUMENT.SYSTEM_FROM.le(snapshot.known()))
            .orderBy(DOCUMENT.KEY)
            .limit(MOST_COMPARED)
            .fetchSize(1_000)
            .fetchStream()
            .map(row -> row.value1())) {
      keys.forEach(candidate -> {
        String lower = candidate.toLowerCase(Locale.ROOT);
        int apart = lower.contains(wanted) ? 0 : distance.apply(wanted, lower);
        if (apart >= 0) {
          found.add(new Near(candidate, apart));
          if (found.size() > 1_000) {
            keepBest(found, Comparator.comparingInt(Near::distance).thenComparing(Near::key));
          }
        }
      });
    }
    found.sort(Comparator.comparingInt(Near::distance).thenComparing(Near::key));
    return found.stream().limit(MOST_SUGGESTED).map(Near::key).toList();
  }

  private static <N> void keepBest(List<N> found, Comparator<N> order) {
    found.sort(order);
    found.subList(MOST_SUGGESTED, found.size()).clear();
  }

  /// Hands on the documents known at T that fulfil `which`, in pages, in the order of the bytes of
  /// their keys, which is the same in every database whatever its collation. Reads ahead one page
  /// at a time.
  static void forEachPage(Snapshot snapshot, Condition which, Consumer<List<Named>> work) {
    forEachPage(snapshot, which, PAGE, () -> true, work);
  }

  /// As above, but only from where `part` begins, and no longer than it wants more.
  static void forEachPage(
      Snapshot snapshot, Condition which, Part<?> part, Consumer<List<Named>> work) {
    String begin = part.begin();
    forEachPage(
        snapshot,
        begin == null ? which : which.and(DOCUMENT.KEY.collate("C").ge(begin)),
        part.batch(PAGE),
        () -> !part.isFull(),
        work);
  }

  private static void forEachPage(
      Snapshot snapshot,
      Condition which,
      int size,
      BooleanSupplier wanted,
      Consumer<List<Named>> work) {
    try (Cursor<Record2<DocumentId, String>> cursor =
        snapshot
            .sql()
            .select(DOCUMENT.DOCUMENT_ID, DOCUMENT.KEY)
            .from(DOCUMENT)
            .where(
                DOCUMENT.TENANT.eq(snapshot.tenant()),
                DOCUMENT.SYSTEM_FROM.le(snapshot.known()),
                which)
            .orderBy(DOCUMENT.KEY.collate("C"))
            .fetchSize(size)
            .fetchLazy()) {
      while (wanted.getAsBoolean() && cursor.hasNext()) {
        work.accept(cursor.fetchNext(size).map(row -> new Named(row.value1(), row.value2())));
      }
    }
  }
}
