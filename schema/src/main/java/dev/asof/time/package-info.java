/// Valid time and system time as plain values; no SQL, no I/O; used by everyone.
@NullMarked
package dev.asof.time;

import org.jspecify.annotations.NullMarked;
