/// A tenant's tables in, a verdict out: the chain, every content hash and every fold made again and
/// compared; the command line prints it.
@NullMarked
package dev.asof.verify;

import org.jspecify.annotations.NullMarked;
