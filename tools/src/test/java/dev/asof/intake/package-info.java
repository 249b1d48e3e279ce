/// Tests of the ways in.
@NullMarked
package dev.asof.intake;

import org.jspecify.annotations.NullMarked;
