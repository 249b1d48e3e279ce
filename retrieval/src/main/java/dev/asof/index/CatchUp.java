package dev.asof.index;

/// What following the ledger did.
///
/// @param sequence the last transaction applied now
/// @param documents documents that the transactions touched
/// @param written passages indexed anew
/// @param unchanged texts of those documents whose rectangles stayed the same, and which were left
///   alone
/// @param afresh what the index held of the tenant was not of this ledger, or was to be made again,
///   and was thrown away
public record CatchUp(long sequence, int documents, long written, long unchanged, boolean afresh) {}
