package dev.asof.conformance;

/// One line of figures for each run, on the output of the build.
final class Figures {
  private Figures() {}

  static void print(String run, String figures) {
    System.out.println("conformance " + run + ": " + figures);
  }
}
