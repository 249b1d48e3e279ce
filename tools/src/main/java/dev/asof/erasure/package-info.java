/// An order to erase comes in; out go the transaction, a note in the home, and what is still to be
/// done where this program does not reach. Next: `cli`, `http`.
@NullMarked
package dev.asof.erasure;

import org.jspecify.annotations.NullMarked;
