/// Tests of the import of web archives.
@NullMarked
package dev.asof.intake.archive;

import org.jspecify.annotations.NullMarked;
