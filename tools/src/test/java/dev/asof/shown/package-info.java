/// Tests of what both doors show.
@NullMarked
package dev.asof.shown;

import org.jspecify.annotations.NullMarked;
