/// Answers in, text for people or programs out; `dev.asof.cli` hands them over, one printer per
/// format.
@NullMarked
package dev.asof.cli.print;

import org.jspecify.annotations.NullMarked;
