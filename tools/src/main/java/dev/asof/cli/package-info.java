/// Words of a command line in, use cases of the store called, their answers handed to
/// `dev.asof.cli.print` and an exit code out; one thin class per command.
@NullMarked
package dev.asof.cli;

import org.jspecify.annotations.NullMarked;
