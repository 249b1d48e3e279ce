package dev.asof.audit;

import dev.asof.ask.Asked;
import dev.asof.history.LedgerEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A question, its answer, and what somebody needs who has to believe or contest it later.
///
/// @param terms on which it was asked
/// @param answer with its citations; its `known` and `token` repeat it
/// @param states number of passages cited in each state: how much of the answer is presumed
/// @param sights the looks that observed and presumed passages rest on, with the longest gap
///   between them
/// @param beliefs how each cited document was believed before and after
/// @param learnedUpTo T of `beliefs`' later answers and of `corrections`: what was learned since is
///   not in this record
/// @param learnedToken the transaction that stands for `learnedUpTo`
/// @param corrections what changed these beliefs after T, in order
/// @param proofs the ledger entries that opened the cited beliefs, in order
/// @param head the last ledger entry up to T that the caller may see; empty where there was none.
///   Its hash seals everything that could have been answered
public record Audit(
    String question,
    Terms terms,
    Asked answer,
    Map<String, Integer> states,
    List<Sights> sights,
    List<Belief> beliefs,
    Instant learnedUpTo,
    long learnedToken,
    List<Correction> corrections,
    List<LedgerEntry> proofs,
    List<LedgerEntry> head) {
  public Audit {
    sights = List.copyOf(sights);
    beliefs = List.copyOf(beliefs);
    corrections = List.copyOf(corrections);
    proofs = List.copyOf(proofs);
    head = List.copyOf(head);
  }

  /// For a person; lines end in `\n`.
  public String text() {
    return new AuditText(this).text();
  }
}
