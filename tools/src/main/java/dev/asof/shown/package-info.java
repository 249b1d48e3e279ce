/// The answers that are no values of the store themselves, as JSON has them, and times as callers
/// write and read them; in from the store, out to every door: the command line and HTTP.
@NullMarked
package dev.asof.shown;

import org.jspecify.annotations.NullMarked;
