/// A question and a reference instant in, the times it names out: on both axes, as half-open
/// ranges, each with a sentence that states how it was read, or a reason for asking back with the
/// choices. `rank` and the command line are next.
///
/// Pure and deterministic: no clock, no default zone or locale, no I/O but word lists of its own.
/// The way of a question: [Tokenizer] cuts it, [Chart] matches the templates of the grammar against
/// it from the smallest phrase to the largest (so that a year inside a longer phrase is never read
/// alone), [Resolver] works out what a phrase means from the reference, [Assembler] gives each time
/// its axis and classifies the question. Each step is linear in the length of the text.
@NullMarked
package dev.asof.resolve;

import org.jspecify.annotations.NullMarked;
