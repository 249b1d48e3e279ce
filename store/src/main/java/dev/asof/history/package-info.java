/// Points and documents in, beliefs as they were held out, with how time was read; nothing is
/// written here. `dev.asof.write` made the rows, retrieval and the tools show the answers.
///
/// [Reader] opens a [Snapshot], in which everything is computed from what was known at its T.
/// [History] is the door: one method a question.
@NullMarked
package dev.asof.history;

import org.jspecify.annotations.NullMarked;
