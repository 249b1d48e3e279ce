/// Answers in, exact text out.
@NullMarked
package dev.asof.cli.print;

import org.jspecify.annotations.NullMarked;
