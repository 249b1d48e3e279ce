package dev.asof.http;

import static dev.asof.http.OfTenant.read;

import java.util.List;

/// Routes of [Versions] and [Mementos].
final class VersionRoutes {
  private VersionRoutes() {}

  static List<Route> all() {
    return List.of(
        read(
            "version",
            "version",
            "What is kept of one version.",
            Versions::version,
            Parameters.DOCUMENT,
            Parameters.SOURCE,
            Parameters.SCOPE,
            Parameters.VERSION_LABEL,
            Parameters.ABOUT,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES),
        read(
                "text",
                "text",
                "The exact text of one version; of a point, a memento (RFC 7089).",
                Versions::text,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.VERSION_LABEL,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(Mementos.TEXT),
        read(
                "original",
                "original",
                "The bytes that the text of a version was taken from.",
                Versions::original,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.VERSION_LABEL,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering("*/*")
            .takingLong(),
        read(
                "timegate",
                "timeGate",
                "Leads to the text that applied at Accept-Datetime (RFC 7089, valid axis).",
                Mementos::timeGate,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AXIS,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.ACCEPT_DATETIME)
            .answering("*/*"),
        read(
                "timemap",
                "timeMap",
                "All texts of a document with the datetimes from which they apply (RFC 7089).",
                Mementos::timeMap,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AXIS,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(Mementos.LINK_FORMAT));
  }
}
