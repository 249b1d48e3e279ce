/// A tenant's tables and checkpoints in, a verdict out: the chain, every content hash and every
/// fold made again and compared; the command line prints it. And one citation out, as a proof that
/// is checked without this program.
@NullMarked
package dev.asof.verify;

import org.jspecify.annotations.NullMarked;
