/// Tokens of the HTTP server: made, rotated and revoked by commands, found again by their hash;
/// next are the server's callers.
@NullMarked
package dev.asof.write.token;

import org.jspecify.annotations.NullMarked;
