package dev.asof.intake.git;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.FrontMatter;
import dev.asof.time.LocalTimes;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;

/// How the start of a version's validity is found: the first of its front matter, a trailer of the
/// commit, a pattern in the text or in the path, the author date; the last three only where they
/// are asked for. Without any of them it stays unknown.
///
/// @param inText finds the start in the text; null: not looked for
/// @param inPath finds it in the path; null: not looked for
/// @param authorDate the day of the author date, in the author's own zone, is the start
/// @param observed each commit counts as a look at what the repository shows
public record Dating(
    @Nullable Pattern inText, @Nullable Pattern inPath, boolean authorDate, boolean observed) {

  /// Only what a text or a commit states of itself.
  public static final Dating STATED = new Dating(null, null, false, false);

  private static final ZoneId ANY = ZoneId.of("UTC");
  private static final Set<String> NAMED = Set.of("year", "month", "day");
  private static final List<String> TRAILERS_OF_START =
      List.of("valid-from", "effective", "effective-date", "effective-from", "in-force");
  private static final List<String> TRAILERS_OF_END =
      List.of("valid-to", "effective-until", "effective-to");

  public Dating {
    refuseWithoutDate(inText);
    refuseWithoutDate(inPath);
  }

  public Dating byText(String regex) {
    return new Dating(pattern(regex), inPath, authorDate, observed);
  }

  public Dating byPath(String regex) {
    return new Dating(inText, pattern(regex), authorDate, observed);
  }

  public Dating byAuthorDate() {
    return new Dating(inText, inPath, true, observed);
  }

  public Dating asObserved() {
    return new Dating(inText, inPath, authorDate, true);
  }

  /// Throws a [CallerFault] where `regex` is no regular expression.
  private static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex, Pattern.MULTILINE);
    } catch (PatternSyntaxException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "\"" + regex + "\" is no regular expression: " + e.getDescription(), e);
    }
  }

  private static void refuseWithoutDate(@Nullable Pattern pattern) {
    if (pattern == null) {
      return;
    }
    Set<String> groups = pattern.namedGroups().keySet();
    if (pattern.matcher("").groupCount() == 0
        || (groups.stream().anyMatch(NAMED::contains) && !groups.containsAll(NAMED))) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the pattern "
              + pattern
              + " does not say where the date is; put it in parentheses as year-month-day, or name"
              + " three groups (?<year>...), (?<month>...) and (?<day>...)");
    }
  }

  /// What was found.
  ///
  /// @param from as written; null: no start
  /// @param to as written; null: no end
  /// @param basis where the start stands; null: nowhere
  /// @param fault why a date that stands there was not used; null: none is left out
  record Found(
      @Nullable String from, @Nullable String to, @Nullable String basis, @Nullable String fault) {}

  /// @param text with its front matter
  Found find(Commit commit, String path, FrontMatter front, String text) {
    if (front.fault() != null) {
      return new Found(null, null, null, front.fault());
    }
    Map.Entry<String, String> start = front.first(FrontMatter.START);
    if (start != null) {
      Map.Entry<String, String> end = front.first(FrontMatter.END);
      return checked(
          start.getValue(), end == null ? null : end.getValue(), "front matter " + start.getKey());
    }
    Map.Entry<String, String> trailer = commit.trailer(TRAILERS_OF_START);
    if (trailer != null) {
      Map.Entry<String, String> end = commit.trailer(TRAILERS_OF_END);
      return checked(
          trailer.getValue(), end == null ? null : end.getValue(), "trailer " + trailer.getKey());
    }
    Found matched = matched(inText, text, "pattern in the text");
    if (matched == null) {
      matched = matched(inPath, path, "pattern in the path");
    }
    if (matched != null) {
      return matched;
    }
    return authorDate
        ? checked(dayOf(commit.authored()), null, "author date, as asked")
        : new Found(null, null, null, null);
  }

  private static @Nullable Found matched(@Nullable Pattern pattern, String text, String basis) {
    Matcher matcher = pattern == null ? null : pattern.matcher(text);
    if (matcher == null || !matcher.find()) {
      return null;
    }
    if (!matcher.namedGroups().containsKey("year")) {
      return checked(String.valueOf(matcher.group(1)), null, basis);
    }
    return checked(
        padded(matcher.group("year"), 4)
            + "-"
            + padded(matcher.group("month"), 2)
            + "-"
            + padded(matcher.group("day"), 2),
        null,
        basis);
  }

  private static String padded(@Nullable String digits, int width) {
    String given = String.valueOf(digits);
    return "0".repeat(Math.max(0, width - given.length())) + given;
  }

  private static String dayOf(PersonIdent author) {
    Instant when = author.getWhenAsInstant();
    return LocalDate.ofInstant(when, author.getZoneOffset()).toString();
  }

  /// A date that cannot be read is not used, and said; nothing is guessed from it.
  private static Found checked(String from, @Nullable String to, String basis) {
    String start = from.strip().replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) +(\\d\\d:)", "$1T$2");
    String end =
        to == null ? null : to.strip().replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) +(\\d\\d:)", "$1T$2");
    try {
      Instant first = LocalTimes.parseStated(start, ANY, true).instant();
      if (end != null && !first.isBefore(LocalTimes.parseStated(end, ANY, true).instant())) {
        return new Found(
            null,
            null,
            null,
            basis + " states an end, " + end + ", that is not after the start, " + start);
      }
      return new Found(start, end, basis, null);
    } catch (CallerFault e) {
      return new Found(null, null, null, basis + ": " + e.sentence());
    }
  }

  /// The settings in words, by which a later run sees that they were others.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "text %s, path %s, author date %s, observed %s",
        inText,
        inPath,
        authorDate,
        observed);
  }
}
