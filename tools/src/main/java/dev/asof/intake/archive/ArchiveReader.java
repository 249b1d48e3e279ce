package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.RecordReader;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The texts of one archive as records; what has no text of its own is put off until all are known.
final class ArchiveReader implements RecordReader {
  private final String file;
  private final Captures captures;
  private final ArchiveOptions options;
  private final ArchiveRecords records;
  private final Known known;
  private final Later later;
  private final ArchiveReport report;
  private long number;
  private boolean isOver;

  ArchiveReader(
      String file,
      Captures captures,
      ArchiveOptions options,
      Known known,
      Later later,
      ArchiveReport report) {
    this.file = file;
    this.captures = captures;
    this.options = options;
    this.records = new ArchiveRecords(options);
    this.known = known;
    this.later = later;
    this.report = report;
  }

  @Override
  public Optional<Item> next() throws IOException {
    while (!isOver) {
      Optional<Captures.Met> met;
      try {
        met = captures.next();
      } catch (CallerFault e) {
        return Optional.of(Item.unreadable(++number, captures.place(), e));
      } catch (IOException | RuntimeException e) {
        isOver = true;
        return Optional.of(Item.unreadable(++number, captures.place(), broken(e)));
      }
      if (met.isEmpty()) {
        isOver = true;
        break;
      }
      Item item = item(met.get());
      if (item != null) {
        return Optional.of(item);
      }
    }
    return Optional.empty();
  }

  private CallerFault broken(Exception e) {
    String why = e.getMessage();
    return new CallerFault(
        Code.BAD_RECORD,
        "the archive is broken here ("
            + (why == null ? e.getClass().getSimpleName() : why)
            + "), so nothing after it can be read; fetch it again",
        e);
  }

  private @Nullable Item item(Captures.Met met) throws IOException {
    Capture capture = met.capture();
    if (capture == null || !options.isWanted(capture.key())) {
      return null;
    }
    report.countCapture();
    return switch (capture.found()) {
      case Capture.Found.Text page -> text(capture, page, met.place());
      case Capture.Found.Unusable unusable -> leave(capture, unusable.why());
      case Capture.Found.Other other -> {
        report.countOther(other.mediaType());
        yield null;
      }
      case Capture.Found.Without without -> putOff(capture, without);
    };
  }

  private @Nullable Item text(
      Capture capture, Capture.Found.Text page, Capture.@Nullable Place place) {
    ArchiveRecords.Taken taken;
    try {
      taken = records.take(page);
    } catch (CallerFault e) {
      return leave(capture, e.sentence());
    }
    boolean technical = known.isTechnical(capture.key(), taken);
    if (place != null) {
      known.met(capture.key(), taken, place);
    }
    report.countText();
    number++;
    return Item.of(
        number, captures.place() + " " + capture.url(), records.text(capture, taken, technical));
  }

  private @Nullable Item leave(Capture capture, String why) {
    report.leave(new ArchiveReport.Left(file, capture.url(), capture.label(), why));
    return null;
  }

  private @Nullable Item putOff(Capture capture, Capture.Found.Without without) throws IOException {
    later.add(capture, without);
    return null;
  }

  @Override
  public void close() throws IOException {
    captures.close();
  }
}
