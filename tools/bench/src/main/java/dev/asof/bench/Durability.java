package dev.asof.bench;

/// Whether a commit is on disk when it returns; the same for every system of a run that can choose.
enum Durability {
  /// As in production.
  FULL,
  /// Nothing waits for the disk: shows what the systems compute.
  NONE;

  String said(String settings) {
    return settings + (this == FULL ? " on" : " off");
  }
}
