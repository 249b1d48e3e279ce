package dev.asof.schema;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// One process, and in it one thread, may start or stop the embedded server of a home. The lock
/// ends with the process that holds it, however that ends.
final class HomeLock {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// File locks belong to the process: a second thread would get an exception instead of waiting.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private HomeLock() {}

  /// What is done under the lock.
  interface Work<T> {
    T run() throws IOException, SQLException;
  }

  /// Runs `work` under the lock `file`; waits for it up to a minute.
  static <T> T during(Path file, Work<T> work) throws IOException, SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      if (!THREADS.tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw busy(file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + file, e);
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            EmbeddedServer.PRIVATE_FILE)) {
      // Closing the channel ends the lock.
      while (channel.tryLock() == null) {
        if (System.nanoTime() > end) {
          throw busy(file);
        }
        Postmaster.pause();
      }
      return work.run();
    } finally {
      THREADS.unlock();
    }
  }

  private static Unavailable busy(Path file) {
    return new Unavailable(
        Code.EMBEDDED_FAILED,
        "another process has been starting or stopping the embedded server for a minute (lock "
            + file
            + "); try again, or end that process");
  }
}
