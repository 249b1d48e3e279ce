/// Tests of the import from git.
@NullMarked
package dev.asof.intake.git;

import org.jspecify.annotations.NullMarked;
