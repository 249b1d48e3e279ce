@NullMarked
package dev.asof.intake.extract;

import org.jspecify.annotations.NullMarked;
