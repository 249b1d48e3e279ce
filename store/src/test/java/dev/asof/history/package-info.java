/// Histories written through the store, and read at points.
@NullMarked
package dev.asof.history;

import org.jspecify.annotations.NullMarked;
