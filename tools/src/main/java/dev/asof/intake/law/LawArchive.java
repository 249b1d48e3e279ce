package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A zip archive with files of Akoma Ntoso: a package of one manifestation, as the naming
/// convention calls `.akn`, or any other. It unpacks to at most [#MOST_BYTES], of each file at most
/// a hundred times its packed size beyond [#FREE_BYTES].
final class LawArchive implements Closeable {
  /// The most that an archive may unpack to, in bytes.
  static final long MOST_BYTES = 8L * 1024 * 1024 * 1024;

  /// A file of up to this many bytes may be packed as well as it goes.
  static final long FREE_BYTES = 8L * 1024 * 1024;

  private static final int MOST_RATIO = 100;

  /// @param name with that of the archive
  record Entry(String name, Original.Bytes bytes) {}

  private final String name;
  private final Path file;
  private final ZipFile zip;
  private final Enumeration<? extends ZipEntry> entries;
  private long unpacked;

  private LawArchive(String name, Path file, ZipFile zip) {
    this.name = name;
    this.file = file;
    this.zip = zip;
    this.entries = zip.entries();
  }

  /// Its content decides, not its name.
  static boolean isArchive(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] first = in.readNBytes(4);
      return first.length == 4 && first[0] == 'P' && first[1] == 'K' && first[2] <= 8;
    }
  }

  static LawArchive open(Path file, String name) throws IOException {
    try {
      return new LawArchive(name, file, new ZipFile(file.toFile(), StandardCharsets.UTF_8));
    } catch (ZipException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "it is a damaged or cut off zip archive (" + e.getMessage() + "); fetch it again",
          e);
    }
  }

  String name() {
    return name;
  }

  /// The next file of XML; empty at the end.
  Optional<Entry> next() {
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      String lower = entry.getName().toLowerCase(Locale.ROOT);
      if (!entry.isDirectory() && (lower.endsWith(".xml") || lower.endsWith(".akn"))) {
        long most = Math.max(FREE_BYTES, MOST_RATIO * Math.max(1, entry.getCompressedSize()));
        AtomicBoolean counted = new AtomicBoolean();
        return Optional.of(
            new Entry(
                name + "!" + entry.getName(),
                () -> bounded(entry.getName(), most, counted.getAndSet(true))));
      }
    }
    return Optional.empty();
  }

  /// Opened anew each time: the bytes are wanted once more when the archive has been read.
  private InputStream bounded(String entry, long most, boolean counted) throws IOException {
    ZipFile again = new ZipFile(file.toFile(), StandardCharsets.UTF_8);
    try {
      ZipEntry found = again.getEntry(entry);
      if (found == null) {
        throw new IOException(entry + " is no longer in " + name);
      }
      return new Bounded(again.getInputStream(found), again, most, counted);
    } catch (IOException | RuntimeException e) {
      again.close();
      throw e;
    }
  }

  private void count(long bytes) {
    unpacked += bytes;
    if (unpacked > MOST_BYTES) {
      throw bomb();
    }
  }

  private static CallerFault bomb() {
    return new CallerFault(
        Code.BAD_RECORD,
        "it unpacks to far more than any document has, as a zip bomb does; it was not read on");
  }

  /// Stops where more comes out than may.
  private final class Bounded extends FilterInputStream {
    private final ZipFile owner;
    private final long most;
    private final boolean counted;
    private long read;

    Bounded(InputStream in, ZipFile owner, long most, boolean counted) {
      super(in);
      this.owner = owner;
      this.most = most;
      this.counted = counted;
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      took(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int taken = super.read(into, from, length);
      took(Math.max(0, taken));
      return taken;
    }

    private void took(long bytes) {
      read += bytes;
      if (!counted) {
        count(bytes);
      }
      if (read > most) {
        throw bomb();
      }
    }

    @Override
    public void close() throws IOException {
      try (owner) {
        super.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
