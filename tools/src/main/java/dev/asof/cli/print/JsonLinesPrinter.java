package dev.asof.cli.print;

import java.io.PrintWriter;

/// For programs that read as it comes: one record a line. What belongs to the answer as a whole
/// (how times were read, the token, notices) goes to the other stream, so that every line of this
/// one has the same shape.
public final class JsonLinesPrinter implements Printer {
  private final PrintWriter out;
  private final PrintWriter aside;

  public JsonLinesPrinter(PrintWriter out, PrintWriter aside) {
    this.out = out;
    this.aside = aside;
  }

  @Override
  public void print(Shown shown) {
    shown.above().forEach(line -> aside.print(Cells.plain(line) + "\n"));
    for (Object record : shown.records()) {
      out.print(Json.line(record) + "\n");
    }
    out.flush();
    shown.below().forEach(line -> aside.print(Cells.plain(line) + "\n"));
    aside.flush();
  }
}
