package dev.asof.http;

import static dev.asof.http.Parameter.Kind.FLAG;
import static dev.asof.http.Parameter.Kind.KNOWN;
import static dev.asof.http.Parameter.Kind.NUMBER;
import static dev.asof.http.Parameter.Kind.OBJECTS;
import static dev.asof.http.Parameter.Kind.TEXT;
import static dev.asof.http.Parameter.Kind.TIME;
import static dev.asof.http.Parameter.Kind.TOKEN;
import static dev.asof.http.Parameter.Kind.WORD;
import static dev.asof.http.Parameter.Kind.WORDS;
import static dev.asof.http.Parameter.Kind.ZONE;
import static dev.asof.http.Parameter.field;
import static dev.asof.http.Parameter.header;
import static dev.asof.http.Parameter.path;
import static dev.asof.http.Parameter.query;

import dev.asof.rank.Rankers;
import java.util.List;

/// Everything that a request may say. Names are those of the command line's options.
final class Parameters {
  private Parameters() {}

  static final Parameter TENANT = path("tenant", TEXT, "default", "Name of the tenant.");
  static final Parameter SEQUENCE =
      path("sequence", NUMBER, "12", "Number of the transaction, without @.");

  static final Parameter ONE_DOCUMENT =
      query("document", TEXT, "refunds", "Key of one document; default: all.");
  static final Parameter DOCUMENT =
      query("document", TEXT, "refunds", "Key of the document.").needed();
  static final Parameter SOURCE =
      query("source", TEXT, "legal", "What this source says; default: all.");
  static final Parameter SCOPE =
      query("scope", TEXT, "EU", "For whom; empty: what holds for everyone; default: all.")
          .orEmpty();
  static final Parameter SECTION =
      query("section", TEXT, "art-12", "Key of one section; default: the whole text.");
  static final Parameter ABOUT =
      query(
          "about",
          TIME,
          "2024-03-01",
          "What applied at this time; a date is midnight in each source's own zone. Default: now.");
  static final Parameter AS_KNOWN =
      query(
          "known",
          KNOWN,
          "@2",
          "As known at this time, or at a token such as @12; a date is the end of that day."
              + " Default: the last transaction.");
  static final Parameter ZONE_OF_TIMES =
      query(
          "zone",
          ZONE,
          "Europe/London",
          "Zone of a time of day that names none, of a date in known, and from which words such as"
              + " today are seen; it does not move a date of valid time, which is midnight in its"
              + " source's own zone. Default: UTC.");
  static final Parameter LIMIT =
      query(
          "limit",
          NUMBER,
          "50",
          "At most so many, up to 10000; the answer's next and its Link header lead on. Default"
              + " 1000.");
  static final Parameter AFTER =
      query(
          "after",
          TEXT,
          "",
          "Go on after the page whose next this is, as of when that was answered.");
  static final Parameter RAW =
      query("raw", FLAG, "true", "Rows as they are stored, without joining adjacent ones.");
  static final Parameter SINCE =
      query("since", KNOWN, "@1", "The earlier time of knowing, or its token; the later is known.")
          .needed();
  static final Parameter BEFORE_ABOUT =
      query("before-about", TIME, "2024-01-15", "The first point, valid time; default: as about.");
  static final Parameter BEFORE_KNOWN =
      query(
          "before-known",
          KNOWN,
          "@1",
          "The first point, system time, or its token; default: as known.");
  static final Parameter ONLY =
      query("only", WORD, "substantive", "Only documents that changed so.")
          .oneOf(List.of("substantive", "typographic", "technical"));
  static final Parameter TRANSACTION =
      query("transaction", TOKEN, "@3", "The transaction, such as that of a correction.");
  static final Parameter STATEMENT_ASKED =
      query("statement", NUMBER, "16777218", "Id of a statement, in place of a transaction.");
  static final Parameter LIKE =
      query("like", TEXT, "refund", "Only keys that hold this, whatever its case.");
  static final Parameter VERSION_LABEL =
      query("version-label", TEXT, "v1", "Label of a version; default: what is in force at about.");

