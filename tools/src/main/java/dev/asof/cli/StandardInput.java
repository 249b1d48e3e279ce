package dev.asof.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// Standard input, which can be looked into before it is read.
final class StandardInput {
  static final String NAME = "standard input";

  private static final int LOOKED_AT = 1 << 16;

  private final InputStream in;
  private byte @Nullable [] head;

  StandardInput(InputStream in) {
    this.in = in;
  }

  /// Its first bytes, which stay to be read.
  byte[] head() {
    byte[] found = head;
    if (found == null) {
      try {
        found = in.readNBytes(LOOKED_AT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      head = found;
    }
    return found;
  }

  /// All of it, once.
  InputStream whole() {
    return new SequenceInputStream(new ByteArrayInputStream(head()), in);
  }
}
