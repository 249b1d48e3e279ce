/// Tests of the import of web watchs.
@NullMarked
package dev.asof.intake.watch;

import org.jspecify.annotations.NullMarked;
