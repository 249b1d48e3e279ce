package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import dev.asof.write.token.TokenRole.Right;
import java.util.List;

/// Routes of [Reads].
final class ReadRoutes {
  private ReadRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
                "/v1/tenants",
                "tenants",
                "The tenants that the caller may ask.",
                Right.READ,
                Reads::tenants)
            .answering(JSON, LINES),
        read(
                "in-force",
                "inForce",
                "What applied at a time, as known at a time.",
                Reads::inForce,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "history",
                "history",
                "Everything that was ever believed about a document.",
                Reads::history,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.RAW,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "timeline",
                "timeline",
                "What is believed about a document along valid time.",
                Reads::timeline,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "learned",
                "learned",
                "How the belief about one time changed as more became known.",
                Reads::learned,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "changes",
                "changes",
                "What came to be believed differently between two times of knowing.",
                Reads::changes,
                Parameters.SINCE,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "diff",
                "diff",
                "What differs between two points: documents, sections, words.",
                Reads::diff,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.BEFORE_ABOUT,
                Parameters.BEFORE_KNOWN,
                Parameters.ONLY,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "exposure",
                "exposure",
                "For how long beliefs that a correction gave up would have been the answer.",
                Reads::exposure,
                Parameters.TRANSACTION,
                Parameters.STATEMENT_ASKED,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "documents",
                "documents",
                "The keys of the documents.",
                Reads::documents,
                Parameters.LIKE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES));
  }
}
