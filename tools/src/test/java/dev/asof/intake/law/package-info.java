@NullMarked
package dev.asof.intake.law;

import org.jspecify.annotations.NullMarked;
