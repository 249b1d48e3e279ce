/// A point, a state policy and filters in, the one query that decides which passages may be ranked
/// out; `rank` searches inside it.
@NullMarked
package dev.asof.eligible;

import org.jspecify.annotations.NullMarked;
