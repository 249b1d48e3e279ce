package dev.asof.conformance;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A bitemporal database that is told the same and asked the same.
interface Peer extends AutoCloseable {

  String name();

  /// From here on the text applies during a range, whatever was held there; null: nothing does.
  ///
  /// @param from null: unbounded, only where nothing applies
  /// @param to null: unbounded
  void replace(String document, @Nullable String text, @Nullable Instant from, @Nullable Instant to)
      throws Exception;

  /// Whether this database can express an instant of valid time.
  boolean expresses(Instant about);

  /// What was held about a point, as known when so many changes had been made.
  ///
  /// @param edge at the first or the last instant at which that was so, where the database tells it
  @Nullable String text(String document, Instant about, int changes, Edge edge) throws Exception;

  /// Where in the span between two changes it is asked.
  enum Edge {
    FIRST,
    LAST
  }

  @Override
  void close() throws IOException, SQLException;
}
