/// Akoma Ntoso (LegalDocML) in, records with their originals out, one at a time; `dev.asof.write`
/// imports them.
///
/// [FileParser] makes documents of a file, [Periods] finds what they state about validity, [Cutter]
/// their sections, and [Versions] what applies when.
@NullMarked
package dev.asof.intake.law;

import org.jspecify.annotations.NullMarked;
