package dev.asof.intake.git;

import dev.asof.intake.FrontMatter;
import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.ExtractedJson;
import dev.asof.split.Format;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Texts and absences in commits as records of an import.
final class GitRecords {

  /// The field that system time is carried from: the recorded time, unless answers up to a later
  /// time are final already.
  static final String SYSTEM_TIME = "system_time";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> PUBLISHED = List.of("published", "published_at");
  private static final Pattern HEADING =
      Pattern.compile("^# +(.+?)(?: +#+)?[ \\t]*$", Pattern.MULTILINE);

  /// @param system since when the store knows it
  record When(CommitTimes.Recorded recorded, Instant system) {}

  /// @param movedFrom the path where the document was before; null: it stayed
  record File(String path, @Nullable String movedFrom, ObjectId blob, Blobs.Text text) {}

  /// A record, and why a date in it was not used; null: nothing was left out.
  record Made(String json, @Nullable String fault) {}

  private final GitOptions options;

  GitRecords(GitOptions options) {
    this.options = options;
  }

  /// The patterns in one word, by which a later run sees that they were others.
  String paths() {
    return String.join(" ", options.paths());
  }

  String dating() {
    return options.dating().toString();
  }

  Made text(String document, Commit commit, When when, File file) {
    FrontMatter front = file.text().front();
    Extracted page = file.text().page();
    ObjectNode record = record(document, commit.on(), when);
    Format format = page == null ? Format.of(file.path().toLowerCase(Locale.ROOT)) : page.format();
    record.put("format", format.name().toLowerCase(Locale.ROOT));
    put(
        record,
        "title",
        page == null || page.title() == null ? titleOf(format, front) : storable(page.title()));
    put(
        record,
        "language",
        page == null || page.language() == null ? options.language() : page.language());
    Map.Entry<String, String> published = front.first(PUBLISHED);
    put(record, "published_at", published == null ? null : published.getValue());
    record.put("body", front.body());
    Dating.Found dates =
        options.dating().find(commit, file.path(), front, file.text().decoded().text());
    put(record, "valid_from", dates.from());
    put(record, "valid_to", dates.to());
    boolean observed = dates.from() == null && options.dating().observed();
    record.put(
        "validity_state", dates.from() != null ? "asserted" : observed ? "observed" : "unknown");
    if (observed) {
      record.put("observed_at", when.recorded().at().toString());
    }
    ObjectNode kept = provenance(record, commit.on(), file.path());
    put(kept, "moved_from", file.movedFrom());
    kept.put("blob", file.blob().name());
    if (page != null) {
      ExtractedJson.put(kept, page);
    }
    kept.put("charset", file.text().decoded().charset().name());
    kept.put("charset_basis", file.text().decoded().basis());
    put(kept, "line_ends", file.text().unified() ? "CRLF read as LF, as declared" : null);
    put(kept, "valid_basis", observed ? "observed at the commit, as asked" : dates.basis());
    put(kept, "valid_not_read", dates.fault());
    RevCommit origin = commit.origin();
    if (origin != null) {
      people(kept.putObject("merged").put("commit", origin.name()), origin);
    }
    return new Made(JSON.writeValueAsString(record), dates.fault());
  }

  /// That the repository no longer has a text of `document`: what was seen, not since when it
  /// applies.
  ///
  /// @param why null: the file is gone
  String absence(String document, RevCommit commit, When when, String path, @Nullable String why) {
    ObjectNode record = record(document, commit, when);
    record.put("body", "");
    record.put("change", "withdrawn");
    record.put("validity_state", "unknown");
    put(provenance(record, commit, path), "no_text", why);
    return JSON.writeValueAsString(record);
  }

  private ObjectNode record(String document, RevCommit commit, When when) {
    CommitTimes.Recorded recorded = when.recorded();
    return JSON.createObjectNode()
        .put("source", options.source())
        .put("document_key", document)
        .put("version_label", Commit.labelOf(commit))
        .put("recorded_at", recorded.at().toString())
        .put(
            "recorded_basis",
            recorded.moved() == null ? "committer time" : "moved: " + recorded.moved())
        .put(SYSTEM_TIME, when.system().toString());
  }

  private ObjectNode provenance(ObjectNode record, RevCommit commit, String path) {
    ObjectNode kept = record.putObject("provenance");
    kept.put("way", "git").put("commit", commit.name()).put("path", path);
    people(kept, commit);
    kept.put("parents", commit.getParentCount());
    kept.put("paths", paths()).put("dating", dating());
    return kept;
  }

  private static void people(ObjectNode kept, RevCommit commit) {
    PersonIdent author = commit.getAuthorIdent();
    PersonIdent committer = commit.getCommitterIdent();
    kept.put("author", nameOf(author)).put("authored", timeOf(author));
    kept.put("committer", nameOf(committer)).put("committed", timeOf(committer));
    kept.put("subject", storable(commit.getShortMessage()));
  }

  private static String nameOf(PersonIdent person) {
    return storable(person.getName() + " <" + person.getEmailAddress() + ">");
  }

  private static String timeOf(PersonIdent person) {
    try {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
          person.getWhenAsInstant().atOffset(person.getZoneOffset()));
    } catch (DateTimeException | ArithmeticException e) {
      return "unreadable";
    }
  }

  private static String storable(String words) {
    return words.replace('\0', ' ');
  }

  private static void put(ObjectNode node, String field, @Nullable String value) {
    if (value != null) {
      node.put(field, value);
    }
  }

  private static @Nullable String titleOf(Format format, FrontMatter front) {
    String title = front.text("title");
    if (title != null && !title.isBlank()) {
      return storable(title.strip());
    }
    Matcher heading = HEADING.matcher(front.body());
    return format == Format.MARKDOWN && heading.find() ? heading.group(1).strip() : null;
  }
}
