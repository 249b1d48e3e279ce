package dev.asof.cli.print;

import dev.asof.history.AnswerJson;
import java.io.PrintWriter;

/// For programs: one JSON value.
public final class JsonPrinter implements Printer {
  private final PrintWriter out;

  public JsonPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void print(Shown shown) {
    out.print(
        AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(shown.value())
            + "\n");
    out.flush();
  }
}
