package dev.asof.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A stream that is opened by its first byte: what is refused before it is said as ever.
final class LateStream extends OutputStream {
  private final Supplier<OutputStream> opening;
  private @Nullable OutputStream opened;

  LateStream(Supplier<OutputStream> opening) {
    this.opening = opening;
  }

  private OutputStream out() {
    OutputStream out = opened;
    if (out == null) {
      out = opening.get();
      opened = out;
    }
    return out;
  }

  @Override
  public void write(int b) throws IOException {
    out().write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out().write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    if (opened != null) {
      opened.flush();
    }
  }

  @Override
  public void close() throws IOException {
    if (opened != null) {
      opened.flush();
    }
  }
}
