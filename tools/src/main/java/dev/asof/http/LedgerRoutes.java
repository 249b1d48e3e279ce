package dev.asof.http;

import static dev.asof.http.OfTenant.audit;
import static dev.asof.http.OfTenant.read;
import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import java.util.List;

/// Routes of [Trust], and how far the index follows.
final class LedgerRoutes {
  private LedgerRoutes() {}

  static List<Route> all() {
    return List.of(
        read(
                "transactions",
                "transactions",
                "The ledger: one entry for each transaction.",
                Trust::transactions,
                Parameters.ORDER,
                Parameters.LIMIT,
                Parameters.AFTER_SEQUENCE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        read(
            "transactions/{sequence}",
            "transaction",
            "One entry of the ledger.",
            Trust::transaction,
            Parameters.SEQUENCE,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES),
        read(
            "checkpoint",
            "checkpoint",
            "The hash that seals the ledger now, to be kept elsewhere.",
            Trust::checkpoint),
        audit(
            "verify",
            "verify",
            "Verifies the ledger's hash chain, every content hash and every belief.",
            Trust::verify,
            Parameters.CHECKPOINT,
            Parameters.FROM_CHECKPOINT),
        read(
            "prove",
            "prove",
            "One citation as a proof that anybody can check alone.",
            Trust::prove,
            Parameters.DOCUMENT,
            Parameters.SOURCE,
            Parameters.SCOPE,
            Parameters.SECTION,
            Parameters.ABOUT,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES,
            Parameters.CHECKPOINT.needed()),
        read("index", "index", "How far the index has followed the ledger.", Questions::index),
        audit(
                "export",
                "export",
                "Everything of the tenant as JSON Lines, both axes.",
                Trust::export,
                Parameters.RESTRICTED)
            .answering(LINES));
  }
}
