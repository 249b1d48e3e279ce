/// A bundled corpus in, the main job shown step by step; people read it.
@NullMarked
package dev.asof.cli.demo;

import org.jspecify.annotations.NullMarked;
