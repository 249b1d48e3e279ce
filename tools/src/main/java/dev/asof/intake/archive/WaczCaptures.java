package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// The captures of a WACZ: of every WARC in its folder `archive`.
final class WaczCaptures implements Captures {

  /// WARCs in a WACZ are stored or packed once more; nothing that is a WARC shrinks more.
  private static final long MOST_PACKED = 200;

  private static final long SMALL = 10_000_000;

  private final Path file;
  private final ZipFile zip;
  private final Deque<ZipEntry> entries = new ArrayDeque<>();
  private @Nullable WarcCaptures current;

  private WaczCaptures(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  static WaczCaptures of(Path file) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new CallerFault(
          Code.BAD_INPUT, file + " is a damaged zip (" + e.getMessage() + "); fetch it again", e);
    }
    WaczCaptures captures = new WaczCaptures(file, zip);
    try {
      zip.stream().filter(WaczCaptures::isWarc).forEach(captures::add);
      if (captures.entries.isEmpty()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            file + " is a zip without a WARC in a folder archive/, so it is no WACZ");
      }
      return captures;
    } catch (RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private static boolean isWarc(ZipEntry entry) {
    String name = entry.getName().toLowerCase(Locale.ROOT);
    return name.startsWith("archive/") && (name.endsWith(".warc") || name.endsWith(".warc.gz"));
  }

  private void add(ZipEntry entry) {
    if (entry.getSize() > SMALL
        && entry.getSize() / Math.max(1, entry.getCompressedSize()) > MOST_PACKED) {
      throw new CallerFault(
          Code.TOO_LARGE,
          file
              + " is a zip bomb: "
              + entry.getName()
              + " unpacks from "
              + entry.getCompressedSize()
              + " to "
              + entry.getSize()
              + " bytes; it was not read");
    }
    entries.add(entry);
  }

  @Override
  public Optional<Met> next() throws IOException {
    while (true) {
      WarcCaptures captures = current;
      if (captures == null) {
        ZipEntry entry = entries.poll();
        if (entry == null) {
          return Optional.empty();
        }
        captures = WarcCaptures.of(file, zip, entry);
        current = captures;
      }
      Optional<Met> met = captures.next();
      if (met.isPresent()) {
        return met;
      }
      captures.close();
      current = null;
    }
  }

  @Override
  public String place() {
    return current == null ? "its list of files" : current.place();
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
    zip.close();
  }
}
