/// A question and what is eligible in, passages in order of relevance out, tier after tier; `cite`
/// verifies them.
///
/// [Lexical] searches the index. [Candidate]s, from whatever search, are ordered by a [Ranker] that
/// [Rankers] knows by name; a [Ranking] is the order with every factor of every hit:
///
/// - `rrf`: reciprocal-rank fusion (Cormack, Clarke and Büttcher 2009)
/// - `tiered`, the default: the same for what is in force; in the second tier mentioned dates count
/// - `rrf-temporal`: the same in both tiers, with presumption and mentioned dates, both bounded
/// - `metadata-filter`: what is in force at the point, by text alone
/// - `decay-exponential` (Li and Croft 2003), `decay-gaussian`: newer is better, down to a floor
/// - `time-prefix` (Dhingra et al. 2022), `time-vector` (Kazemi et al. 2019): embeddings that know
///   dates
/// - `timelyrag` as released, `timelyrag-interval` as its paper describes distances (2026)
/// - `cross-encoder` (Nogueira and Cho 2019), `llm` (Sun et al. 2023): a model reads the passages
///
/// Unknown validity is a second tier in all of them, and what the question names by number comes
/// first in its tier. Ranking takes instants, never a clock, and runs no SQL.
@NullMarked
package dev.asof.rank;

import org.jspecify.annotations.NullMarked;
