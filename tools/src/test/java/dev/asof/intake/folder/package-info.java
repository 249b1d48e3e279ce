@NullMarked
package dev.asof.intake.folder;

import org.jspecify.annotations.NullMarked;
