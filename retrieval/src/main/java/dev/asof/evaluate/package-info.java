/// A corpus and questions with known answers in, measures of how often each way of retrieval finds
/// the right version out; the command line shows them.
///
/// [Dataset] reads a folder, [RetrievalSystem] names the ways that are compared, [Evaluation] runs
/// them on the same snapshot and keeps what it has in a [RunFolder], [Judge] decides what was
/// right, [Measure] and [Statistics] make figures, [Report] puts them side by side. No clock:
/// everything but latency follows from corpus, questions and seed.
@NullMarked
package dev.asof.evaluate;

import org.jspecify.annotations.NullMarked;
