/// A text in force at a point in, Akoma Ntoso out, which `dev.asof.intake.law` reads again.
@NullMarked
package dev.asof.cli.law;

import org.jspecify.annotations.NullMarked;
