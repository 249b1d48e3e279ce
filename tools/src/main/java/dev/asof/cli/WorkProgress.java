package dev.asof.cli;

import java.io.PrintWriter;
import java.util.Locale;

/// One line on standard error that says how far long work is, or nothing where nobody looks.
final class WorkProgress implements AutoCloseable {
  private static final long EVERY_NANOS = 200_000_000;

  private final PrintWriter err;
  private final boolean shown;
  private long last = System.nanoTime() - EVERY_NANOS;
  private int length;

  WorkProgress(Edge edge, boolean shown) {
    this.err = edge.err();
    this.shown = shown;
  }

  /// @param all 0: nobody knows how much it is
  void at(String task, long done, long all) {
    if (!shown || (System.nanoTime() - last < EVERY_NANOS && done != all)) {
      return;
    }
    last = System.nanoTime();
    String line =
        all == 0
            ? String.format(Locale.ROOT, "%s %,d", task, done)
            : String.format(Locale.ROOT, "%s %,d of %,d", task, done, all);
    err.print("\r" + line + " ".repeat(Math.max(0, length - line.length())));
    err.flush();
    length = line.length();
  }

  @Override
  public void close() {
    if (length > 0) {
      err.print("\r" + " ".repeat(length) + "\r");
      err.flush();
    }
  }
}
