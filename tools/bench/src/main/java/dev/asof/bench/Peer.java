package dev.asof.bench;

import java.util.Locale;

/// A system that asof is measured against.
enum Peer {
  PLAIN,
  MARIADB,
  MARIADB_UPDATE,
  XTDB_MEMORY,
  XTDB_ROCKSDB;

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Picocli shows and reads it so.
  @Override
  public String toString() {
    return word();
  }
}
