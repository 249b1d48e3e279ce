package dev.asof.history;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Hands on those results of a question that a page asks for. It is offered results in their order,
/// document by document; the results of one document always come in the same order for one T.
final class Part<R> {

  private final Cursor.Question question;
  private final List<Snapshot> snapshots;
  private final @Nullable Cursor from;
  private final @Nullable Integer limit;
  private final Consumer<R> work;

  private String document = "";
  private long number = -1;
  private int given;
  private String lastDocument = "";
  private long lastNumber;
  private boolean full;

  Part(
      Cursor.Question question,
      List<Snapshot> snapshots,
      @Nullable Cursor from,
      @Nullable Integer limit,
      Consumer<R> work) {
    this.question = question;
    this.snapshots = snapshots;
    this.from = from;
    this.limit = limit;
    this.work = work;
  }

  /// The next result, which is one of `key`.
  void offer(String key, R result) {
    number = key.equals(document) ? number + 1 : 0;
    document = key;
    if (full || (from != null && key.equals(from.document()) && number <= from.number())) {
      return;
    }
    if (limit != null && given == limit) {
      full = true;
      return;
    }
    given++;
    lastDocument = key;
    lastNumber = number;
    work.accept(result);
  }

  /// There is a result after the page: no more are wanted.
  boolean isFull() {
    return full;
  }

  /// Key of the document to begin with; null: the first.
  @Nullable String begin() {
    return from == null ? null : from.document();
  }

  /// How many documents to look at in one go, where `most` are looked at for a whole answer.
  int batch(int most) {
    return limit == null ? most : Math.min(most, limit + 1);
  }

  /// The cursor of the next page; null where there is none.
  @Nullable String next() {
    return full ? question.at(snapshots, lastDocument, lastNumber).text() : null;
  }
}
