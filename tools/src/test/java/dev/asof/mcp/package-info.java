/// Parts of the door for models, by themselves.
@NullMarked
package dev.asof.mcp;

import org.jspecify.annotations.NullMarked;
