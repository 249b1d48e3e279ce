package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.HeldOfSource;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/// Captures of pages as looks that arrive late: the time of capture is when the page was seen, the
/// import is since when it is known. Captures may come in any order.
///
/// A look that found a text is a sight of it; 404 and 410 say that the page is gone; anything else
/// is logged and says nothing. A payload that an archive names without holding it, as revisit
/// records and lists of captures do, is a sight of the text that is held under its digest.
public final class ArchiveImport {
  private static final int HEAD = 2_048;
  private static final Pattern CDX_LINE =
      Pattern.compile("(?: CDX [A-Za-z ]+|\\S+ \\d{14} \\S.*|![^\\n]*)");

  private enum Kind {
    WARC,
    WACZ,
    CDX,
    CDX_GZIP
  }

  private final List<Path> files;
  private final ArchiveOptions options;
  private final ArchiveReport report = new ArchiveReport();

  private ArchiveImport(List<Path> files, ArchiveOptions options) {
    this.files = List.copyOf(files);
    this.options = options;
  }

  /// Checks that each file is there and is an archive by its first bytes. Throws a [CallerFault]
  /// that names the one that is not.
  public static ArchiveImport of(List<Path> files, ArchiveOptions options) {
    files.forEach(ArchiveImport::kindOf);
    return new ArchiveImport(files, options);
  }

  /// System time is the import, and a page shows what applies until it shows another text.
  public static ImportOptions how() {
    return ImportOptions.NOW.as(SourceKind.PAGE);
  }

  /// Each archive, and what refers to texts of another at the end.
  public List<Importer.Input> inputs(Database database, TenantId tenant) {
    ArchiveRecords records = new ArchiveRecords(options);
    Known known = new Known(new HeldOfSource(database, tenant, options.source()), records);
    Later later;
    try {
      later = new Later();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Importer.Input> inputs = new ArrayList<>();
    for (Path file : files) {
      inputs.add(
          new Importer.Input(
              file.toString(),
              () -> new ArchiveReader(file.toString(), open(file), options, known, later, report)));
    }
    inputs.add(
        new Importer.Input(
            "captures without a text of their own",
            () -> new LaterReader(later, records, known, report)));
    return inputs;
  }

  /// What was met so far.
  public ArchiveReport report() {
    return report;
  }

  private static Captures open(Path file) throws IOException {
    return switch (kindOf(file)) {
      case WARC -> WarcCaptures.of(file);
      case WACZ -> WaczCaptures.of(file);
      case CDX -> new CdxCaptures(file, Files.newInputStream(file));
      case CDX_GZIP ->
          new CdxCaptures(
              file, new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file))));
    };
  }

  private static Kind kindOf(Path file) {
    if (!Files.isRegularFile(file)) {
      throw fault(
          file,
          (Files.exists(file) ? "is no file" : "does not exist")
              + "; name a file of captures: .warc, .warc.gz, .wacz or .cdx");
    }
    try (InputStream raw = Files.newInputStream(file)) {
      byte[] head = raw.readNBytes(HEAD);
      if (head.length == 0) {
        throw fault(file, "is empty; fetch it again");
      }
      String words = words(head);
      if (words.startsWith("PK\3\4") || words.startsWith("PK\5\6")) {
        return Kind.WACZ;
      }
      boolean gzip = words.startsWith("\u001f\u008b");
      String plain = gzip ? unpacked(file) : words;
      if (plain.startsWith("WARC/")) {
        return Kind.WARC;
      }
      if (CDX_LINE.matcher(plain.lines().findFirst().orElse("")).matches()) {
        return gzip ? Kind.CDX_GZIP : Kind.CDX;
      }
      throw fault(file, "is no WARC, no WACZ and no CDX, by how it begins; name another file");
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT, file + " cannot be read: " + e.getMessage() + "; fetch it again", e);
    }
  }

  /// What the file begins with, as far as it goes: one that is cut off is still what it is.
  private static String unpacked(Path file) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      for (int b = in.read(); b >= 0 && head.size() < HEAD; b = in.read()) {
        head.write(b);
      }
    } catch (EOFException e) {
      if (head.size() == 0) {
        throw e;
      }
    }
    return words(head.toByteArray());
  }

  private static String words(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1);
  }

  private static CallerFault fault(Path file, String why) {
    return new CallerFault(Code.BAD_INPUT, file + " " + why);
  }
}
