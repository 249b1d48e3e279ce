package dev.asof.write;

import dev.asof.time.TimeRange;
import java.util.List;
import java.util.Map;

/// What an import did.
///
/// @param kinds the kind each source was read as
/// @param read records read, good ones only
/// @param held records the tenant held already
/// @param erased records left out because their text, or its original, was legally erased
/// @param written records written
/// @param transactions ledger transactions written
/// @param leftOut number of lines left out: of records that the tenant holds something later than,
///   and of lines that could not be read
/// @param refused the first thousand of them
/// @param superseded statements that a page's later record closed although it named another range,
///   or that arrived after the look that took them back: here the answer differs from a reading
///   that keeps every record
public record ImportReport(
    Map<String, SourceKind> kinds,
    long read,
    long held,
    long erased,
    long written,
    long transactions,
    long leftOut,
    List<Refused> refused,
    List<Superseded> superseded) {

  /// A record that was left out, and why.
  ///
  /// @param place where it stands in the file, such as `line 12`
  public record Refused(String file, String place, String reason) {}

  /// A statement closed by a record of the same page.
  ///
  /// @param byLabel of that record; of the late one itself, where it was taken back before it came
  public record Superseded(
      String document, String source, String byLabel, TimeRange closed, TimeRange by) {}
}