  static final Parameter QUESTION =
      query("q", TEXT, "how fast are refunds paid", "The question, in words.").needed();
  static final Parameter NOW =
      query(
          "now",
          TIME,
          "2024-05-15",
          "From where \"last year\" and the like in the question are seen; default: now.");
  static final Parameter K =
      query("k", NUMBER, "3", "Most passages of the answer, 1 to 1000; default 5.");
  static final Parameter STATE =
      query("state", WORDS, "asserted", "Only these states, with commas between; default: all.")
          .oneOf(List.of("asserted", "observed", "presumed", "unknown"));
  static final Parameter RANKER =
      query(
          "ranker",
          TEXT,
          Rankers.DEFAULT,
          "How passages are ordered inside what is in force; default " + Rankers.DEFAULT + ".");
  static final Parameter EXPLAIN =
      query("explain", FLAG, "true", "Give every factor of every score.");
  static final Parameter WORDS_TOO =
      query(
          "words",
          FLAG,
          "true",
          "Have the configured model say it in sentences too, each with its citations checked; see"
              + " /v1/words.");
  static final Parameter PERMALINK =
      query(
              "permalink",
              TEXT,
              "asof:refunds?about=2024-03-01T00:00:00Z&known=@1&source=legal&section=~document&passage=0",
              "A permalink, as an answer shows it.")
          .needed();

  static final Parameter CHECKPOINT =
      query(
              "checkpoint",
              TEXT,
              "",
              "The text of a checkpoint that was kept, line breaks included; may be repeated.")
          .often();
  static final Parameter FROM_CHECKPOINT =
      query(
          "from-checkpoint",
          TEXT,
          "",
          "The text of a checkpoint; only what was recorded after it is verified.");
  static final Parameter ORDER =
      query("order", WORD, "newest", "newest or oldest first; default oldest.")
          .oneOf(List.of("oldest", "newest"));
  static final Parameter AFTER_SEQUENCE =
      query("after", TOKEN, "@1", "Go on behind this transaction, in the order asked for.");
  static final Parameter RESTRICTED =
      query(
          "with-restricted-texts",
          FLAG,
          "true",
          "Also the texts of which their source allows an excerpt or a link only; for admins.");
  static final Parameter AXIS =
      query("axis", WORD, "valid", "The axis of the datetimes; there is one: valid.")
          .oneOf(List.of("valid"));
  static final Parameter ACCEPT_DATETIME =
      header(
          "Accept-Datetime",
          "Fri, 01 Mar 2024 00:00:00 GMT",
          "The valid time that is wanted, RFC 9110 IMF-fixdate; default: now.");

  static final Parameter IDEMPOTENCY_KEY =
      header(
          "Idempotency-Key",
          "8e03978e-40d5-43e8-bc93-6894a57f9324",
          "Do it once, however often it is asked for under this key; up to 255 characters.");

