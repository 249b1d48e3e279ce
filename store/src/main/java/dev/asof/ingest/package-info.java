/// Files in, checked records out, one at a time; `dev.asof.write` imports them.
///
/// The format is one JSON object a line, one line a version of a document; [ImportRecord] names its
/// fields.
@NullMarked
package dev.asof.ingest;

import org.jspecify.annotations.NullMarked;
