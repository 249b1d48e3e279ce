/// The answer to a question comes in, with its passages verified and cited; the same answer in
/// words goes out, written by a language model behind a URL, sentence by sentence, each with its
/// citations and with marks for what does not hold of it. The tools show both.
///
/// Optional: nothing is sent anywhere unless an endpoint is configured and an answer in words is
/// asked for. The model sees passages that were in force and that are shown to the caller anyway,
/// and nothing else of the store.
///
/// What is checked of each sentence, and what cannot be, stands with [dev.asof.answer.Mark].
@NullMarked
package dev.asof.answer;

import org.jspecify.annotations.NullMarked;