  static final Parameter FOR_DOCUMENT =
      field("document", TEXT, "refunds", "Key of the document.").needed();
  static final Parameter BY_SOURCE = field("source", TEXT, "legal", "Who says so.").needed();
  static final Parameter FOR_SCOPE =
      field("scope", TEXT, "EU", "For whom it holds, such as a territory; default everyone.")
          .orEmpty();
  static final Parameter ONE_SECTION =
      field("section", TEXT, "art-5", "Only this section, by its key; default the whole document.");
  static final Parameter THE_TEXT =
      field("text", TEXT, "Refunds are paid within 14 days.", "The text of a new version.");
  static final Parameter FORMAT =
      field("format", WORD, "markdown", "How the text is cut: markdown or text; default text.")
          .oneOf(List.of("markdown", "text"));
  static final Parameter NEW_LABEL =
      field("new_label", TEXT, "v1", "Label of the new version; default: digits of its hash.");
  static final Parameter TITLE =
      field("title", TEXT, "Refunds", "Title of the document in this version.");
  static final Parameter LANGUAGE = field("language", TEXT, "en", "Language, such as en or ko.");
  static final Parameter URL =
      field("url", TEXT, "https://example.org/refunds", "Where the source shows the text.");
  static final Parameter TECHNICAL =
      field("technical", FLAG, "false", "The extraction changed, not the meaning.");
  static final Parameter STORED_LABEL =
      field("version_label", TEXT, "v1", "A version that is stored already; in place of text.");
  static final Parameter FROM =
      field(
          "from", TIME, "2024-01-01", "Start, included; a date is midnight in the source's zone.");
  static final Parameter TO = field("to", TIME, "2024-07-01", "End, not included; default none.");
  static final Parameter ZONE_STATED =
      field("zone", ZONE, "Europe/London", "Zone of the times in place of the source's.");
  static final Parameter UNTIL_FURTHER_NOTICE =
      field(
          "until_further_notice",
          FLAG,
          "false",
          "Replace everything from the start on, also what starts later.");
  static final Parameter NOT_IN_FORCE =
      field("not_in_force", WORD, "withdrawn", "The section does not apply, and why.")
          .oneOf(List.of("withdrawn", "repealed", "retracted", "terminated"));
  static final Parameter TIMELINE =
      field(
              "timeline",
              OBJECTS,
              "[{\"version_label\":\"v1\",\"from\":\"2024-01-01\"}]",
              "What applies from when: objects with version_label, or text (and new_label, format),"
                  + " or nothing (withdrawn, repealed, retracted, terminated); from; to.")
          .needed();
  static final Parameter STATEMENT =
      field("statement", NUMBER, "16777218", "Id of the statement, from a receipt or history.")
          .needed();
  static final Parameter GONE =
      field("gone", TEXT, "404 Not Found", "The source says that the document is gone.").orEmpty();
  static final Parameter FAILED =
      field("failed", TEXT, "timeout", "The look failed, which says nothing of the document.");
  static final Parameter LOOKED =
      field("looked", TIME, "2024-03-01T10:00Z", "When it was looked at; default now.");
  static final Parameter MARKED = field("version", TEXT, "v1", "Label of the version.").needed();
  static final Parameter IS_TECHNICAL =
      field(
              "technical",
              FLAG,
              "true",
              "true: the extractor changed, not the meaning; false: the meaning may have.")
          .needed();
  static final Parameter REASON =
      field("reason", TEXT, "the board moved the date", "Why; kept in the ledger.");
  static final Parameter EXPECT =
      field("expect", TOKEN, "@2", "Fail if what is changed moved on since this transaction.");
  static final Parameter DRY_RUN =
      field("dry_run", FLAG, "true", "Write nothing; say which ranges would be closed and opened.");

  static final Parameter STATEMENTS =
      query(
              "statements",
              WORD,
              "archive",
              "What new sources are; default: archive where all records carry one recorded time.")
          .oneOf(List.of("page", "archive"));
  static final Parameter SYSTEM_TIME =
      query(
          "system-time",
          TEXT,
          "now",
          "now: known since this import; carried: since recorded_at; carried:FIELD. Default now.");
  static final Parameter SOURCE_ZONE =
      query(
              "source-zone",
              TEXT,
              "crawler=America/Los_Angeles",
              "SOURCE=ZONE: where a source that is new writes its dates; may be repeated.")
          .often();
  static final Parameter ON_ERROR =
      query(
              "on-error",
              WORD,
              "stop",
              "stop at the first bad record with nothing written, or skip; default stop.")
          .oneOf(List.of("stop", "skip"));
  static final Parameter IMPORT_REASON = query("reason", TEXT, "first load", "Why; kept.");
}
