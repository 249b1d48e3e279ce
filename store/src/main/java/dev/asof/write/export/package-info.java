/// A tenant as one file, and back. Out go all its ledgered rows as JSON Lines, in the order of the
/// ledger; in comes such a file, into an empty tenant, where it makes the same ledger, hash for
/// hash.
@NullMarked
package dev.asof.write.export;

import org.jspecify.annotations.NullMarked;
