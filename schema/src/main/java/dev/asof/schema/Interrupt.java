package dev.asof.schema;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends work on a database from another thread: the statements that run under it are cancelled on
/// the server, and no further transaction begins. What they wrote is rolled back. For a caller that
/// went away or took too long.
public final class Interrupt {
  private static final Logger LOG = LoggerFactory.getLogger(Interrupt.class);

  private final IdentityHashMap<Connection, PGConnection> running = new IdentityHashMap<>();
  private @Nullable AsofException why;

  synchronized void begin(Connection connection) throws SQLException {
    if (why != null) {
      // A new one, because a thrown exception is one place and this may be several.
      throw new Unavailable(why.code(), why.sentence(), why);
    }
    running.put(connection, connection.unwrap(PGConnection.class));
  }

  synchronized void end(Connection connection) {
    running.remove(connection);
  }

  /// Ends what runs, once.
  ///
  /// @param reason what is thrown where more is begun; [Code#RETRY] and the like
  public synchronized void end(AsofException reason) {
    if (why != null) {
      return;
    }
    why = reason;
    // Under the lock: none of them goes back to the pool, to somebody else, before it is cancelled.
    running
        .values()
        .forEach(connection -> {
          try {
            connection.cancelQuery();
          } catch (SQLException e) {
            LOG.warn("a statement could not be cancelled", e);
          }
        });
  }

  /// Why it was ended; null: it was not.
  public synchronized @Nullable AsofException why() {
    return why;
  }
}
