/// What can go wrong, by whose fault it is, each with a stable code and a sentence a person can act
/// on; used by everyone, printed by the edges.
@NullMarked
package dev.asof.fault;

import org.jspecify.annotations.NullMarked;
