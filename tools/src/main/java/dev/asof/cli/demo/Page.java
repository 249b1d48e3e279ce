package dev.asof.cli.demo;

import dev.asof.cite.Hit;
import dev.asof.history.Citation;
import dev.asof.history.Span;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The demo's way of printing: wrapped sentences, quotes, citations.
final class Page {
  private static final int WIDTH = 96;
  private static final int AROUND = 110;

  private final PrintWriter out;
  private int step;

  Page(PrintWriter out) {
    this.out = out;
  }

  void title(String title) {
    out.print("\n" + title + "\n" + "=".repeat(title.length()) + "\n");
  }

  void step(String title, String explanation) {
    step++;
    String line = step + ". " + title;
    out.print("\n" + line + "\n" + "-".repeat(line.length()) + "\n");
    text(explanation);
    out.print("\n");
  }

  /// A sentence, wrapped.
  void text(String sentence) {
    wrap("", sentence);
  }

  /// A line that belongs to the one above.
  void item(String sentence) {
    wrap("  ", sentence);
  }

  /// What a line says more exactly.
  void detail(String sentence) {
    wrap("    ", sentence);
  }

  /// A command as one would type it.
  void command(String command) {
    out.print("  $ " + command + "\n");
  }

  /// The words of a passage around `phrase`, and where they come from.
  void quote(Hit hit, String phrase) {
    quote(String.valueOf(hit.text()), phrase);
    citation(hit.citation());
  }

  /// The words of a text around `phrase`.
  void quote(String text, String phrase) {
    wrap("    > ", "\"" + around(text, phrase) + "\"");
  }

  void citation(Citation held) {
    wrap(
        "    ",
        held.document()
            + (held.label() == null ? "" : ", version " + held.label())
            + (held.section() == null ? "" : ", section " + held.section())
            + "; "
            + held.state().word()
            + (held.valid().from() == null && held.valid().to() == null
                ? " since when it applies"
                : " for " + range(held.valid()))
            + "; known since "
            + time(held.system().from())
            + "; source "
            + held.source()
            + (held.sha256() == null ? "" : "; sha256 " + held.sha256().substring(0, 16) + "…"));
    flush();
  }

  void flush() {
    out.flush();
  }

  static String range(Span span) {
    return "["
        + (span.from() == null ? "unbounded" : time(span.from()))
        + ", "
        + (span.to() == null ? "unbounded" : time(span.to()))
        + ")";
  }

  /// Without what is zero: `2022-12-15` for a midnight.
  static String time(@Nullable Instant instant) {
    if (instant == null) {
      return "unbounded";
    }
    var at = instant.atOffset(ZoneOffset.UTC);
    return at.toLocalTime().equals(LocalTime.MIDNIGHT)
        ? at.toLocalDate().toString()
        : at.toLocalDate() + " " + at.toLocalTime().withNano(0) + " UTC";
  }

  static String around(String text, String phrase) {
    String flat = text.replaceAll("\\s+", " ").strip();
    int at = flat.toLowerCase(Locale.ROOT).indexOf(phrase.toLowerCase(Locale.ROOT));
    if (at < 0) {
      return flat.length() <= 2 * AROUND ? flat : flat.substring(0, 2 * AROUND) + " …";
    }
    int from = Math.max(0, at - AROUND);
    int to = Math.min(flat.length(), at + phrase.length() + AROUND);
    from = from == 0 ? 0 : flat.indexOf(' ', from) + 1;
    int end = to == flat.length() ? to : flat.lastIndexOf(' ', to);
    return (from == 0 ? "" : "… ")
        + flat.substring(from, Math.max(end, at + phrase.length()))
        + (to == flat.length() ? "" : " …");
  }

  private void wrap(String indent, String text) {
    StringBuilder line = new StringBuilder(indent);
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        out.print(line + "\n");
        line.setLength(0);
        line.append(indent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.print(line + "\n");
  }
}
