package dev.asof.http;

import static dev.asof.http.OfTenant.write;

import java.util.List;
import java.util.stream.Stream;

/// Routes of [Writes] and [Imports].
final class WriteRoutes {
  private WriteRoutes() {}

  static List<Route> all() {
    List<Parameter> section = List.of(Parameters.ONE_SECTION);
    List<Parameter> stored = List.of(Parameters.STORED_LABEL);
    List<Parameter> range =
        List.of(Parameters.FROM.needed(), Parameters.TO, Parameters.ZONE_STATED);
    List<Parameter> text =
        Stream.concat(
                Stream.of(Parameters.THE_TEXT.needed()),
                Writes.TEXT.stream().filter(field -> !field.equals(Parameters.THE_TEXT)))
            .toList();
    return List.of(
        write(
            "put",
            "Stores a version of which nobody says when it applies.",
            Writes::put,
            Writes.PLACE,
            text),
        write(
            "assert",
            "States that a version applies from a start on.",
            Writes::assertion,
            Writes.PLACE,
            section,
            stored,
            Writes.TEXT,
            range,
            List.of(Parameters.UNTIL_FURTHER_NOTICE)),
        write(
            "correct",
            "Replaces what is believed during a range, retroactively.",
            Writes::correct,
            Writes.PLACE,
            section,
            stored,
            Writes.TEXT,
            range),
        write(
            "restate",
            "Replaces everything a source asserts about a document by a whole timeline.",
            Writes::restate,
            Writes.PLACE,
            List.of(Parameters.TIMELINE, Parameters.ZONE_STATED)),
        write(
            "terminate",
            "States that nothing applies from an instant on, as a repeal does.",
            Writes::terminate,
            Writes.PLACE,
            section,
            List.of(Parameters.FROM.needed(), Parameters.ZONE_STATED)),
        write(
            "retract",
            "Gives up what is believed during a range.",
            Writes::retract,
            Writes.PLACE,
            section,
            Writes.RANGE),
        write(
            "recall",
            "Takes back a statement as if it had not been made.",
            Writes::recall,
            List.of(Parameters.STATEMENT)),
        write(
            "override",
            "States for one section what applies to it, whatever its document says.",
            Writes::override,
            Writes.PLACE,
            List.of(Parameters.ONE_SECTION.needed(), Parameters.NOT_IN_FORCE),
            stored,
            Writes.TEXT,
            range),
        write(
            "observe",
            "Logs a look at a source.",
            Writes::observe,
            Writes.PLACE,
            Writes.TEXT,
            List.of(Parameters.GONE, Parameters.FAILED, Parameters.LOOKED, Parameters.ZONE_STATED)),
        write(
            "mark",
            "Says of a version that is stored that it is technical, or that it is not.",
            Writes::mark,
            List.of(
                Parameters.FOR_DOCUMENT,
                Parameters.BY_SOURCE,
                Parameters.MARKED,
                Parameters.IS_TECHNICAL)),
        Route.post(
                OfTenant.PATH + "import",
                "import",
                "Reads records, one version of one document a line; or, for admins, fills an empty"
                    + " tenant with what export gave.",
                Imports::read,
                List.of(
                    Parameters.TENANT,
                    Parameters.STATEMENTS,
                    Parameters.SYSTEM_TIME,
                    Parameters.SOURCE_ZONE,
                    Parameters.ON_ERROR,
                    Parameters.IMPORT_REASON))
            .reading(Route.Accepts.LINES)
            .takingLong());
  }
}
