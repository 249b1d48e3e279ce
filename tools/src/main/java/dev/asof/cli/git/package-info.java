/// A history as a git repository: what comes out of the store, point after point, becomes commits.
@NullMarked
package dev.asof.cli.git;

import org.jspecify.annotations.NullMarked;
