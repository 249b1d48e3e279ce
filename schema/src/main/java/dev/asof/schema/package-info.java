/// Settings in, an open and migrated database out, with ranges and ids as types; store and
/// retrieval are next.
@NullMarked
package dev.asof.schema;

import org.jspecify.annotations.NullMarked;
