package dev.asof.history;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.TimeInput;
import org.jspecify.annotations.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The door for reading: one method a question. Each call is one snapshot, see [Reader]; every answer says as known at
/// what time it holds, and never changes for that time.
public final class History {

  private final Reader reader;

  public History(Database database) {
    this.reader = new Reader(database);
  }

  public Reader reader() {
    return reader;
  }

  /// What is in force at a point: of one document, or of all of them, in the order of their keys.
  ///
  /// @param about null: the present by the database's clock
  public Answer<Citation> inForce(
      TenantId tenant, Filter filter, @Nullable TimeInput about, Known known) {
    return reader.snapshot(
        tenant,
        known,
        snapshot -> {
          InForce inForce = InForce.at(snapshot, filter, about);
          String key = filter.document();
          if (key != null) {
            return inForce.of(key);
          }
          Answer<Citation> head = inForce.head();
          List<Citation> results = new ArrayList<>();
          List<Notice> notices = new ArrayList<>();
          inForce.forEach(
              document -> {
                results.addAll(document.results());
                notices.addAll(document.notices());
              });
          notices.addAll(head.notices());
          return new Answer<>(
              head.reading(), head.about(), head.known(), head.token(), results, notices);
        });
  }

  /// As [#inForce] for all documents, handed on one by one; memory does not grow with their number.
  ///
  /// @param head told first: how the times were read
  public void inForce(
      TenantId tenant,
      Filter filter,
      @Nullable TimeInput about,
      Known known,
      Consumer<Answer<Citation>> head,
      Consumer<DocumentInForce> document) {
    reader.snapshot(
        tenant,
        known,
        snapshot -> {
          InForce inForce = InForce.at(snapshot, filter, about);
          head.accept(inForce.head());
          inForce.forEach(document);
          return snapshot.token();
        });
  }
}
