package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body of so many bytes at most; throws a [CallerFault] where there are more.
final class BoundedStream extends FilterInputStream {
  private final long most;
  private long left;

  BoundedStream(InputStream in, long most) {
    super(in);
    this.most = most;
    this.left = most;
  }

  @Override
  public int read() throws IOException {
    int read = in.read();
    if (read >= 0) {
      count(1);
    }
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  private void count(int read) {
    left -= read;
    if (left < 0) {
      throw tooLarge(most);
    }
  }

  static CallerFault tooLarge(long most) {
    return new CallerFault(
        Code.TOO_LARGE,
        "the body has more than the "
            + most
            + " bytes that are taken here; send less at once, or use the command line");
  }
}
