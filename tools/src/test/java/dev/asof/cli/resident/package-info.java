@NullMarked
package dev.asof.cli.resident;

import org.jspecify.annotations.NullMarked;
