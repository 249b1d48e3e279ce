package dev.asof.id;

/// How the id of a row is made: `sequence * 2^24 + number`, where `sequence` is the transaction
/// that opened the row and `number` counts its rows.
///
/// An id therefore names its transaction, ids grow in order of recording, and no database sequence
/// is needed that would be local to a node. A transaction holds at most 2^24 rows, a tenant at most
/// 2^39 transactions.
public final class RowIds {
  private static final int BITS = 24;

  /// The largest number of rows of one transaction.
  public static final int MOST_ROWS = 1 << BITS;

  private RowIds() {}

  public static long of(long sequence, int number) {
    if (sequence < 1 || sequence >= 1L << 39 || number < 0 || number >= MOST_ROWS) {
      throw new IllegalArgumentException(
          "no row id for row "
              + number
              + " of transaction "
              + sequence
              + ": at most "
              + MOST_ROWS
              + " rows each");
    }
    return sequence << BITS | number;
  }

  /// The sequence of the transaction that opened the row with this id.
  public static long sequenceOf(long id) {
    return id >>> BITS;
  }

  /// The smallest id a row of `sequence` can have.
  public static long firstOf(long sequence) {
    return sequence << BITS;
  }
}
