/// A question and passages in, one score for each out, or why there is none: models that read both,
/// in this process or behind a URL, for the rerankers of `rank`.
@NullMarked
package dev.asof.rank.scorer;

import org.jspecify.annotations.NullMarked;
