package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.OfTenant.write;
import static dev.asof.http.Parameter.Kind.NUMBER;
import static dev.asof.http.Parameter.Kind.OBJECTS;
import static dev.asof.http.Parameter.Kind.TEXT;
import static dev.asof.http.Parameter.Kind.TIME;
import static dev.asof.http.Parameter.Kind.WORD;
import static dev.asof.http.Parameter.Kind.ZONE;
import static dev.asof.http.Parameter.field;
import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Sources;
import dev.asof.history.TenantSettings;
import dev.asof.shown.SettingValue;
import dev.asof.shown.SourceValue;
import dev.asof.shown.StatedTimes;
import dev.asof.shown.WantedSettings;
import dev.asof.time.TenantSetting;
import dev.asof.write.Change;
import dev.asof.write.SourceKind;
import dev.asof.write.token.TokenRole.Right;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How a tenant and its sources are set, and changes of that, which are for admins: they decide how
/// everybody's times are read and what of a text is shown.
final class Settings {
  private Settings() {}

  private static final Parameter ZONE_OF_SOURCES =
      unsetting("zone", "Europe/London", "Zone of the dates of sources that have none.");
  private static final Parameter ZONE_OF_QUESTIONS =
      unsetting("question_zone", "Europe/London", "Zone of the times of questions that name none.");
  private static final Parameter FISCAL_YEAR_START =
      unsetting(
          "fiscal_year_start",
          "10-01",
          "First day of fiscal years; needs fiscal_year_named_by, unless it is unset.");
  private static final Parameter FISCAL_YEAR_NAMED_BY =
      field(
              "fiscal_year_named_by",
              WORD,
              "end",
              "Which of its two calendar years names a fiscal year.")
          .oneOf(List.of("start", "end"));
  private static final Parameter NUMERIC_DATES =
      unsetting(
          "numeric_dates", "day_first", "day_first or month_first, for dates such as 03/04/2024.");
  private static final Parameter HEMISPHERE =
      unsetting("hemisphere", "northern", "northern or southern, for seasons.");
  private static final Parameter WEEK_START =
      unsetting("week_start", "monday", "First day of weeks; where it is not set, monday.");
  private static final Parameter RECENT =
      unsetting(
          "recent", "P90D", "How far back \"recent\" reaches, as P90D; where it is not set, P3M.");
  private static final Parameter TERMS =
      field(
          "terms",
          OBJECTS,
          "[{\"name\":\"hilary\",\"days\":\"01-14..03-15\"}]",
          "Terms of each year: objects with name and days, the first and the last.");
  private static final Parameter TERM_NAME = field("name", TEXT, "hilary", "Its name.").needed();
  private static final Parameter TERM_DAYS =
      unsetting("days", "01-14..03-15", "First and last day.").needed();

  private static final Parameter SOURCE_KIND =
      field(
              "kind",
              WORD,
              "page",
              "page (shows each time what applies until further notice) or archive (a collection of"
                  + " versions).")
          .oneOf(List.of("page", "archive"));
  private static final Parameter SOURCE_ZONE =
      field("zone", ZONE, "Europe/London", "Zone in which it writes its dates.");
  private static final Parameter RANK =
      field(
          "authority_rank",
          NUMBER,
          "1",
          "Its place among sources in an answer, smallest first. Decides order only, never truth.");
  private static final Parameter DISPLAY =
      field(
              "display",
              WORD,
              "excerpt",
              "What may be shown of its texts, whatever time is asked about.")
          .oneOf(List.of("full", "excerpt", "link"));
  private static final Parameter EXCERPT_WORDS =
      field("excerpt_words", NUMBER, "50", "Most words of an excerpt.");
  private static final Parameter PUBLISHER =
      field("publisher", TEXT, "The Gazette", "Who publishes or observes.");
  private static final Parameter LANGUAGE =
      field(
          "language",
          TEXT,
          "en",
          "Language of its texts, for those recorded from now on that name none.");
  private static final Parameter DATES_OF_SOURCE =
      field(
              "numeric_dates",
              WORD,
              "day_first",
              "Which comes first where it writes 03/04/2024; else such a date is not read.")
          .oneOf(List.of("day_first", "month_first"));
  private static final Parameter RETENTION =
      field(
          "retention",
          TEXT,
          "10 years",
          "How long its texts are kept, and why; a note that nothing acts on.");
  private static final Parameter SET_FROM =
      field(
          "from",
          TIME,
          "2024-03-01",
          "Set it so from this instant of valid time on; a date is midnight in zone, else in the"
              + " source's zone. Default: for all of valid time.");

