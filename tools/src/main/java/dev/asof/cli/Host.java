package dev.asof.cli;

import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import java.nio.file.Path;
import java.util.function.Supplier;

/// The process that a command runs in: from where its paths count, and what it finds open. A
/// command closes what it opens here as if it were its own.
interface Host {

  /// The working folder of whoever gave the command; absolute.
  Path folder();

  Database open(DatabaseSettings settings);

  /// The index of a database that was opened here.
  PassageIndex index(Database database);

  /// What takes long to load and may be used by many at once, such as a model; loaded where it is
  /// not there yet.
  ///
  /// @param what names it, with everything on which it depends
  <T> T kept(Object what, Class<T> type, Supplier<T> load);

  /// A process of its own, which ends with the command: nothing is there yet, nothing is kept.
  static Host own() {
    return new Host() {
      @Override
      public Path folder() {
        return Path.of("").toAbsolutePath();
      }

      @Override
      public Database open(DatabaseSettings settings) {
        return Database.open(settings);
      }

      @Override
      public PassageIndex index(Database database) {
        return PassageIndex.of(database);
      }

      @Override
      public <T> T kept(Object what, Class<T> type, Supplier<T> load) {
        return load.get();
      }
    };
  }
}
