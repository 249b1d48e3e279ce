/// What several ways in need: bytes in, texts and what they say of their own validity out;
/// `dev.asof.ingest` reads the records that a way in makes of them.
@NullMarked
package dev.asof.intake;

import org.jspecify.annotations.NullMarked;
