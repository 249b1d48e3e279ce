package dev.asof.cli.print;

/// Writes answers in one format.
public interface Printer {
  void print(Shown shown);
}
