package dev.asof.intake.archive;

import dev.asof.ingest.RecordReader;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was put off, now that every text is known: payloads seen again, pages that were gone, looks
/// that failed.
final class LaterReader implements RecordReader {
  private final Later later;
  private final ArchiveRecords records;
  private final Known known;
  private final ArchiveReport report;
  private long number;

  LaterReader(Later later, ArchiveRecords records, Known known, ArchiveReport report) {
    this.later = later;
    this.records = records;
    this.known = known;
    this.report = report;
  }

  @Override
  public Optional<Item> next() throws IOException {
    for (Optional<Capture> capture = later.next(); capture.isPresent(); capture = later.next()) {
      String json = json(capture.get());
      if (json != null) {
        number++;
        return Optional.of(
            Item.of(number, capture.get().where() + " " + capture.get().url(), json));
      }
    }
    return Optional.empty();
  }

  private @Nullable String json(Capture capture) throws IOException {
    if (capture.found() instanceof Capture.Found.Repeat repeat) {
      return repeated(capture, repeat.digest());
    }
    if (!known.isPage(capture.key())) {
      report.countNeverSeen();
      return null;
    }
    if (capture.found() instanceof Capture.Found.Failed failed) {
      report.countFailed();
      return records.without(capture, failed.note());
    }
    report.countGone();
    return records.without(capture, "withdrawn");
  }

  private @Nullable String repeated(Capture capture, String digest) throws IOException {
    Optional<ArchiveRecords.Taken> text = known.textOf(digest);
    if (text.isEmpty()) {
      report.leave(
          new ArchiveReport.Left(
              capture.where(),
              capture.url(),
              capture.label(),
              "its text, " + digest + ", is neither in these archives nor held"));
      return null;
    }
    report.countRepeat();
    return records.text(capture, text.get(), false);
  }

  @Override
  public void close() throws IOException {
    later.close();
  }
}
