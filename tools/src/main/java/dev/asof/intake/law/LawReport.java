package dev.asof.intake.law;

import java.util.ArrayList;
import java.util.List;

/// What was met on the way, told while it is read.
public final class LawReport {
  private static final int MOST = 1_000;

  /// What a file states and was not used.
  public record Left(String place, String reason) {}

  private final List<Left> left = new ArrayList<>();
  private long files;
  private long documents;
  private long dated;
  private long unknown;
  private long sections;
  private long passed;
  private long leftOut;

  void file() {
    files++;
  }

  void document() {
    documents++;
  }

  /// A file that is no XML, or an expression in another language than is wanted.
  void passed() {
    passed++;
  }

  void version(boolean isDated, long datedSections) {
    dated += isDated ? 1 : 0;
    unknown += isDated ? 0 : 1;
    sections += datedSections;
  }

  void leave(String place, String reason) {
    leftOut++;
    if (left.size() < MOST) {
      left.add(new Left(place, reason));
    }
  }

  /// Files read, those in archives too.
  public long files() {
    return files;
  }

  public long documents() {
    return documents;
  }

  /// Versions of which a file says when they apply.
  public long dated() {
    return dated;
  }

  public long unknown() {
    return unknown;
  }

  /// Sections with times of their own.
  public long sections() {
    return sections;
  }

  /// Files that are not XML, and expressions in other languages than the one that is wanted.
  public long passedOver() {
    return passed;
  }

  /// What files state about times and was not used.
  public long leftOut() {
    return leftOut;
  }

  /// The first thousand of them.
  public List<Left> left() {
    return List.copyOf(left);
  }
}
