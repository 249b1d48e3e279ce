/// The ledger in, a Lucene index of passages out, each passage with the rectangles of the plane in
/// which it is in force; a projection that follows the ledger and can be thrown away; `eligible`
/// asks it next.
@NullMarked
package dev.asof.index;

import org.jspecify.annotations.NullMarked;
