package dev.asof.cli.print;

import dev.asof.history.AnswerJson;
import java.io.PrintWriter;
import java.util.List;

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
    aside(shown.above());
    shown.records().forEach(this::record);
    aside(shown.below());
  }

  /// One record, at once.
  public void record(Object record) {
    out.print(AnswerJson.line(record) + "\n");
    out.flush();
  }

  /// Sentences about the answer as a whole.
  public void aside(List<String> sentences) {
    sentences.forEach(sentence -> aside.print(Cells.plain(sentence) + "\n"));
    aside.flush();
  }
}
