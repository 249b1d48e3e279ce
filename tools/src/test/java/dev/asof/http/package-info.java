/// Tests of the HTTP door.
@NullMarked
package dev.asof.http;

import org.jspecify.annotations.NullMarked;
