/// Command lines in, captured streams and exit codes out, against a real database.
@NullMarked
package dev.asof.cli;

import org.jspecify.annotations.NullMarked;
