@NullMarked
package dev.asof.evaluate;

import org.jspecify.annotations.NullMarked;
