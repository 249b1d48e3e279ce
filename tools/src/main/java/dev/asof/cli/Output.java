package dev.asof.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Standard output that throws when it cannot be written. Printing streams swallow such errors, so
/// that `asof ... | head` would compute to the end for nobody, and a full disk would pass for
/// success.
final class Output extends FilterOutputStream {

  Output(OutputStream to) {
    super(to);
  }

  @Override
  public void write(int b) {
    guarded(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    guarded(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() {
    guarded(out::flush);
  }

  private static void guarded(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new Lost(e);
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  /// Nobody can read what a command writes any more.
  static final class Lost extends RuntimeException {
    Lost(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /// The reader went away, as `head` does: no error of anybody.
    boolean isReaderGone() {
      return String.valueOf(getMessage()).contains("Broken pipe");
    }
  }
}
