/// Statements in, beliefs out: a pure function without I/O, the heart of the house;
/// `dev.asof.write` stores what follows.
///
/// A lane's beliefs at T are the fold, in order of recording, of the statements live at T ([Fold]).
/// Which statements a new record closes is [Lane]'s, how looks at a source become runs is [Runs]',
/// what dates inside a version mean for its sections is [Implied]'s, what was stated for single
/// sections is [Explicit]'s, and what has to be written is [Difference]'s.
@NullMarked
package dev.asof.fold;

import org.jspecify.annotations.NullMarked;
