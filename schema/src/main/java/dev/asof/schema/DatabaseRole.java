package dev.asof.schema;

import java.util.Locale;

/// What a connection may do. Every connection acts as one of these, never as its login, so that a
/// login with more rights (an owner, a superuser) does not lend them to the program.
public enum DatabaseRole {
  /// Reads and writes what grants and policies allow.
  APP,
  /// Reads, and settles the head row; nothing else.
  AUDITOR,
  /// Legal erasure.
  ERASER;

  /// The word on the command line and in the settings file: `auditor`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The role in PostgreSQL: `asof_auditor`.
  public String sqlName() {
    return "asof_" + word();
  }
}
