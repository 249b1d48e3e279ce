/// Workloads in, figures out: every system is told the same and asked the same in one run, and
/// what it answers is held against a model. Nothing is built upon it.
@NullMarked
package dev.asof.bench;

import org.jspecify.annotations.NullMarked;
