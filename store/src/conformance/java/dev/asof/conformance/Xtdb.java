package dev.asof.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import xtdb.api.IXtdb;
import xtdb.api.TransactionInstant;
import xtdb.api.XtdbDocument;
import xtdb.api.tx.Transaction;

/// XTDB 1, a node in memory. It knows whole milliseconds only, and asked about a time before 1970
/// it fails (`UInt128 cannot be cast to Long` in its index).
final class Xtdb implements Peer {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// Stand for the open sides: a put without an end lasts to the next put, whatever was said first.
  private static final Instant FIRST = Instant.EPOCH;

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private final IXtdb node = IXtdb.startNode();
  private final List<Date> times = new ArrayList<>();

  Xtdb() {
    times.add(Date.from(Instant.parse("2000-01-01T00:00:00Z")));
  }

  @Override
  public String name() {
    return "XTDB 1.24.5";
  }

  @Override
  public void replace(
      String document, @Nullable String text, @Nullable Instant from, @Nullable Instant to)
      throws Exception {
    Date start = Date.from(from == null ? FIRST : from);
    Date end = Date.from(to == null ? LAST : to);
    // No two transactions in one of its milliseconds.
    TimeUnit.MILLISECONDS.sleep(3);
    TransactionInstant submitted =
        node.submitTx(
            Transaction.buildTx(tx -> {
              if (text == null) {
                tx.delete(document, start, end);
              } else {
                tx.put(XtdbDocument.create(document, Map.of("text", text)), start, end);
              }
            }));
    times.add(node.awaitTx(submitted, PATIENCE).getTime());
  }

  @Override
  public boolean expresses(Instant about) {
    return about.truncatedTo(ChronoUnit.MILLIS).equals(about)
        && !about.isBefore(FIRST)
        && about.isBefore(LAST);
  }

  @Override
  public @Nullable String text(String document, Instant about, int changes, Edge edge) {
    Date known = times.get(changes);
    if (edge == Edge.LAST && changes + 1 < times.size()) {
      known = Date.from(times.get(changes + 1).toInstant().minusMillis(1));
    }
    if (changes == 0 && edge == Edge.FIRST) {
      return null;
    }
    XtdbDocument found;
    try (var database = node.db(Date.from(about), known)) {
      found = database.entity(document);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return found == null ? null : (String) found.get("text");
  }

  @Override
  public void close() throws IOException {
    node.close();
  }
}
