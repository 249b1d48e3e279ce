/// Tests of the measuring itself.
@NullMarked
package dev.asof.bench;

import org.jspecify.annotations.NullMarked;
