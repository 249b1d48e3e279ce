/// Workloads in, figures out: every system is told the same and asked the same in one run, and what
/// it answers is held against a model. Nothing is built upon it, and the rules of the house are not
/// held against it: it speaks SQL to the tables of peers, and JMH adds classes of its own.
@NullMarked
package dev.asof.bench;

import org.jspecify.annotations.NullMarked;
