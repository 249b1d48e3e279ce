package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.netpreserve.jwarc.cdx.CdxFields;
import org.netpreserve.jwarc.cdx.CdxReader;
import org.netpreserve.jwarc.cdx.CdxRecord;

/// The captures of a list, CDX or CDXJ: when which page was seen with which digest. It holds no
/// texts.
final class CdxCaptures implements Captures {
  private final Path file;
  private final CdxReader reader;
  private long line;

  CdxCaptures(Path file, InputStream in) {
    this.file = file;
    this.reader = new CdxReader(in);
  }

  @Override
  public Optional<Met> next() throws IOException {
    Optional<CdxRecord> next;
    try {
      line++;
      next = reader.next();
      return next.map(this::met);
    } catch (RuntimeException e) {
      throw bad(e);
    }
  }

  private CallerFault bad(Exception e) {
    return new CallerFault(
        Code.BAD_RECORD, "the line is no capture: " + e.getMessage() + "; mend or remove it", e);
  }

  private Met met(CdxRecord record) {
    Optional<String> key = PageKeys.of(record.target());
    if (key.isEmpty()) {
      return new Met(null, null);
    }
    return new Met(
        new Capture(
            key.get(),
            record.target(),
            record.date().truncatedTo(ChronoUnit.MICROS),
            file.getFileName() + " " + place(),
            found(record)),
        null);
  }

  private static Capture.Found found(CdxRecord record) {
    Integer status = record.status();
    String type = String.valueOf(record.get(CdxFields.MIME_TYPE));
    boolean repeats = type.equals("warc/revisit");
    if (status == null && !repeats) {
      return new Capture.Found.Unusable("the list does not say how the page answered");
    }
    int code = status == null ? 200 : status;
    if (code == 404 || code == 410) {
      return new Capture.Found.Gone(String.valueOf(code));
    }
    if (code / 100 != 2 && code != 304) {
      return new Capture.Found.Failed("failed: " + code);
    }
    if (!repeats && !Responses.isPage(type)) {
      return new Capture.Found.Other(type);
    }
    return Optional.ofNullable(record.digest())
        .flatMap(Digests::of)
        .<Capture.Found>map(Capture.Found.Repeat::new)
        .orElseGet(() -> new Capture.Found.Unusable("the list has no digest of it"));
  }

  @Override
  public String place() {
    return "line " + line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