  private static Parameter unsetting(String name, String example, String description) {
    return field(name, TEXT, example, description + " Empty: unset.").orEmpty();
  }

  static List<Route> routes() {
    return List.of(
        read(
                "sources",
                "sources",
                "The sources and how each is set, highest authority first.",
                Settings::sources,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        read(
                "settings",
                "settings",
                "How the tenant is set.",
                Settings::settings,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        write(
                "sources",
                "setSource",
                "Changes how a source is read and shown, or adds it.",
                Settings::setSource,
                List.of(
                    Parameters.BY_SOURCE,
                    SOURCE_KIND,
                    SOURCE_ZONE,
                    RANK,
                    DISPLAY,
                    EXCERPT_WORDS,
                    PUBLISHER,
                    LANGUAGE,
                    DATES_OF_SOURCE,
                    RETENTION,
                    SET_FROM))
            .needing(Right.ADMINISTER),
        write(
                "settings",
                "set",
                "Sets how times are read for the tenant, from now on; what is not named stays.",
                Settings::set,
                List.of(
                    ZONE_OF_SOURCES,
                    ZONE_OF_QUESTIONS,
                    FISCAL_YEAR_START,
                    FISCAL_YEAR_NAMED_BY,
                    NUMERIC_DATES,
                    HEMISPHERE,
                    WEEK_START,
                    RECENT,
                    TERMS))
            .needing(Right.ADMINISTER));
  }

  private static void sources(Exchange exchange) throws IOException {
    Reads.dated(
        exchange,
        snapshot -> Sources.in(snapshot).settings().stream().map(SourceValue::of).toList());
  }

  private static void settings(Exchange exchange) throws IOException {
    Reads.dated(exchange, snapshot -> SettingValue.of(TenantSettings.in(snapshot)));
  }

  private static void set(Exchange exchange) throws IOException {
    Body body = exchange.body();
    WantedSettings wanted =
        new WantedSettings()
            .set(TenantSetting.ZONE, body.textOrNull(ZONE_OF_SOURCES))
            .set(TenantSetting.QUESTION_ZONE, body.textOrNull(ZONE_OF_QUESTIONS))
            .fiscalYear(body.textOrNull(FISCAL_YEAR_START), body.wordOrNull(FISCAL_YEAR_NAMED_BY))
            .set(TenantSetting.NUMERIC_DATES, body.textOrNull(NUMERIC_DATES))
            .set(TenantSetting.HEMISPHERE, body.textOrNull(HEMISPHERE))
            .set(TenantSetting.WEEK_START, body.textOrNull(WEEK_START))
            .set(TenantSetting.RECENT, body.textOrNull(RECENT));
    for (JsonNode node : body.objects(TERMS)) {
      Body term = Body.of(node, List.of(TERM_NAME, TERM_DAYS));
      wanted.term(term.text(TERM_NAME), term.text(TERM_DAYS));
    }
    List<Change> changes = wanted.changes();
    if (changes.isEmpty()) {
      throw new CallerFault(Code.USAGE, "name what to set, such as zone");
    }
    Writes.write(exchange, "set", changes);
  }

  private static void setSource(Exchange exchange) throws IOException {
    Body body = exchange.body();
    String source = body.text(Parameters.BY_SOURCE);
    String zone = body.textOrNull(SOURCE_ZONE);
    String kind = body.wordOrNull(SOURCE_KIND);
    Integer rank = body.numberOrNull(RANK);
    Integer words = body.numberOrNull(EXCERPT_WORDS);
    String from = body.textOrNull(SET_FROM);
    StatedTimes times = from == null ? StatedTimes.in("UTC") : Writes.times(exchange, zone, source);
    Writes.write(
        exchange,
        "set",
        times,
        List.of(
            new Change.SetSource(
                source,
                kind == null ? null : SourceKind.ofWord(kind),
                zone,
                rank,
                body.wordOrNull(DISPLAY),
                words,
                body.textOrNull(PUBLISHER),
                reading(body),
                times.readOrNull("from", from))));
  }

  private static Change.SetSource.@Nullable Reading reading(Body body) {
    return body.isGiven(LANGUAGE) || body.isGiven(DATES_OF_SOURCE) || body.isGiven(RETENTION)
        ? new Change.SetSource.Reading(
            body.textOrNull(LANGUAGE), body.wordOrNull(DATES_OF_SOURCE), body.textOrNull(RETENTION))
        : null;
  }
}
