package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/// The captures of a WARC, plain or gzip, in a file of its own or in a WACZ.
final class WarcCaptures implements Captures {
  private final Path file;
  private final @Nullable String entry;
  private final @Nullable ZipFile zip;
  private final WarcReader reader;
  private long position;
  private boolean hasRead;

  private WarcCaptures(
      Path file, @Nullable String entry, @Nullable ZipFile zip, WarcReader reader) {
    this.file = file;
    this.entry = entry;
    this.zip = zip;
    this.reader = reader;
  }

  static WarcCaptures of(Path file) throws IOException {
    return new WarcCaptures(file, null, null, reader(FileChannel.open(file)));
  }

  /// @param zip stays open
  static WarcCaptures of(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    return new WarcCaptures(
        file, entry.getName(), null, reader(Channels.newChannel(zip.getInputStream(entry))));
  }

  private static WarcReader reader(ReadableByteChannel channel) throws IOException {
    try {
      return new WarcReader(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// Reads one record again.
  static Capture.Found again(Capture.Place place) throws IOException {
    try (WarcCaptures captures = at(place)) {
      WarcRecord record = captures.reader.next().orElseThrow(() -> new IOException("it is gone"));
      if (!(record instanceof WarcCaptureRecord capture)) {
        throw new IOException("it changed while it was read");
      }
      return Responses.read(capture);
    }
  }

  private static WarcCaptures at(Capture.Place place) throws IOException {
    if (place.entry() == null) {
      ReadableByteChannel channel = FileChannel.open(place.file()).position(place.offset());
      return new WarcCaptures(place.file(), null, null, reader(channel));
    }
    ZipFile zip = new ZipFile(place.file().toFile());
    ZipEntry entry = zip.getEntry(place.entry());
    InputStream in = zip.getInputStream(entry);
    in.skipNBytes(place.offset());
    return new WarcCaptures(place.file(), place.entry(), zip, reader(Channels.newChannel(in)));
  }

  @Override
  public Optional<Met> next() throws IOException {
    Optional<WarcRecord> record = reader.next();
    if (record.isEmpty()) {
      if (!hasRead) {
        throw new IOException("it holds no records");
      }
      return Optional.empty();
    }
    hasRead = true;
    position = reader.position();
    return Optional.of(
        record.get() instanceof WarcCaptureRecord capture ? met(capture) : new Met(null, null));
  }

  private Met met(WarcCaptureRecord record) throws IOException {
    String target;
    Instant at;
    try {
      target = record.target();
      at = record.date();
    } catch (RuntimeException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the record does not say of which page it is, or when it was captured; leave it out",
          e);
    }
    if (!record.type().equals("response")
        && !record.type().equals("resource")
        && !record.type().equals("revisit")) {
      return new Met(null, null);
    }
    // Addresses of name servers and the like are no pages.
    Optional<String> key = PageKeys.of(target);
    if (key.isEmpty()) {
      return new Met(null, null);
    }
    Capture.Found found = Responses.read(record);
    return new Met(
        new Capture(key.get(), target, micros(at), file.getFileName() + " " + place(), found),
        new Capture.Place(file, entry, position));
  }

  private static Instant micros(Instant at) {
    try {
      return at.truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeException e) {
      return at;
    }
  }

  @Override
  public String place() {
    return (entry == null ? "" : entry + " ") + "record at byte " + position;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    if (zip != null) {
      zip.close();
    }
  }
}
