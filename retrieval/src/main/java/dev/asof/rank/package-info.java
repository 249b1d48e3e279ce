/// A question and what is eligible in, passages in order of relevance out, tier after tier; `cite`
/// verifies them.
@NullMarked
package dev.asof.rank;

import org.jspecify.annotations.NullMarked;
