/// A question and a point in, a record out that a person can check later: the answer, how it was
/// believed before and after, how much of it is presumed, and the ledger entries that prove it; the
/// tools print it.
@NullMarked
package dev.asof.audit;

import org.jspecify.annotations.NullMarked;
