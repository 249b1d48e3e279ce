package dev.asof.intake.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was met in archives, told while they are read.
public final class ArchiveReport {

  /// A capture that was not used.
  ///
  /// @param captured when, as the archive writes it
  public record Left(String file, String url, String captured, String reason) {}

  private static final int MOST = 1_000;

  private final List<Left> left = new ArrayList<>();
  private final Map<String, Long> others = new TreeMap<>();
  private long captures;
  private long texts;
  private long repeats;
  private long gone;
  private long failed;
  private long leftOut;
  private long neverSeen;

  void countCapture() {
    captures++;
  }

  void countText() {
    texts++;
  }

  void countRepeat() {
    repeats++;
  }

  void countGone() {
    gone++;
  }

  void countFailed() {
    failed++;
  }

  void countNeverSeen() {
    neverSeen++;
  }

  void countOther(String mediaType) {
    others.merge(mediaType, 1L, Long::sum);
  }

  void leave(Left one) {
    leftOut++;
    if (left.size() < MOST) {
      left.add(one);
    }
  }

  /// Captures of pages that were asked for.
  public long captures() {
    return captures;
  }

  /// Captures with a text of their own.
  public long texts() {
    return texts;
  }

  /// Captures that say that a text was seen again.
  public long repeats() {
    return repeats;
  }

  /// Captures that say that a page is gone.
  public long gone() {
    return gone;
  }

  /// Captures that failed, or led elsewhere, which are logged and say nothing about the page.
  public long failed() {
    return failed;
  }

  /// Captures without text of pages of which no text is held, which are not recorded.
  public long neverSeen() {
    return neverSeen;
  }

  /// Captures that could not be used.
  public long leftOut() {
    return leftOut;
  }

  /// The first thousand of them.
  public List<Left> left() {
    return List.copyOf(left);
  }

  /// Captures of media types that are no pages, such as pictures: how many of each.
  public Map<String, Long> others() {
    return Map.copyOf(others);
  }
}
