@NullMarked
package dev.asof.cli.law;

import org.jspecify.annotations.NullMarked;
