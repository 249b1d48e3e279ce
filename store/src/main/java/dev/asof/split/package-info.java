/// A version's text in; sections with keys that are stable across versions, and passages of them,
/// out; the write package stores them, each distinct text once. Pure functions.
@NullMarked
package dev.asof.split;

import org.jspecify.annotations.NullMarked;
