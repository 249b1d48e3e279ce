package dev.asof.cli;

import dev.asof.cli.print.CsvPrinter;
import dev.asof.cli.print.JsonLinesPrinter;
import dev.asof.cli.print.JsonPrinter;
import dev.asof.cli.print.Printer;
import dev.asof.cli.print.TablePrinter;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// In which form a command answers, and whether it shows how far it is.
final class OutputOptions {

  /// The forms of an answer.
  enum Format {
    table,
    json,
    jsonl,
    csv,
    /// One page; only where a command says so.
    html
  }

  @Option(
      names = {"-o", "--output"},
      order = 800,
      paramLabel = "FORMAT",
      description =
          "table, json (one value), jsonl (one record a line) or csv (RFC 4180, whole values; what"
              + " a spreadsheet would take for a formula begins with '); default table.")
  private Format format = Format.table;

  @Option(
      names = "--progress",
      order = 801,
      negatable = true,
      description = "Show how far long work is; default: where standard error is a terminal.")
  private @Nullable Boolean progress;

  /// When colour is shown.
  enum Colour {
    auto,
    always,
    never
  }

  @Option(
      names = {"--color", "--colour"},
      order = 802,
      paramLabel = "WHEN",
      description = "auto (on a terminal, unless NO_COLOR is set), always or never; default auto.")
  private Colour colour = Colour.auto;

  boolean isColoured(Edge edge) {
    return switch (colour) {
      case auto -> edge.colour();
      case always -> true;
      case never -> false;
    };
  }

  Printer printer(Edge edge) {
    return switch (format) {
      case table ->
          new TablePrinter(edge.out(), edge.width(), edge.widthOfSentences(), isColoured(edge));
      case json -> new JsonPrinter(edge.out());
      case jsonl -> lines(edge);
      case csv -> new CsvPrinter(edge.out(), edge.err());
      case html ->
          throw new CallerFault(
              Code.USAGE, "only asof evaluate answers in html; use table, json, jsonl or csv");
    };
  }

  boolean isHtml() {
    return format == Format.html;
  }

  boolean isCsv() {
    return format == Format.csv;
  }

  boolean isLines() {
    return format == Format.jsonl;
  }

  /// For answers that are told piece by piece.
  JsonLinesPrinter lines(Edge edge) {
    return new JsonLinesPrinter(edge.out(), edge.err());
  }

  boolean showsProgress(Edge edge) {
    return progress == null ? edge.progress().getAsBoolean() : progress;
  }
}
