package dev.asof.bench;

/// How large the workloads are.
///
/// @param documents of `easy`, each with ten changes
/// @param easyRounds rounds into which its changes are cut
/// @param lookups of each kind, in each round
/// @param batches transactions of a hundred corrections
/// @param deepDocuments of `deep`
/// @param deepEach corrections of each of them
/// @param hot corrections of the one document of `hot`
/// @param bulkDocuments of `bulk`, each with two versions
/// @param whole how often a question about everything is asked
record Sizes(
    int documents,
    int easyRounds,
    int lookups,
    int batches,
    int deepDocuments,
    int deepEach,
    int hot,
    int bulkDocuments,
    int whole) {

  /// As issue 8 states them.
  static final Sizes FULL = new Sizes(2_000, 20, 500, 10, 20, 500, 10_000, 100_000, 5);

  /// Minutes rather than an hour.
  static final Sizes QUICK = new Sizes(100, 5, 200, 5, 4, 50, 1_000, 5_000, 3);

  /// So small that only the answers mean something.
  static final Sizes TINY = new Sizes(5, 2, 10, 1, 2, 10, 100, 20, 1);
}
