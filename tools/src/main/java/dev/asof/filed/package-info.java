/// The record of an audit in, a file out that can be kept for years and asked again: text, JSON,
/// one page of HTML, or PDF; the command line is next.
@NullMarked
package dev.asof.filed;

import org.jspecify.annotations.NullMarked;
