/// Ranked passages in, answers out in which every passage was found in force in PostgreSQL at the
/// same point and names who says so, for when and since when; the tools show them.
///
/// [dev.asof.ask.Ask] asks it.
@NullMarked
package dev.asof.cite;

import org.jspecify.annotations.NullMarked;
