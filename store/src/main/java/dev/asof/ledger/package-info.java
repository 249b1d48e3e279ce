/// Rows in, hashes out: the byte encoding of every ledgered row, the chain of entries, and their
/// verification; `dev.asof.write` seals with it, `asof verify` checks with it.
@NullMarked
package dev.asof.ledger;

import org.jspecify.annotations.NullMarked;
