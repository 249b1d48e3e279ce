package dev.asof.ingest;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The lines of one import file, plain or gzip, read one at a time.
public final class RecordFile implements RecordReader {
  /// The longest line, in bytes: a text of the largest size, with room for JSON's escapes.
  static final int LONGEST_LINE = 128 * 1024 * 1024;

  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;
  private static final int BUFFER = 1 << 16;

  private final String name;
  private final InputStream in;
  private long number;

  private RecordFile(String name, InputStream in) {
    this.name = name;
    this.in = in;
  }

  /// Opens a stream; gzip is recognised by its first bytes. A name that ends in `.gz` has to be
  /// gzip.
  public static RecordFile open(String name, InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
    in.mark(2);
    boolean gzip = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
    in.reset();
    if (!gzip && name.endsWith(".gz")) {
      throw new CallerFault(
          Code.BAD_INPUT,
          name + " is named .gz but is not gzip; rename it or compress it with gzip");
    }
    try {
      return new RecordFile(
          name, gzip ? new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER) : in);
    } catch (ZipException | EOFException e) {
      throw damaged(name, e);
    }
  }

  /// The next line that is not blank; empty at the end.
  @Override
  public Optional<Item> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean blank = true;
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          number++;
          if (!blank) {
            return Optional.of(item(line.toByteArray()));
          }
          line.reset();
        } else {
          blank = blank && Character.isWhitespace(b);
          line.write(b);
          if (line.size() > LONGEST_LINE) {
            throw new CallerFault(
                Code.TOO_LARGE,
                name
                    + " line "
                    + (number + 1)
                    + " is longer than "
                    + LONGEST_LINE
                    + " bytes; a file has one record a line");
          }
        }
      }
    } catch (ZipException | EOFException e) {
      throw damaged(name, e);
    }
    number++;
    return blank ? Optional.empty() : Optional.of(item(line.toByteArray()));
  }

  private Item item(byte[] bytes) {
    String place = "line " + number;
    try {
      return Item.of(
          number,
          place,
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Item.unreadable(
          number,
          place,
          new CallerFault(Code.BAD_RECORD, "the line is not UTF-8; convert the file", e));
    }
  }

  private static CallerFault damaged(String name, IOException e) {
    return new CallerFault(
        Code.BAD_INPUT, name + " is damaged gzip (" + e.getMessage() + "); fetch it again", e);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
